import { sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { recountStore } from "#server/db/failure-counts.ts";
import { withoutTransactionLimit } from "#server/db/guarded-pglite.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { type MigrateOptions, migrateStore, planFor, planMigrations } from "#server/db/migrate.ts";
import { readMigrationFiles } from "#server/db/migration-files.ts";
import { checkDump, type DumpContents, type RowBatch, rowBatchesOf } from "#server/db/read-dump.ts";

/** A dump is only loaded into a store that holds nothing: two histories cannot be merged. */
export class StoreNotEmpty extends Error {
  override readonly name = "StoreNotEmpty";
  constructor(table: string) {
    super(`The store is not empty: ${table} holds rows. A dump is loaded into an empty store only.`);
  }
}

/**
 * Loads a dump into an empty store, in one transaction, and brings it to the present schema. The store may be new
 * (no migration applied) or stand where the dump stood. Returns the rows loaded per table.
 * Throws `DumpUnreadable`, `StoreNotEmpty`, `StoreIsNewer` (the dump is) or `MigrationEdited`; the store is then as it was.
 */
export async function restoreDump(
  db: Database,
  file: string,
  options: MigrateOptions,
): Promise<{ rows: Record<string, number>; dump: DumpContents }> {
  const dump = await checkDump(file);
  const lastTag = await lastMigrationOf(dump, options);
  const { current, pending } = await planMigrations(db, { ...options, upTo: lastTag });
  if (pending.length > 0) await migrateStore(db, { ...options, upTo: lastTag });
  else if (current !== lastTag) {
    throw new Error(`The dump was made at ${lastTag}; the store stands at ${current}. Load it into a new database.`);
  }
  const load = () =>
    inTransaction(db, async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
      await assertEmpty(tx, Object.keys(dump.footer.rows));
      const rows: Record<string, number> = Object.fromEntries(Object.keys(dump.footer.rows).map((table) => [table, 0]));
      for await (const batch of rowBatchesOf(file)) {
        rows[batch.table] = (rows[batch.table] ?? 0) + (await insertBatch(tx, batch));
      }
      return rows;
    });
  const rows = await withoutTransactionLimit(load);
  await migrateStore(db, options);
  // A dump that was read out of a damaged store may lack rows of what is counted, or of the counts.
  await withoutTransactionLimit(() => inTransaction(db, recountStore));
  return { rows, dump };
}

/** Whether a store that was made with all present migrations can take this dump as it is. */
export async function isDumpOfPresentSchema(dump: DumpContents, options: MigrateOptions): Promise<boolean> {
  const files = await readMigrationFiles(options.folder);
  return (await lastMigrationOf(dump, options)) === files.at(-1)?.tag;
}

async function lastMigrationOf({ header }: DumpContents, options: MigrateOptions): Promise<string> {
  const files = await readMigrationFiles(options.folder);
  const applied = header.migrations.map((row) => ({ ...row, whenceVersion: header.whence_version }));
  const { current } = planFor(files, applied, options);
  if (current === null) throw new Error("The dump was made from a store without any table.");
  return current;
}

async function assertEmpty(tx: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const rows = await executeRows(tx, sql`select 1 as one from ${sql.identifier(table)} limit 1`, () => true);
    if (rows.length > 0) throw new StoreNotEmpty(table);
  }
}

/**
 * Inserts rows as Postgres wrote them, and returns how many. Rows whose key is there already are left out: a repaired
 * store may show two versions of one row.
 */
export async function insertBatch(tx: Database, { table, columns, rows }: RowBatch): Promise<number> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const counts = await executeRows(
    tx,
    sql`
      with added as (
        insert into ${sql.identifier(table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${sql.identifier(table)}, ${`[${rows.join(",")}]`}::json)
        on conflict do nothing returning 1
      ) select count(*) as count from added`,
    (row) => row.number("count"),
  );
  return counts[0] ?? 0;
}
