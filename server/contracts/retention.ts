import { z } from "zod";
import { RequestId } from "./fields.ts";

export const SweepRetentionInput = z.object({
  limit: z
    .int()
    .min(1, { message: "1 to 1000" })
    .max(1_000, { message: "1 to 1000" })
    .default(100)
    .describe("Most rows of each kind that one call removes."),
  request_id: RequestId.optional(),
});

/** What one batch removed; `more` says that another call would find more. */
export const SweepRetentionOutput = z.object({
  removed: z.object({
    /** Reasoning and raw evidence; each leaves a tombstone. */
    memories: z.int(),
    /** Rendered answers taken out of records because they held text of such a memory. */
    rendered: z.int(),
    request_texts: z.int(),
    records: z.int(),
    labels: z.int(),
    /** What hosts told of sessions: commands that failed or passed, edits, ends. */
    session_events: z.int(),
    kept_answers: z.int(),
  }),
  more: z.boolean(),
});

export type RetentionRemoved = z.infer<typeof SweepRetentionOutput>["removed"];
