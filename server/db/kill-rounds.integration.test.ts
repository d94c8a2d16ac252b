import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { projectAliases, projects, workspaces } from "#drizzle/schema/schema.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { emptyLedger, judge, killRound } from "#server/testing/kill-rounds.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { endChildren } from "#server/testing/run-child.ts";
import { createTestDatabase, openTestStore } from "#server/testing/stores.ts";

afterEach(endChildren);

// Early rounds hit the start: creation in the first, recovery in the fourth.
const rounds = [
  { killAfterMs: 700, isEarly: true },
  { killAfterMs: 300, isEarly: false },
  { killAfterMs: 20, isEarly: false },
  { killAfterMs: 900, isEarly: true },
  { killAfterMs: 150, isEarly: false },
];

const options = () => ({
  migrationsFolder,
  templateFolder: inject("storeTemplate").folder,
  whenceVersion: "0.0.0-test",
  startedAt: new Date(),
});

test("E20: after 5 kills under load the embedded store holds everything acknowledged, once, and nothing by half", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-kill-"));
  const ledger = emptyLedger();
  try {
    for (const [number, round] of rounds.entries()) {
      await killRound(ledger, {
        ...round,
        number,
        target: { dataDir },
        templateFolder: inject("storeTemplate").folder,
      });
    }
    expect(ledger.acknowledged.size).toBeGreaterThan(0);
    const store = await openDatabase({ dataDir }, options());
    expect(await judge(store.db, ledger)).toEqual([]);
    await store.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("E20: after 5 kills of a client under load Postgres holds everything acknowledged, once, and nothing by half", async () => {
  const { url, drop } = await createTestDatabase();
  const ledger = emptyLedger();
  try {
    for (const [number, round] of rounds.entries()) {
      await killRound(ledger, { ...round, number, target: { databaseUrl: url }, templateFolder: "" });
    }
    expect(ledger.acknowledged.size).toBeGreaterThan(0);
    const store = await openDatabase({ databaseUrl: url }, options());
    expect(await judge(store.db, ledger)).toEqual([]);
    await store.close();
  } finally {
    await drop();
  }
});

test("the judge of the kill rounds sees what is lost, doubled in count, or there by half", async () => {
  const { db, close } = await openTestStore("embedded");
  const createdAt = new Date("2026-11-29T12:00:00Z");
  await db.insert(workspaces).values({ workspaceId: "w", name: "w", secret: "00", createdAt, corpusSeq: 3 });
  await db.insert(projects).values([
    { workspaceId: "w", projectId: "half", createdAt },
    { workspaceId: "w", projectId: "stranger", createdAt },
  ]);
  await db.insert(projectAliases).values({ workspaceId: "w", alias: "a", projectId: "stranger", createdAt });
  expect(await judge(db, { acknowledged: new Set(["lost"]), tried: new Set(["lost", "half"]) })).toEqual([
    "lost was acknowledged and is lost",
    "stranger is there and was never written",
    "half is there by half",
    "aliases and projects do not match",
    "the counter says 3 for 2 writes",
  ]);
  await close();
});
