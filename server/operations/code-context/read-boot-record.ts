import type { BootRecord } from "#server/domain/code-context/boot-record.ts";

/** A stored record of a SCOPE. What wrote it was `commitBoot`, and rows are append-only, so its shape is taken on trust. */
export function readBootRecord(json: string): BootRecord {
  return JSON.parse(json);
}
