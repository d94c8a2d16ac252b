import { sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { readDumpedTables, readDumpHeader } from "#server/db/dumped-tables.ts";
import { withoutTransactionLimit } from "#server/db/guarded-pglite.ts";
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
  const dump = () =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
        await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
        return writeDump(file, {
          header: await readDumpHeader(tx, origin),
          tables: await readDumpedTables(tx),
          rowsOf: (table) => rowsByCursor(tx, table),
        });
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
  return withoutTransactionLimit(dump);
}
