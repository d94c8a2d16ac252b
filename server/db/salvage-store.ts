import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import * as schema from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { columnList, type DumpedTable, readDumpedTables, readDumpHeader } from "#server/db/dumped-tables.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { EngineStopped, type GuardedPGlite } from "#server/db/guarded-pglite.ts";
import { type DumpSummary, writeDump } from "#server/db/write-dump.ts";

export type Salvage = {
  dump: DumpSummary;
  /** One sentence for each thing that could not be read; empty when all of it could. */
  lost: string[];
};

/**
 * Reads whatever can be read from a copy of a damaged store into a dump. A page whose checksum is wrong counts as
 * empty: what it holds may be altered, and altered text is worse than missing text. Throws when the engine stops, or
 * when not even the list of tables can be read.
 */
export async function salvageStore(
  pg: GuardedPGlite,
  file: string,
  origin: { whenceVersion: string; now: Date },
): Promise<Salvage> {
  const db = drizzle({ client: pg, schema, casing: "snake_case" });
  // Before damaged pages count as empty: a list of tables or columns with a hole in it would pass for a whole one.
  const header = await readDumpHeader(db, origin);
  const tables = await readDumpedTables(db);
  const indexFiles = await readIndexFiles(db);
  const lost: string[] = [];
  const dump = await writeDump(file, {
    header,
    tables,
    rowsOf: (table) => readableRows(db, { table, indexFiles, lost }),
  });
  for (const { file, page } of zeroedPages(pg.log)) {
    if (!indexFiles.has(file)) lost.push(`${page} could not be read; the rows on it are lost`);
  }
  return { dump, lost };
}

const batchRows = 200;

type TableReading = {
  table: DumpedTable;
  /** Of all indexes, as Postgres names them: `base/5/16505`. An index is built anew, so damage to one loses nothing. */
  indexFiles: ReadonlySet<string>;
  lost: string[];
};

async function* readableRows(db: Database, reading: TableReading): AsyncGenerator<string[]> {
  const { table, lost } = reading;
  let places: string[];
  try {
    await setZeroing(db, "on");
    places = await executeRows(db, sql`select ctid::text as place from ${sql.identifier(table.name)}`, (row) =>
      row.text("place"),
    );
  } catch (error) {
    rethrowIfStopped(error);
    lost.push(`${table.name}: none of its rows could be read (${reasonOf(error)})`);
    return;
  }
  await compareWithIndex(db, reading, places.length);
  for (let start = 0; start < places.length; start += batchRows) {
    yield await rowsAt(db, table, places.slice(start, start + batchRows), lost);
  }
}

/** Reads rows by their place. A batch that fails is halved until the row that fails stands alone. */
async function rowsAt(db: Database, table: DumpedTable, places: readonly string[], lost: string[]): Promise<string[]> {
  try {
    return await executeRows(
      db,
      sql`select row_to_json(r)::text as line from (
            select ${columnList(table.columns)} from ${sql.identifier(table.name)}
            where ctid = any(${`{${places.map((place) => `"${place}"`).join(",")}}`}::tid[])
          ) r`,
      (row) => row.text("line"),
    );
  } catch (error) {
    rethrowIfStopped(error);
    if (places.length === 1) {
      lost.push(`${table.name}: the row at ${places[0]} could not be read (${reasonOf(error)})`);
      return [];
    }
    const half = places.length >> 1;
    const first = await rowsAt(db, table, places.slice(0, half), lost);
    return [...first, ...(await rowsAt(db, table, places.slice(half), lost))];
  }
}

/**
 * The primary key's index lies in another file than the table. Where it leads to rows that the table does not hold, the
 * end of the table is gone, which no checksum can tell.
 */
async function compareWithIndex(db: Database, { table, indexFiles, lost }: TableReading, found: number): Promise<void> {
  if (table.key.length === 0) return;
  try {
    await setZeroing(db, "off");
    await setScans(db, "off");
    const [indexed] = await executeRows(
      db,
      sql`select count(*) as rows from (
            select 1 from ${sql.identifier(table.name)} order by ${columnList(table.key)} offset 0
          ) r`,
      (row) => row.number("rows"),
    );
    if (indexed !== undefined && indexed > found) lost.push(`${table.name}: ${indexed - found} rows are missing`);
  } catch (error) {
    rethrowIfStopped(error);
    const reason = reasonOf(error);
    const file = /"(base\/\d+\/\d+)"/.exec(reason)?.[1];
    if (file !== undefined && indexFiles.has(file)) return;
    lost.push(`${table.name}: its index leads to rows that are missing or damaged (${reason})`);
  } finally {
    await setScans(db, "on");
    await setZeroing(db, "on");
  }
}

async function setZeroing(db: Database, value: "on" | "off"): Promise<void> {
  await db.execute(sql`select set_config('zero_damaged_pages', ${value}, false)`);
}

/** Off leaves the planner nothing but an index scan that visits each row. */
async function setScans(db: Database, value: "on" | "off"): Promise<void> {
  await db.execute(
    sql`select set_config(name, ${value}, false) from unnest(${`{${otherScans.join(",")}}`}::text[]) name`,
  );
}

async function readIndexFiles(db: Database): Promise<ReadonlySet<string>> {
  const files = await executeRows(
    db,
    sql`select pg_relation_filepath(indexrelid) as file from pg_index
        join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace`,
    (row) => row.text("file"),
  );
  return new Set(files);
}

const otherScans = ["enable_seqscan", "enable_bitmapscan", "enable_indexonlyscan", "enable_sort"];

/** Each damaged page once, as Postgres names it: `block 3 of relation "base/5/16384"`. */
function zeroedPages(log: readonly string[]): { file: string; page: string }[] {
  const pages = new Map<string, string>();
  for (const line of log) {
    const [, page, file] = /invalid page in (block \d+ of relation "([^"]+)"); zeroing/.exec(line) ?? [];
    if (page !== undefined && file !== undefined) pages.set(page, file);
  }
  return [...pages].map(([page, file]) => ({ file, page }));
}

function rethrowIfStopped(error: unknown): void {
  if (error instanceof EngineStopped || (error instanceof Error && error.cause instanceof EngineStopped)) throw error;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
