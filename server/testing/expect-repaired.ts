import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { memories } from "#drizzle/schema/schema.ts";
import { StoreUnusable } from "#server/db/describe-damage.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { repairStore } from "#server/db/repair-store.ts";
import {
  type DamageBench,
  dumpedAt,
  fingerprint,
  rowsInAll,
  rowsInDump,
  storeOptions,
} from "#server/testing/damage-bench.ts";
import type { Damage } from "#server/testing/damaged-stores.ts";

/** Repairs one damaged copy and holds the result against what the ladder says about that damage. */
export async function expectRepaired(bench: DamageBench, damage: Damage): Promise<void> {
  const dataDir = await bench.damaged(damage);
  const pgDir = path.join(dataDir, "pg");
  const before = await fingerprint(pgDir);
  const lines: string[] = [];
  const repair = repairStore({ ...storeOptions(), dataDir, report: (line) => lines.push(line) });
  if (damage.repair === "refused") {
    await expect(repair).rejects.toThrow(StoreUnusable);
    expect(await fingerprint(pgDir)).toBe(before);
    return;
  }
  const result = await repair;
  expect(result.outcome, lines.join("\n")).toBe(damage.repair);
  if (result.outcome === "sound") return;
  expect(await fingerprint(result.keptAs ?? ""), "the damaged store is kept as it was").toBe(before);
  expect((await readdir(dataDir)).filter((name) => name.startsWith("repair-"))).toEqual([]);

  const store = await openDatabase({ dataDir }, storeOptions());
  const rows = await store.db.select().from(memories).orderBy(memories.memoryId);
  await store.close();
  expect(rows.length).toBe(result.rows.memories);
  expect(rows.every(({ text, changeSeq }) => text === `lesson ${changeSeq} `.repeat(40))).toBe(true);
  if (damage.isComplete) {
    expect(rows.length).toBe(rowsInAll);
    expect(result.lost).toEqual([]);
  } else if (damage.repair === "restored") {
    expect(rows.length).toBe(rowsInDump);
    expect(result.lost).toEqual([`everything that was written after ${dumpedAt.toISOString()}`]);
  } else {
    expect(rows.length).toBeLessThan(rowsInAll);
    expect(result.lost).not.toEqual([]);
  }
  await rm(dataDir, { recursive: true });
}
