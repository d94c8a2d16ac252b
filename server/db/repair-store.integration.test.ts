import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failureCounts, memories } from "#drizzle/schema/schema.ts";
import { listBackups } from "#server/db/backups.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { RepairCutOff } from "#server/db/repair-leftovers.ts";
import { RepairImpossible, repairStore } from "#server/db/repair-store.ts";
import {
  type DamageBench,
  fingerprint,
  prepareDamageBench,
  rowsInAll,
  rowsInDump,
  storeOptions,
} from "#server/testing/damage-bench.ts";
import { damages } from "#server/testing/damaged-stores.ts";
import { expectRepaired } from "#server/testing/expect-repaired.ts";

let bench: DamageBench;
beforeAll(async () => {
  bench = await prepareDamageBench();
});
afterAll(() => bench.remove());

const named = (start: string) => {
  const damage = damages.find(({ name }) => name.startsWith(start));
  if (!damage) throw new Error(`No damage is called ${start}`);
  return damage;
};
const aFailure = { workspaceId: "w", headId: "v1:seen-by-nobody" };
const none = { inflict: async () => {} };

// One of each way out; the whole ladder is climbed by the long tests.
test.each(
  ["each segment of the write-ahead log cut", "the control file removed", "a page of a table flipped"].map(named),
)("E20: $name: repaired on a copy, with the original kept", (damage) => expectRepaired(bench, damage));

test("a store without damage is told so and left untouched", async () => {
  const dataDir = await bench.damaged({ ...named("a page of a table"), ...none });
  const before = await fingerprint(dataDir);
  const result = await repairStore({ ...storeOptions(), dataDir });
  expect(result).toMatchObject({ outcome: "sound" });
  await rm(path.join(dataDir, "lock"));
  expect(await fingerprint(dataDir)).toBe(before);
});

test("a store whose counts of failures are wrong is made anew with right ones, and nothing is lost", async () => {
  const dataDir = await bench.damaged({ ...named("a page of a table"), ...none });
  const store = await openDatabase({ dataDir }, storeOptions());
  await store.db.insert(failureCounts).values({ ...aFailure, projectId: "", seenCount: 3, lookups: 0, tier1Hits: 0 });
  await store.close();
  const result = await repairStore({ ...storeOptions(), dataDir });
  expect(result).toMatchObject({ outcome: "salvaged", lost: [], notes: [expect.stringContaining("1 failures")] });
  const repaired = await openDatabase({ dataDir }, storeOptions());
  expect(await repaired.db.$count(failureCounts)).toBe(0);
  expect(await repaired.db.$count(memories)).toBe(rowsInAll);
  await repaired.close();
});

test("without any dump an unreadable store stays as it was, and the message says what is left to do", async () => {
  const dataDir = await bench.damaged(named("the control file removed"));
  await rm(path.join(dataDir, "backups"), { recursive: true });
  const before = await fingerprint(path.join(dataDir, "pg"));
  const repair = repairStore({ ...storeOptions(), dataDir });
  await expect(repair).rejects.toThrow(RepairImpossible);
  await expect(repair).rejects.toThrow(/whence repair --from DUMP/);
  expect(await fingerprint(path.join(dataDir, "pg"))).toBe(before);
});

test("a named dump is loaded in place of a store that could be read", async () => {
  const dataDir = await bench.damaged({ ...named("a page of a table"), ...none });
  const [dump = ""] = await listBackups(dataDir);
  const from = path.join(dataDir, "elsewhere.dump.gz");
  await copyFile(dump, from);
  expect(await repairStore({ ...storeOptions(), dataDir, from })).toMatchObject({ outcome: "restored", lost: [] });
  const store = await openDatabase({ dataDir }, storeOptions());
  expect(await store.db.$count(memories)).toBe(rowsInDump);
  await store.close();
});

test("after a repair that was cut off no empty store is made in place of the old one", async () => {
  const dataDir = await bench.damaged({ ...named("a page of a table"), ...none });
  await mkdir(path.join(dataDir, "repair-abc"));
  await rename(path.join(dataDir, "pg"), path.join(dataDir, "pg.damaged-2026-11-29T12-00-00Z"));
  const open = openDatabase({ dataDir }, storeOptions());
  await expect(open).rejects.toThrow(RepairCutOff);
  await expect(open).rejects.toThrow(/Rename it back to pg/);
});
