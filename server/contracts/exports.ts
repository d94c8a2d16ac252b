import { z } from "zod";

/** A folder of the machine of the store; only a caller on that machine may name one. */
const Folder = z
  .string()
  .min(1, { message: "must not be empty" })
  .max(4_096, { message: "at most 4096 characters" })
  .refine((folder) => /^(?:[/\\]|[A-Za-z]:[/\\])/.test(folder), { message: "must be an absolute path" });

export const ExportInput = z.object({
  folder: Folder.describe("Absolute path on the machine of the store, where nothing stands yet."),
});

export const ExportOutput = z.object({
  folder: z.string(),
  rows: z.record(z.string(), z.int()).describe("By table."),
  left_out: z.record(z.string(), z.string()).describe("Tables that are not in the export, and why."),
});

export const ImportExportInput = z.object({
  folder: Folder.describe("Absolute path of an export on the machine of the store."),
  dry_run: z.boolean().default(false).describe("Only say what would come in."),
});

const counts = {
  found: z.int(),
  added: z.int(),
  known: z.int().describe("Here already, and left as they are."),
  left_out: z.int().describe("They would say something else here than where they come from."),
};

export const ImportExportOutput = z.object({
  dry_run: z.boolean(),
  exported_at: z.string(),
  whence_version: z.string(),
  ...counts,
  files: z.record(z.string(), z.object(counts)),
  notes: z.array(z.string()).describe("One sentence for each thing that differs here and stays as it is."),
});
