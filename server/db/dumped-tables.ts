import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import type { DumpHeader } from "#server/db/dump-format.ts";
import { executeRows } from "#server/db/execute-rows.ts";

export type DumpedTable = {
  name: string;
  columns: string[] /** Columns of the primary key, in its order. */;
  key: string[];
};

/**
 * The tables of the store in byte order of their names, generated columns left out. Asked of the store itself: a dump
 * before a migration meets tables that this version's schema no longer knows.
 */
export async function readDumpedTables(db: Database): Promise<DumpedTable[]> {
  const found = await executeRows(
    db,
    sql`
      select c.relname as table_name, a.attname as column_name,
             coalesce(array_position(k.conkey::int2[], a.attnum), 0) as key_position
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by c.relname collate "C", a.attnum`,
    (row) => ({ table: row.text("table_name"), column: row.text("column_name"), position: row.number("key_position") }),
  );
  const tables = new Map<string, { columns: string[]; key: { column: string; position: number }[] }>();
  for (const { table, column, position } of found) {
    const known = tables.get(table) ?? { columns: [], key: [] };
    known.columns.push(column);
    if (position > 0) known.key.push({ column, position });
    tables.set(table, known);
  }
  return [...tables].map(([name, { columns, key }]) => ({
    name,
    columns,
    key: key.sort((a, b) => a.position - b.position).map(({ column }) => column),
  }));
}

export async function readDumpHeader(
  db: Database,
  { whenceVersion, now }: { whenceVersion: string; now: Date },
): Promise<DumpHeader> {
  const migrations = await executeRows(
    db,
    sql`select coalesce(tag, '') as tag, hash, created_at from drizzle.__drizzle_migrations order by created_at, id`,
    (row) => ({ tag: row.text("tag"), hash: row.text("hash"), when: row.number("created_at") }),
  );
  return {
    format: "whence-dump",
    version: 1,
    whence_version: whenceVersion,
    created_at: now.toISOString(),
    migrations,
  };
}

export function columnList(columns: readonly string[]): SQL {
  return sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
}
