import { isReadableRecord } from "./is-readable-record.ts";

/** Why a row of an export cannot be taken, beyond what its columns say; null when it can. */
export function checkExportedRow(table: string, row: Record<string, unknown>): string | null {
  if (table !== "attention_records") return null;
  const isReadable = typeof row.record === "string" && isReadableRecord(row.record);
  return isReadable ? null : "record is no attention record that this version can read";
}
