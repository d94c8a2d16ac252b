import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "#server/db/database.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { openDatabase, type StoreTarget } from "#server/db/open-database.ts";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import { type Ruleset, rulesets } from "#server/domain/failure-signature/ruleset.ts";
import { browseSignatures } from "#server/operations/browse-signatures.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import { readSignature } from "#server/operations/read-signature.ts";
import { remember } from "#server/operations/remember.ts";
import { anOperationContext, bodyOf } from "./an-operation-context.ts";
import { changedRuleset } from "./changed-ruleset.ts";
import { migrationsFolder } from "./migrations-folder.ts";
import { runChild } from "./run-child.ts";

const project = "github.com/acme/shop";
const logOf = (index: number) =>
  index % 2 === 0
    ? `Error: connect ECONNREFUSED 127.0.0.1:5432\n    at load (src/store-${index}.js:1:1)\n`
    : `src/file-${index}.ts(1,1): error TS2304: Cannot find name 'x'.\n`;
/** Every third failure is seen once more than it was taught. */
const seenOf = (index: number) => (index % 3 === 0 ? 2 : 1);

/** A process that dies in the last of so many batches of two, so long after it began it. */
export type Kill = { mostBatches: number; killAfterMs: number };

const open = (target: StoreTarget, templateFolder: string) =>
  openDatabase(target, {
    migrationsFolder,
    templateFolder,
    whenceVersion: "0.0.0-test",
    startedAt: new Date(),
  });

function idUnder(ruleset: Ruleset, text: string): string {
  const explained = explainWith(ruleset, { cleaned: cleanLog(text) });
  return explained.kind === "failure" ? explained.id : explained.reason;
}

async function teachAll(db: Database, logs: readonly string[]): Promise<void> {
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

/** Teaches failures, kills processes in the middle of recomputing them, lets one finish, and expects exact counts and links. */
export async function survivesKills(
  target: StoreTarget,
  { kills, failures, templateFolder }: { kills: readonly Kill[]; failures: number; templateFolder: string },
): Promise<void> {
  const logs = Array.from({ length: failures }, (_, index) => logOf(index));
  const onStore = async <Result>(use: (db: Database) => Promise<Result>): Promise<Result> => {
    const store = await open(target, templateFolder);
    try {
      return await use(store.db);
    } finally {
      await store.close();
    }
  };
  await onStore((db) => teachAll(db, logs));
  const recomputer = (mostBatches: number) =>
    runChild("server/testing/children/recomputer.child.ts", [
      JSON.stringify(target),
      migrationsFolder,
      templateFolder,
      String(mostBatches),
    ]);
  for (const { mostBatches, killAfterMs } of kills) {
    const child = await recomputer(mostBatches);
    await child.lineWith(`batch ${mostBatches}`);
    await sleep(killAfterMs);
    child.signal("SIGKILL");
    expect(await child.ended).toBe("SIGKILL");
  }
  const inTheMiddle = await onStore(carriedOf);
  // All batches but the last of each process were surely written, and at most all that were begun.
  const begun = kills.reduce((sum, { mostBatches }) => sum + mostBatches, 0);
  expect(inTheMiddle).toBeGreaterThanOrEqual(2 * (begun - kills.length));
  expect(inTheMiddle).toBeLessThanOrEqual(2 * begun);
  expect(inTheMiddle % 2).toBe(0);

  const last = await recomputer(1_000);
  await last.lineWith("done");
  expect(await last.ended).toBe(0);
  await onStore(async (db) => {
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
