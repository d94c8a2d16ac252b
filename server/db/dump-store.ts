import type { Database } from "#server/db/database.ts";
import { readDumpedTables, readDumpHeader } from "#server/db/dumped-tables.ts";
import { atOneMoment } from "#server/db/in-transaction.ts";
import { rowsByCursor } from "#server/db/rows-by-cursor.ts";
import { type DumpSummary, writeDump } from "#server/db/write-dump.ts";

/**
 * Writes every row of the store into `file`, as of one moment, and returns its size and row counts. Works on both
 * kinds of store. The file appears complete or not at all; an existing one is replaced. Mode 0600: it holds what the
 * store holds, secrets of workspaces included.
 */
export async function dumpStore(
  db: Database,
  file: string,
  origin: { whenceVersion: string; now: Date },
): Promise<DumpSummary> {
  return atOneMoment(db, async (tx) =>
    writeDump(file, {
      header: await readDumpHeader(tx, origin),
      tables: await readDumpedTables(tx),
      rowsOf: (table) => rowsByCursor(tx, table),
    }),
  );
}
