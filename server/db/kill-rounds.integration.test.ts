import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { like } from "drizzle-orm";
import { afterEach, expect, inject, test } from "vitest";
import { contexts, memories, occurrences } from "#drizzle/schema/schema.ts";
import { randomIds } from "#server/adapters/clock/random-ids.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { anOperationContext, bodyOf } from "#server/testing/an-operation-context.ts";
import { judgeLedger } from "#server/testing/judge-ledger.ts";
import { emptyLedger, killRound } from "#server/testing/kill-rounds.ts";
import { ledgerSteps, sendLedgerCall } from "#server/testing/ledger-steps.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { endChildren, runChild } from "#server/testing/run-child.ts";
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
    expect(await judgeLedger(store.db, ledger)).toEqual([]);
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
    expect(await judgeLedger(store.db, ledger)).toEqual([]);
    await store.close();
  } finally {
    await drop();
  }
});

test("A20: a server that is killed between commit and reply leaves the answer with the store: the retry is told it, and nothing happens twice", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-unsaid-"));
  const target = { dataDir };
  const { folder } = inject("storeTemplate");
  const calls = ["lesson r0-c0-0", "sighting r0-c0-0"];
  try {
    for (const call of calls) {
      const child = await runChild("server/testing/children/answer-and-die.child.ts", [
        JSON.stringify(target),
        migrationsFolder,
        folder,
        ...call.split(" "),
      ]);
      expect(await child.ended).toBe("SIGKILL");
    }
    const store = await openDatabase(target, options());
    const context = await anOperationContext(store.db, { newId: randomIds });
    for (const step of ["lesson", "sighting"] as const) {
      const retries = await Promise.all([1, 2].map(() => sendLedgerCall(context, step, "r0-c0-0")));
      for (const retry of retries) expect(retry).toMatchObject({ ok: true, value: { replayed: true } });
    }
    expect(await store.db.$count(memories)).toBe(1);
    expect(await store.db.$count(occurrences)).toBe(2);
    await store.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("the judge of the kill rounds sees what is lost, doubled, there by half, or never tried", async () => {
  const { db, close } = await openTestStore("embedded");
  const context = await anOperationContext(db, { newId: randomIds });
  const calls = ["lesson r0-c0-0", "sighting r0-c0-0", "draft r0-c0-0", "carry r0-c0-0", "draft r9-c9-9"];
  for (const call of calls) {
    const [word, turn = ""] = call.split(" ");
    const step = ledgerSteps.find((known) => known === word);
    if (step) bodyOf(await sendLedgerCall(context, step, turn));
  }
  const known = calls.slice(0, 4);
  const ledger = () => ({ acknowledged: new Set(known), tried: new Set(known) });
  expect(await judgeLedger(db, ledger())).toEqual(Array(2).fill("draft r9-c9-9 is there and was never tried"));
  const all = { acknowledged: new Set(calls), tried: new Set([...calls, "slip r0-c0-0"]) };
  expect(await judgeLedger(db, all)).toEqual([]);
  expect(all.acknowledged.has("slip r0-c0-0")).toBe(true);

  await db.delete(contexts).where(like(contexts.externalId, "%/7.ts"));
  await db.delete(occurrences).where(like(occurrences.requestId, "%sighting-r0-c0-0"));
  const wrong = await judgeLedger(db, { ...all, tried: new Set([...all.tried, "calibrate r0-c0-0"]) });
  expect(wrong).toEqual(
    expect.arrayContaining([
      "carry r0-c0-0 left 19 rows",
      "sighting r0-c0-0 was acknowledged and is lost",
      expect.stringMatching(/^doctor: occurrences 1 /),
    ]),
  );
  await close();
});
