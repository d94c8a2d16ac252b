import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { memories, workspaces } from "#drizzle/schema/schema.ts";
import { backupFile } from "#server/db/backups.ts";
import type { Database } from "#server/db/database.ts";
import { dumpStore } from "#server/db/dump-store.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { copyDamaged, type Damage, type StoreFiles } from "#server/testing/damaged-stores.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";

export const rowsInDump = 300;
export const rowsInAll = 400;
/** Of the dump that lies in every damaged copy. */
export const dumpedAt = new Date("2026-11-28T08:00:00Z");

export type DamageBench = {
  /** A data folder that holds a damaged copy of the store, and a dump that is 100 rows older. */
  damaged(damage: Damage): Promise<string>;
  remove(): Promise<void>;
};

export const storeOptions = () => ({
  migrationsFolder,
  templateFolder: inject("storeTemplate").folder,
  whenceVersion: "0.0.0-test",
  startedAt: new Date("2026-11-29T12:00:00Z"),
});

/** Makes one store with 400 memories, to be damaged in copies. */
export async function prepareDamageBench(): Promise<DamageBench> {
  const parent = await mkdtemp(path.join(tmpdir(), "whence-damage-"));
  const whole = path.join(parent, "whole");
  const store = await openDatabase({ dataDir: whole }, storeOptions());
  await addMemories(store.db, 0, rowsInDump);
  const dump = backupFile(whole, { now: dumpedAt, tag: "0000_init" });
  await dumpStore(store.db, dump, { whenceVersion: "0.0.0-test", now: dumpedAt });
  await addMemories(store.db, rowsInDump, rowsInAll);
  const files = await filesOf(store.db);
  await store.close();
  let copies = 0;
  return {
    async damaged(damage) {
      copies += 1;
      const dataDir = path.join(parent, `copy-${copies}`);
      await mkdir(path.join(dataDir, "backups"), { recursive: true });
      await copyDamaged(path.join(whole, "backups"), path.join(dataDir, "backups"), { inflict: async () => {} }, files);
      await copyDamaged(path.join(whole, "pg"), path.join(dataDir, "pg"), damage, files);
      return dataDir;
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

/** Names and contents of every file: equal before and after means that nothing was touched. */
export async function fingerprint(folder: string, isCounted = (_name: string) => true): Promise<string> {
  const hash = createHash("sha256");
  for (const name of (await readdir(folder, { recursive: true })).filter(isCounted).sort()) {
    const at = path.join(folder, name);
    hash.update(name);
    if ((await stat(at)).isFile()) hash.update(await readFile(at));
  }
  return hash.digest("hex");
}

async function addMemories(db: Database, from: number, to: number): Promise<void> {
  const createdAt = new Date("2026-11-28T07:00:00Z");
  await db.insert(workspaces).values({ workspaceId: "w", name: "w", secret: "00", createdAt }).onConflictDoNothing();
  const rows = Array.from({ length: to - from }, (_, index) => ({
    workspaceId: "w",
    memoryId: `mem_${String(from + index).padStart(4, "0")}`,
    projectId: "p",
    level: "L1" as const,
    kind: "lesson" as const,
    text: `lesson ${from + index} `.repeat(40),
    contentHash: "h",
    changeSeq: from + index,
    createdAt,
  }));
  await db.insert(memories).values(rows);
}

async function filesOf(db: Database): Promise<StoreFiles> {
  const [files] = await executeRows(
    db,
    sql`select pg_relation_filepath('memories') as "table",
               pg_relation_filepath('memories_workspace_id_memory_id_pk') as key,
               pg_relation_filepath('pg_class') as catalogue`,
    (row) => ({ table: row.text("table"), key: row.text("key"), catalogue: row.text("catalogue") }),
  );
  if (!files) throw new Error("unreachable: a select without from gives one row");
  return files;
}
