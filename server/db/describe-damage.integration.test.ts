import { rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeDamage, StoreUnusable } from "#server/db/describe-damage.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { type DamageBench, fingerprint, prepareDamageBench, storeOptions } from "#server/testing/damage-bench.ts";
import { damages } from "#server/testing/damaged-stores.ts";

let bench: DamageBench;
beforeAll(async () => {
  bench = await prepareDamageBench();
});
afterAll(() => bench.remove());

/** An attempt to start may write these: process id, cached catalogue, and where the log stands. No row lives in them. */
const bookkeeping = /^(postmaster\.pid|pg_wal.*|global\/pg_control|.*pg_internal\.init)$/;
const tablesOf = (dataDir: string) => fingerprint(path.join(dataDir, "pg"), (name) => !bookkeeping.test(name));

test.each(damages.filter(({ kind }) => kind !== null))(
  "E20: $name: refused with folder, cause and remedy, and its tables untouched",
  async (damage) => {
    const dataDir = await bench.damaged(damage);
    const before = await tablesOf(dataDir);
    const error = await openDatabase({ dataDir }, storeOptions()).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(StoreUnusable);
    if (!(error instanceof StoreUnusable)) return;
    expect(error.kind).toBe(damage.kind);
    expect(error.message).toContain(dataDir);
    expect(error.message).toMatch(/^Likely cause: .{20,}$/m);
    expect(error.message).toMatch(/^What to do: .{20,}$/m);
    expect(error.message).toMatch(/^Postgres said: .{5,}$/m);
    if (error.isRepairable) {
      expect(error.message).toContain("whence repair");
      expect(error.message).toContain("2026-11-28T08-00-00Z-0000_init.dump.gz");
    }
    expect(await tablesOf(dataDir)).toBe(before);
    await rm(dataDir, { recursive: true });
  },
);

test.each(damages.filter(({ kind }) => kind === null))(
  "E20: $name: found by the statement that meets it, and described the same way",
  async (damage) => {
    const dataDir = await bench.damaged(damage);
    const store = await openDatabase({ dataDir }, storeOptions());
    const scans = ["seqscan", "indexscan", "bitmapscan"];
    const failures: unknown[] = [];
    for (const scan of scans) {
      // Each way of reading alone, so that both the table and its index are read.
      for (const other of scans)
        await store.db.execute(sql.raw(`set enable_${other} = ${other === scan ? "on" : "off"}`));
      const read = store.db.execute(sql`
        select text from memories where workspace_id = 'w' and memory_id >= '' order by workspace_id, memory_id`);
      await read.catch((error: unknown) => failures.push(error));
    }
    await store.close();
    const described = failures.flatMap((failure) => describeDamage(dataDir, failure) ?? []);
    expect(described.map(({ kind }) => kind)).toContain(
      damage.name.includes("removed") ? "file_missing" : "page_damaged",
    );
    await rm(dataDir, { recursive: true });
  },
);
