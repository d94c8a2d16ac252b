import { z } from "zod";

/**
 * A logical dump: gzipped text, one line each. Lines that start with `#` are marks, all others are rows as JSON, as
 * Postgres writes and reads them. No line is ever parsed into JavaScript numbers, so nothing loses precision.
 *
 *     #{"format":"whence-dump","version":1,…}     DumpHeader
 *     #{"table":"memories","columns":[…]}         TableMark
 *     {"workspace_id":"w",…}                      one row a line, ordered by primary key
 *     #{"rows":{"memories":1},"sha256":"…"}       DumpFooter; a dump without it was cut off
 */
export const DumpHeader = z.object({
  format: z.literal("whence-dump"),
  version: z.literal(1),
  whence_version: z.string(),
  /** UTC, ISO 8601. */
  created_at: z.string(),
  /** The migrations that the store had applied, oldest first. */
  migrations: z.array(z.object({ tag: z.string(), hash: z.string(), when: z.number() })),
});
export type DumpHeader = z.infer<typeof DumpHeader>;

export const TableMark = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableMark = z.infer<typeof TableMark>;

/** `sha256` is of every byte before this line, uncompressed. */
export const DumpFooter = z.object({ rows: z.record(z.string(), z.number().int().nonnegative()), sha256: z.string() });
export type DumpFooter = z.infer<typeof DumpFooter>;

/** The dump is cut off, was changed, or is none of ours. */
export class DumpUnreadable extends Error {
  override readonly name = "DumpUnreadable";
  constructor(file: string, why: string, options?: ErrorOptions) {
    super(`The dump ${file} cannot be read: ${why}.`, options);
  }
}
