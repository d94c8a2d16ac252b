import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import type { DumpedTable } from "#server/db/dumped-tables.ts";
import { type ExportManifest, fileOfTable, manifestName, tablesLeftOut } from "#server/db/export-format.ts";
import { readExportedTables } from "#server/db/exported-tables.ts";
import { atOneMoment } from "#server/db/in-transaction.ts";
import { rowsByCursor } from "#server/db/rows-by-cursor.ts";

export type ExportSummary = { folder: string; rows: Record<string, number>; leftOut: Record<string, string> };

/** Something stands at the folder, or the folder cannot be made or filled. Nothing was left there. */
export class ExportNotWritable extends Error {
  override readonly name = "ExportNotWritable";
}

type ExportedFile = ExportManifest["files"][string];

/**
 * Writes everything that a workspace holds into a new folder, as of one moment. The folder appears complete and on disk,
 * or not at all. Files have mode 0600: they hold every memory and every log. Throws `ExportNotWritable`.
 */
export async function exportStore(
  db: Database,
  folder: string,
  { workspaceId, whenceVersion, now }: { workspaceId: string; whenceVersion: string; now: Date },
): Promise<ExportSummary> {
  try {
    return await writeExport(db, folder, { workspaceId, whenceVersion, now });
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new ExportNotWritable(`${folder} cannot be written: ${error.message}.`, { cause: error });
  }
}

async function writeExport(
  db: Database,
  folder: string,
  { workspaceId, whenceVersion, now }: { workspaceId: string; whenceVersion: string; now: Date },
): Promise<ExportSummary> {
  await assertFree(folder);
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const partial = `${folder}.partial-${randomUUID()}`;
  await mkdir(partial, { mode: 0o700 });
  try {
    const files = await writeTables(db, partial, workspaceId);
    const manifest: ExportManifest = {
      format: "whence-export",
      version: 1,
      whence_version: whenceVersion,
      exported_at: now.toISOString(),
      files: Object.fromEntries(files.map(({ table, file }) => [fileOfTable(table), file])),
      left_out: { ...tablesLeftOut },
    };
    await writeWhole(path.join(partial, manifestName), async (handle) => {
      await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    });
    await flushFolder(partial);
    await assertFree(folder);
    await rename(partial, folder);
    await flushFolder(path.dirname(folder));
    const rows = Object.fromEntries(files.map(({ table, file }) => [table, file.rows]));
    return { folder, rows, leftOut: { ...tablesLeftOut } };
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function writeTables(
  db: Database,
  folder: string,
  workspaceId: string,
): Promise<{ table: string; file: ExportedFile }[]> {
  return atOneMoment(db, async (tx) => {
    // Times are written in the zone of the session; the same rows are to give the same bytes wherever this runs.
    await tx.execute(sql`select set_config('timezone', 'UTC', true)`);
    const written: { table: string; file: ExportedFile }[] = [];
    for (const table of await readExportedTables(tx)) {
      const rows = rowsByCursor(tx, table, sql`workspace_id = ${workspaceId}`);
      written.push({ table: table.name, file: await writeTable(folder, table, rows) });
    }
    return written;
  });
}

async function writeTable(folder: string, table: DumpedTable, batches: AsyncIterable<string[]>): Promise<ExportedFile> {
  const hash = createHash("sha256");
  let rows = 0;
  await writeWhole(path.join(folder, fileOfTable(table.name)), async (handle) => {
    for await (const batch of batches) {
      const bytes = Buffer.from(batch.map((line) => `${line}\n`).join(""));
      hash.update(bytes);
      rows += batch.length;
      await handle.writeFile(bytes);
    }
  });
  return { rows, columns: table.columns, sha256: hash.digest("hex") };
}

async function writeWhole(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await write(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Windows opens no folder; there the file system orders a renaming after what it names.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function assertFree(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found) throw new ExportNotWritable(`${folder} exists already. An export is written into a folder of its own.`);
}
