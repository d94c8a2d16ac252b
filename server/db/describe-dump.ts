import type { DumpSummary } from "#server/db/write-dump.ts";

/** One line for a person: where the dump is, its size, its rows in all and per table that has any. */
export function describeDump({ file, bytes, rows }: DumpSummary): string {
  const filled = Object.entries(rows).filter(([, count]) => count > 0);
  const total = filled.reduce((sum, [, count]) => sum + count, 0);
  const perTable = filled.map(([table, count]) => `${table} ${count}`).join(", ");
  return `Dump written to ${file}: ${sizeOf(bytes)}, ${total} rows${perTable ? ` (${perTable})` : ""}`;
}

/** With the unit that leaves at most four digits, for example "1.2 MB". */
function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
