import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { DumpFooter, DumpHeader, DumpUnreadable, TableMark } from "#server/db/dump-format.ts";

export type DumpContents = { header: DumpHeader; footer: DumpFooter };

/**
 * Reads a dump to its end and checks it: format, checksum, row counts. Throws `DumpUnreadable`, or the error of the
 * file system. Loading it afterwards meets no surprise.
 */
export async function checkDump(file: string): Promise<DumpContents> {
  const hash = createHash("sha256");
  const rows: Record<string, number> = {};
  let header: DumpHeader | undefined;
  let footer: DumpFooter | undefined;
  let table: string | undefined;
  try {
    for await (const line of linesOf(file)) {
      if (footer) throw new DumpUnreadable(file, "something follows its end");
      if (!line.startsWith("#")) {
        if (table === undefined) throw new DumpUnreadable(file, "a row stands outside of a table");
        rows[table] = (rows[table] ?? 0) + 1;
      } else {
        const mark: unknown = JSON.parse(line.slice(1));
        if (!header) header = DumpHeader.parse(mark);
        else if (isFooter(mark)) footer = DumpFooter.parse(mark);
        else {
          table = TableMark.parse(mark).table;
          rows[table] = 0;
        }
      }
      if (!footer) hash.update(`${line}\n`);
    }
  } catch (error) {
    if (error instanceof DumpUnreadable || isFileError(error)) throw error;
    throw new DumpUnreadable(file, "it is damaged, or no dump of Whence", { cause: error });
  }
  if (!header || !footer) throw new DumpUnreadable(file, "its end is missing");
  if (footer.sha256 !== hash.digest("hex")) throw new DumpUnreadable(file, "its checksum is wrong");
  for (const [name, count] of Object.entries(footer.rows)) {
    if (rows[name] !== count)
      throw new DumpUnreadable(file, `${name} should hold ${count} rows and holds ${rows[name]}`);
  }
  return { header, footer };
}

export type RowBatch = { table: string; columns: string[] /** JSON, one row each. */; rows: string[] };

const batchCharacters = 1_000_000;
const batchRows = 1_000;

/** The rows of a dump that `checkDump` has found good, in order, in batches of about a megabyte. */
export async function* rowBatchesOf(file: string): AsyncGenerator<RowBatch> {
  let batch: RowBatch | undefined;
  let characters = 0;
  for await (const line of linesOf(file)) {
    if (line.startsWith("#")) {
      if (batch && batch.rows.length > 0) yield batch;
      const mark = TableMark.safeParse(JSON.parse(line.slice(1)));
      batch = mark.success ? { ...mark.data, rows: [] } : undefined;
      characters = 0;
    } else if (batch) {
      batch.rows.push(line);
      characters += line.length;
      if (characters > batchCharacters || batch.rows.length === batchRows) {
        yield batch;
        batch = { ...batch, rows: [] };
        characters = 0;
      }
    }
  }
}

/** Only LF ends a line: the JSON of Postgres may hold U+2028, which Node's own line reader would split at. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const gunzip = source.pipe(createGunzip());
  source.once("error", (error) => gunzip.destroy(error));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of gunzip) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function isFooter(mark: unknown): boolean {
  return typeof mark === "object" && mark !== null && "sha256" in mark;
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
