import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, expect, inject, test } from "vitest";
import type { Database } from "#server/db/database.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { openDatabase, type StoreTarget } from "#server/db/open-database.ts";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import { type Ruleset, rulesets } from "#server/domain/failure-signature/ruleset.ts";
import { anOperationContext, bodyOf } from "#server/testing/an-operation-context.ts";
import { changedRuleset } from "#server/testing/changed-ruleset.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { endChildren, runChild } from "#server/testing/run-child.ts";
import { createTestDatabase } from "#server/testing/stores.ts";
import { browseSignatures } from "./browse-signatures.ts";
import { lookUpContext } from "./look-up-context.ts";
import { readSignature } from "./read-signature.ts";
import { remember } from "./remember.ts";

afterEach(endChildren);

const project = "github.com/acme/shop";
const logs = Array.from({ length: 14 }, (_, index) =>
  index % 2 === 0
    ? `Error: connect ECONNREFUSED 127.0.0.1:5432\n    at load (src/store-${index}.js:1:1)\n`
    : `src/file-${index}.ts(1,1): error TS2304: Cannot find name 'x'.\n`,
);
/** Every third failure is seen once more than it was taught. */
const seenOf = (index: number) => (index % 3 === 0 ? 2 : 1);

/** Each process dies in its last batch of two: at once, and about when it writes. */
const rounds = [
  { mostBatches: 3, killAfterMs: 0 },
  { mostBatches: 2, killAfterMs: 25 },
];

const open = (target: StoreTarget) =>
  openDatabase(target, {
    migrationsFolder,
    templateFolder: inject("storeTemplate").folder,
    whenceVersion: "0.0.0-test",
    startedAt: new Date(),
  });

async function onStore<Result>(target: StoreTarget, use: (db: Database) => Promise<Result>): Promise<Result> {
  const store = await open(target);
  try {
    return await use(store.db);
  } finally {
    await store.close();
  }
}

function idUnder(ruleset: Ruleset, text: string): string {
  const explained = explainWith(ruleset, { cleaned: cleanLog(text) });
  return explained.kind === "failure" ? explained.id : explained.reason;
}

async function teachAll(db: Database): Promise<void> {
  const context = await anOperationContext(db);
  for (const [index, log] of logs.entries()) {
    const taught = { project, id: `m${index}`, text: `Lesson ${index} about it.`, signature_source: log };
    bodyOf(await remember.call(context, taught));
    context.clock.advance(1_000);
    if (seenOf(index) === 2) bodyOf(await lookUpContext.call(context, { project, signature_source: log }));
  }
}

async function carriedOf(db: Database): Promise<number> {
  const rows = await executeRows(db, sql`select count(*) as carried from signatures where is_carried`, (row) =>
    row.number("carried"),
  );
  return rows[0] ?? 0;
}

async function survivesKills(target: StoreTarget): Promise<void> {
  await onStore(target, teachAll);
  const recomputer = (mostBatches: number) =>
    runChild("server/testing/children/recomputer.child.ts", [
      JSON.stringify(target),
      migrationsFolder,
      inject("storeTemplate").folder,
      String(mostBatches),
    ]);
  for (const { mostBatches, killAfterMs } of rounds) {
    const child = await recomputer(mostBatches);
    await child.lineWith(`batch ${mostBatches}`);
    await sleep(killAfterMs);
    child.signal("SIGKILL");
    expect(await child.ended).toBe("SIGKILL");
  }
  const inTheMiddle = await onStore(target, carriedOf);
  // Three batches were surely written, and at most all five that were begun.
  expect(inTheMiddle).toBeGreaterThanOrEqual(6);
  expect(inTheMiddle).toBeLessThanOrEqual(10);
  expect(inTheMiddle % 2).toBe(0);

  const last = await recomputer(1_000);
  await last.lineWith("done");
  expect(await last.ended).toBe(0);
  await onStore(target, async (db) => {
    const context = await anOperationContext(db, { rulesets: [changedRuleset, rulesets.v1] });
    expect(await carriedOf(db)).toBe(logs.length);
    const items = bodyOf(await browseSignatures.call(context, { limit: 100 })).items;
    expect(new Map(items.map(({ id, seen_count }) => [id, seen_count]))).toEqual(
      new Map(logs.map((log, index) => [idUnder(changedRuleset, log), seenOf(index)])),
    );
    for (const [index, log] of logs.entries()) {
      const page = bodyOf(await readSignature.call(context, { id: idUnder(rulesets.v1, log) }));
      expect({ id: page.id, names: page.names.map(({ id, because }) => [id, because]) }).toEqual({
        id: idUnder(changedRuleset, log),
        names: [
          [idUnder(changedRuleset, log), null],
          [idUnder(rulesets.v1, log), "rules_changed"],
        ],
      });
      expect([page.seen_count, page.lessons.map(({ id }) => id)]).toEqual([seenOf(index), [`m${index}`]]);
    }
  });
}

test("recomputing that is killed twice in the middle ends with exact counts and links, on the embedded store", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-kill-"));
  try {
    await survivesKills({ dataDir });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 240_000);

test("recomputing that is killed twice in the middle ends with exact counts and links, on Postgres", async () => {
  const { url, drop } = await createTestDatabase();
  try {
    await survivesKills({ databaseUrl: url });
  } finally {
    await drop();
  }
}, 240_000);
