import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { DumpFooter, DumpHeader, TableMark } from "#server/db/dump-format.ts";
import type { DumpedTable } from "#server/db/dumped-tables.ts";

export type DumpSource = {
  header: DumpHeader;
  tables: readonly DumpedTable[];
  /** Batches of rows as JSON, in the order in which they are to be written. */
  rowsOf(table: DumpedTable): AsyncIterable<string[]>;
};

export type DumpSummary = { file: string; bytes: number; rows: Record<string, number> };

/** Writes a dump; `file` appears complete and on disk, or not at all. Throws what the source or the file system throws. */
export async function writeDump(file: string, source: DumpSource): Promise<DumpSummary> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.partial`;
  try {
    const rows = await writeLines(partial, source);
    await flush(partial);
    await rename(partial, file);
    return { file, bytes: (await stat(file)).size, rows };
  } finally {
    await rm(partial, { force: true });
  }
}

async function writeLines(file: string, { header, tables, rowsOf }: DumpSource): Promise<Record<string, number>> {
  const gzip = createGzip();
  const done = finished(gzip.pipe(createWriteStream(file, { mode: 0o600 })));
  // A failed write is awaited at the end; until then it must not count as unhandled.
  done.catch(() => {});
  const hash = createHash("sha256");
  const write = async (line: string) => {
    const bytes = Buffer.from(`${line}\n`);
    hash.update(bytes);
    if (!gzip.write(bytes)) await Promise.race([once(gzip, "drain"), done]);
  };
  try {
    await write(mark(header));
    const rows: Record<string, number> = {};
    for (const table of tables) {
      await write(mark({ table: table.name, columns: table.columns }));
      rows[table.name] = 0;
      for await (const batch of rowsOf(table)) {
        for (const line of batch) await write(line);
        rows[table.name] = (rows[table.name] ?? 0) + batch.length;
      }
    }
    gzip.end(`${mark({ rows, sha256: hash.digest("hex") })}\n`);
    await done;
    return rows;
  } catch (error) {
    gzip.destroy();
    throw error;
  }
}

function mark(value: DumpHeader | TableMark | DumpFooter): string {
  return `#${JSON.stringify(value)}`;
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
