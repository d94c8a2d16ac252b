import { z } from "zod";
import { BulkUpsertOutput, RunId } from "./contexts.ts";
import { bytesText, pointsText, saidText } from "./fields.ts";
import { limits } from "./limits.ts";
import { verdicts } from "./prior-context.ts";

const Sentences = z.array(saidText(limits.reasonPoints)).max(100, { message: "at most 100" }).default([]);

export const CarryRunInput = z.object({
  path: saidText(4_096).describe("Folder of a checkout on the machine of the server."),
  run_id: RunId,
  task: saidText(limits.taskPoints),
  verdict: z.enum(verdicts, { message: "exactly pass or fail" }),
  diff: bytesText(limits.markdownBytes).describe("What the run changed, as git diff prints it."),
  files_not_read: z
    .array(z.object({ path: saidText(4_096), why: pointsText(limits.reasonPoints).default("") }))
    .max(2_000, { message: "at most 2000 files" })
    .default([]),
  invariants: Sentences.describe("Rules that the change relies on."),
  next_steps: Sentences,
  workspace: saidText(limits.nameBytes).default("default"),
});

export const CarryRunOutput = z.object({
  run_id: z.string(),
  diff_sha: z.string(),
  project: z.string(),
  /** Below the top of the checkout. */
  file: z.string(),
  files_touched: z.array(z.string()),
  results: BulkUpsertOutput.shape.results,
  notes: z.array(z.string()),
});
