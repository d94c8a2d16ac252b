import { z } from "zod";
import { severities } from "#server/domain/diagnostics/diagnostic.ts";
import { LogText, ProjectSlug, pointsText, RequestId, SessionName } from "./fields.ts";
import { MemoryContextOutput } from "./memory-context.ts";
import { RecallBeside } from "./search.ts";

export const SteerInput = z.object({
  output: LogText.describe("What the failing command printed, both streams; the last 1 MiB if it is longer."),
  project: ProjectSlug.optional().describe(
    "Repository as host/owner/name. Paths of which only the end was printed are then found in its indexed commit.",
  ),
  tool: pointsText(4_096)
    .refine((tool) => tool.trim() !== "", { message: "must not be empty" })
    .optional()
    .describe("Name of the tool or the command line that was run. Without it the format is detected."),
  root: pointsText(4_096)
    .optional()
    .describe("Absolute folder of the checkout as the tool saw it; paths in the answer are relative to it."),
  folder: pointsText(4_096)
    .optional()
    .describe("Folder below `root` in which the command ran, when it was not the root: relative paths begin there."),
  hops: z.coerce
    .number()
    .int()
    .min(0, { message: "0, 1 or 2" })
    .max(2, { message: "0, 1 or 2" })
    .optional()
    .describe(
      "Asks the language server of the checkout at `root`: 1 for where the names of a finding are declared, 2 for who uses them too. Only for callers on the server's machine; it starts a server that is installed there.",
    ),
  truncated: z.boolean().optional().describe("True when the beginning of the output was left out."),
  session: SessionName.optional(),
  request_id: RequestId.optional(),
});

export const SteerDiagnostic = z.object({
  file: z.string().nullable().describe("Relative to `root`, else as the tool printed it; null where none was named."),
  line: z.int().nullable(),
  column: z.int().nullable(),
  severity: z.enum(severities),
  code: z.string().nullable(),
  message: z.string(),
});

export const ReadNextFile = z.object({
  path: z.string(),
  line: z.int().optional(),
  reason: z.string(),
});

export const SteerOutput = z.object({
  diagnostics: z.array(SteerDiagnostic),
  /**
   * Files to open, in this order: at most 20 from the output itself, then what lessons of exactly this failure are about,
   * what a language server found, and files that change together with the first ones; each with its reason.
   */
  read_next: z.array(ReadNextFile),
  /** False when the output was cut, ends in the middle of a run, or not every diagnostic is listed. */
  complete: z.boolean(),
  /** What is already known about this failure; absent when the output holds none. */
  lookup: MemoryContextOutput.optional(),
  /** What the team server remembers of it: committed state, beside what was read and never in its place. */
  recall: RecallBeside.optional(),
  /** What the reader of the output did not understand or had to leave out; absent when there is nothing to say. */
  notes: z.array(z.string()).optional(),
});

export type SteerRequest = z.infer<typeof SteerInput>;
export type SteerAnswer = z.infer<typeof SteerOutput>;
export type SteerFile = z.infer<typeof ReadNextFile>;
