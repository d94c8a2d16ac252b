import { z } from "zod";
import { Instant, LogText, ProjectSlug, pointsText, SessionName } from "./fields.ts";
import { limits } from "./limits.ts";

/** `unknown`: the host does not say how the command ended; then its output decides. */
export const runVerdicts = ["pass", "fail", "unknown"] as const;
export const draftSkips = ["already_drafted", "lesson_exists", "no_signature"] as const;

const EventId = z.string().min(1).max(limits.nameBytes).describe("The host's id of the call: the same id counts once.");

/** Flat on purpose: what an event needs is checked where it is read, and some callers refuse unions. */
export const SessionEvent = z.object({
  id: EventId,
  kind: z.enum(["run", "edit"]),
  at: Instant.optional().describe("When it ended; now if absent."),
  command: pointsText(limits.commandPoints).optional().describe("Of a run."),
  verdict: z.enum(runVerdicts).default("unknown").describe("Of a run."),
  output: LogText.optional().describe("Of a run: what it printed. Of a failing one only the end matters."),
  path: pointsText(1_000).optional().describe("Of an edit: the repository-relative file."),
  diff: LogText.optional().describe("Of an edit: the change as a unified diff."),
});

export const ReportSessionInput = z.object({
  project: ProjectSlug,
  session: SessionName,
  events: z
    .array(SessionEvent)
    .max(1_000, { message: "at most 1000 events" })
    .default([])
    .describe("Commands and edits, in the order in which they happened."),
  ended: z.boolean().default(false),
});

export const ReportSessionOutput = z.object({
  session: z.string(),
  /** Events that were not known before. */
  events: z.int(),
  /** Lessons drafted from a command that failed and passed later. Inactive until approved. */
  drafts: z.array(z.object({ id: z.string(), signature_id: z.string() })),
  skipped: z.array(z.object({ signature_id: z.string().nullable(), reason: z.enum(draftSkips) })),
  /** What the session was given by its lookups so far. */
  given: z.object({ lookups: z.int(), items: z.int() }),
  /**
   * With the end of the session: how it went, and all that it is known to have changed, for a capsule. Null before, and
   * where nothing failed, because a pass alone is no verdict.
   */
  outcome: z.object({ verdict: z.enum(["pass", "fail"]), diff: z.string() }).nullable(),
  notes: z.array(z.string()),
});

export const BriefSessionInput = z.object({
  project: ProjectSlug,
  session: SessionName,
  task_text: pointsText(limits.taskPoints)
    .optional()
    .describe("What the session is about, as far as that is known; without it nothing is looked up."),
  current_nodes: z
    .array(pointsText(1_000))
    .max(limits.currentNodes, { message: `at most ${limits.currentNodes} nodes` })
    .optional(),
  budget: z
    .int()
    .min(0, { message: `0 to ${limits.budgetTokens}` })
    .max(limits.budgetTokens, { message: `0 to ${limits.budgetTokens}` })
    .default(2_000)
    .describe("Upper bound for `rendered`, in o200k_base tokens."),
});

export const BriefSessionOutput = z.object({
  session: z.string(),
  /** One untrusted block; empty when nothing bears on the session. */
  rendered: z.string(),
  counts: z.object({ decisions: z.int(), lessons: z.int(), invariants: z.int(), left_out: z.int() }),
  lookup_ids: z.array(z.string()),
  notes: z.array(z.string()),
});
