import { z } from "zod";

/**
 * An export of a workspace is a folder: one file of JSON lines for each table (`memories.jsonl`), and `manifest.json`.
 * A row is JSON as Postgres writes and reads it, in the order of its key, without what belongs to one store alone: the
 * workspace and the number of the change that wrote it. The manifest is written last.
 */
export const ExportManifest = z.strictObject({
  format: z.literal("whence-export"),
  version: z.literal(1),
  whence_version: z.string(),
  /** UTC, ISO 8601: the moment that all rows are of. */
  exported_at: z.string(),
  /** By file name. */
  files: z.record(
    z.string(),
    z.strictObject({
      rows: z.number().int().nonnegative(),
      columns: z.array(z.string()),
      /** Of the bytes of the file, in hex. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  /** Tables that are not in the folder, and why. */
  left_out: z.record(z.string(), z.string()),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

export const manifestName = "manifest.json";

/** Columns that mean something in one store only; whoever reads an export gives them anew. */
export const columnsOfOneStore: ReadonlySet<string> = new Set(["workspace_id", "change_seq"]);

export const tablesLeftOut: Readonly<Record<string, string>> = {
  access_keys: "secrets: a key belongs to the server that it opens",
  failure_counts: "derived: counting sightings gives it again",
  failure_days: "derived: counting sightings gives it again",
  idempotency: "transient: answers are kept for 24 hours so that a retry is safe",
  parsed_blobs: "derived: indexing a checkout gives it again",
  vectors: "derived: the embedder gives them again",
  workspaces: "a secret: it marks what this store puts before a model",
};

/** The folder is none of ours, is not whole, or was changed. */
export class ExportUnreadable extends Error {
  override readonly name = "ExportUnreadable";
  constructor(folder: string, why: string, options?: ErrorOptions) {
    super(`The export ${folder} cannot be read: ${why}.`, options);
  }
}

export function fileOfTable(table: string): string {
  return `${table}.jsonl`;
}
