import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { columnList, type DumpedTable } from "#server/db/dumped-tables.ts";
import { executeRows } from "#server/db/execute-rows.ts";

/** Rows fetched at a time: an attention record may take hundreds of kilobytes. */
const batchRows = 200;

/** Rows of a table as JSON, in the order of its key; of those that `where` holds for. Inside a transaction only. */
export async function* rowsByCursor(tx: Database, table: DumpedTable, where?: SQL): AsyncGenerator<string[]> {
  const filter = where ? sql` where ${where}` : sql``;
  const order = table.key.length > 0 ? sql` order by ${columnList(table.key)}` : sql``;
  await tx.execute(sql`
    declare dumped no scroll cursor for
    select row_to_json(r)::text as line
    from (select ${columnList(table.columns)} from ${sql.identifier(table.name)}${filter}${order}) r`);
  for (;;) {
    const lines = await executeRows(tx, sql.raw(`fetch ${batchRows} from dumped`), (row) => row.text("line"));
    yield lines;
    if (lines.length < batchRows) break;
  }
  await tx.execute(sql`close dumped`);
}
