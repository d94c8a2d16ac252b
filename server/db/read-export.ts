import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as schema from "#drizzle/schema/schema.ts";
import type { DumpedTable } from "#server/db/dumped-tables.ts";
import { ExportManifest, ExportUnreadable, fileOfTable, manifestName } from "#server/db/export-format.ts";

export type ReadExport = {
  folder: string;
  manifest: ExportManifest;
  /** Those of this store that the export holds a file of, in byte order of their names, with the file's columns. */
  tables: { name: string; columns: string[]; rows: number }[];
};

const manifestBytes = 1024 * 1024;
/** An indexed repository is one row, in hex. */
const lineCharacters = 256 * 1024 * 1024;

/**
 * Reads an export to its end and checks all of it: the manifest, that every table and column is one of `known`, the
 * checksums, the number of rows, that each row has the columns that the manifest says and only words that this version
 * knows. Throws `ExportUnreadable`, naming the file and line.
 */
export async function checkExport(
  folder: string,
  { known, checkRow }: { known: readonly DumpedTable[]; checkRow(table: string, row: ExportedRow): string | null },
): Promise<ReadExport> {
  const manifest = await readManifest(folder);
  const tables: ReadExport["tables"] = [];
  for (const [file, { columns, rows }] of Object.entries(manifest.files)) {
    const table = known.find(({ name }) => fileOfTable(name) === file);
    if (!table) throw new ExportUnreadable(folder, `this version knows no ${shown(file)}`);
    const unknown = columns.find((column) => !table.columns.includes(column));
    if (unknown !== undefined) {
      throw new ExportUnreadable(folder, `${file} has a column ${shown(unknown)}, which this version does not know`);
    }
    if (new Set(columns).size !== columns.length) throw new ExportUnreadable(folder, `${file} names a column twice`);
    tables.push({ name: table.name, columns, rows });
  }
  tables.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const table of tables) await checkFile(folder, manifest, table, checkRow);
  return { folder, manifest, tables };
}

export type ExportedRow = Record<string, unknown>;

async function readManifest(folder: string): Promise<ExportManifest> {
  const file = path.join(folder, manifestName);
  const found = await lstat(file).catch(() => null);
  if (!found) throw new ExportUnreadable(folder, `it holds no ${manifestName}`);
  if (!found.isFile() || found.size > manifestBytes) {
    throw new ExportUnreadable(folder, `${manifestName} is no file of at most ${manifestBytes} bytes`);
  }
  try {
    return ExportManifest.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new ExportUnreadable(folder, `${manifestName} is damaged, or of another program or version`, {
      cause: error,
    });
  }
}

async function checkFile(
  folder: string,
  manifest: ExportManifest,
  table: ReadExport["tables"][number],
  checkRow: (table: string, row: ExportedRow) => string | null,
): Promise<void> {
  const file = fileOfTable(table.name);
  const hash = createHash("sha256");
  const columns = new Set(table.columns);
  const words = wordsOf(table.name);
  let line = 0;
  const refuse = (why: string) => new ExportUnreadable(folder, `${file}, line ${line}: ${why}`);
  for await (const text of linesOf(folder, file, (bytes) => hash.update(bytes))) {
    line++;
    const row = parseRow(text);
    if (row === null) throw refuse("is no JSON object");
    const keys = Object.keys(row);
    const strange = keys.find((key) => !columns.has(key));
    if (strange !== undefined) throw refuse(`has a column ${shown(strange)} that the manifest does not name`);
    if (keys.length !== columns.size) throw refuse("lacks a column that the manifest names");
    for (const [column, known] of words) {
      const value = row[column];
      if (typeof value === "string" && !known.has(value))
        throw refuse(`${column} is ${shown(value)}, which is unknown`);
    }
    const fault = checkRow(table.name, row);
    if (fault !== null) throw refuse(fault);
  }
  if (line !== table.rows)
    throw new ExportUnreadable(folder, `${file} should hold ${table.rows} rows and holds ${line}`);
  if (manifest.files[file]?.sha256 !== hash.digest("hex")) {
    throw new ExportUnreadable(folder, `the checksum of ${file} is wrong`);
  }
}

/** The columns of a table that hold one of a few words. */
function wordsOf(table: string): Map<string, ReadonlySet<string>> {
  const words = new Map<string, ReadonlySet<string>>();
  for (const declared of Object.values(schema)) {
    if (!is(declared, PgTable) || getTableName(declared) !== table) continue;
    for (const [name, column] of Object.entries(getTableColumns(declared))) {
      if (column.enumValues && column.enumValues.length > 0) words.set(snakeCase(name), new Set(column.enumValues));
    }
  }
  return words;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const batchCharacters = 1_000_000;
const batchRows = 1_000;

/** The rows of a table of an export that `checkExport` has found good, in order, in batches of about a megabyte. */
export async function* exportBatchesOf(
  read: ReadExport,
  table: ReadExport["tables"][number],
): AsyncGenerator<string[]> {
  const hash = createHash("sha256");
  const file = fileOfTable(table.name);
  let rows: string[] = [];
  let characters = 0;
  for await (const line of linesOf(read.folder, file, (bytes) => hash.update(bytes))) {
    rows.push(line);
    characters += line.length;
    if (characters > batchCharacters || rows.length === batchRows) {
      yield rows;
      rows = [];
      characters = 0;
    }
  }
  if (rows.length > 0) yield rows;
  if (read.manifest.files[file]?.sha256 !== hash.digest("hex")) {
    throw new ExportUnreadable(read.folder, `${file} was changed while it was read`);
  }
}

/** Only LF ends a line: the JSON of Postgres may hold U+2028. Every line has its end, or the file was cut off. */
async function* linesOf(folder: string, file: string, see: (bytes: Buffer) => void): AsyncGenerator<string> {
  const place = path.join(folder, file);
  const found = await lstat(place).catch(() => null);
  if (!found?.isFile()) throw new ExportUnreadable(folder, `${file} is missing`);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // The line so far in pieces: joining them at each chunk would take quadratic time on a long line.
  let pieces: string[] = [];
  let characters = 0;
  for await (const chunk of createReadStream(place)) {
    const bytes = Buffer.from(chunk);
    see(bytes);
    const [first = "", ...others] = decoded(decoder, bytes, folder, file).split("\n");
    pieces.push(first);
    characters += first.length;
    if (characters > lineCharacters) {
      throw new ExportUnreadable(folder, `${file} has a line of over ${lineCharacters} characters`);
    }
    const rest = others.pop();
    if (rest === undefined) continue;
    yield pieces.join("");
    yield* others;
    pieces = [rest];
    characters = rest.length;
  }
  if (characters > 0) throw new ExportUnreadable(folder, `${file} was cut off`);
}

function decoded(decoder: TextDecoder, bytes: Buffer, folder: string, file: string): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw new ExportUnreadable(folder, `${file} is no UTF-8 text`, { cause: error });
  }
}

function parseRow(text: string): ExportedRow | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** A name from a file, short and without what moves a cursor. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
