import type { Database } from "#server/db/database.ts";
import { type DumpedTable, readDumpedTables } from "#server/db/dumped-tables.ts";
import { columnsOfOneStore, tablesLeftOut } from "#server/db/export-format.ts";

/** The tables that an export holds, in byte order of their names, with the columns that it holds of each. */
export async function readExportedTables(db: Database): Promise<DumpedTable[]> {
  const tables = await readDumpedTables(db);
  return tables
    .filter(({ name }) => !Object.hasOwn(tablesLeftOut, name))
    .map(({ name, columns, key }) => ({
      name,
      columns: columns.filter((column) => !columnsOfOneStore.has(column)),
      key,
    }));
}
