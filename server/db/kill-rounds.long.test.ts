import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { openDatabase, type StoreTarget } from "#server/db/open-database.ts";
import { judgeLedger } from "#server/testing/judge-ledger.ts";
import { emptyLedger, killRound } from "#server/testing/kill-rounds.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { endChildren } from "#server/testing/run-child.ts";
import { createTestDatabase } from "#server/testing/stores.ts";

afterEach(endChildren);

/** Spread over the life of a process by golden steps, so that no two rounds fall on the same moment and a run can be repeated. */
const rounds = Array.from({ length: 50 }, (_, number) => {
  const spread = (number * 0.618_033_988_75) % 1;
  return {
    number,
    killAfterMs: Math.round(spread * 1_500),
    isEarly: number % 4 === 0,
    ...(number % 10 === 7 && { suspendMs: 3_000 }),
    ...(number % 5 === 3 && { signal: "SIGTERM" as const }),
    ...(number % 6 === 1 && { wrongHours: 2 }),
    ...(number % 6 === 4 && { wrongHours: -2 }),
  };
});

async function killAndJudge(target: StoreTarget): Promise<void> {
  const templateFolder = inject("storeTemplate").folder;
  const ledger = emptyLedger();
  for (const round of rounds) {
    await killRound(ledger, { ...round, target, templateFolder });
    // Judged after each tenth, so that a later round cannot cover up what an earlier one lost.
    if (round.number % 10 !== 9) continue;
    const store = await openDatabase(target, {
      migrationsFolder,
      templateFolder,
      whenceVersion: "0.0.0-test",
      startedAt: new Date(),
    });
    expect(await judgeLedger(store.db, ledger)).toEqual([]);
    await store.close();
  }
  // How many it is beyond that is a matter of the machine.
  expect(ledger.acknowledged.size).toBeGreaterThanOrEqual(rounds.filter(({ isEarly }) => !isEarly).length);
}

test("E20: 50 kills of the embedded store under load lose nothing acknowledged, double nothing, halve nothing", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-kill-"));
  await killAndJudge({ dataDir });
  await rm(dataDir, { recursive: true });
});

test("E20: 50 kills of a client of Postgres lose nothing acknowledged, double nothing, halve nothing", async () => {
  const { url, drop } = await createTestDatabase();
  await killAndJudge({ databaseUrl: url });
  await drop();
});
