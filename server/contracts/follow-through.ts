import { z } from "zod";
import { Instant, Origin, ProjectSlug } from "./fields.ts";
import { limits } from "./limits.ts";

export const followKinds = ["passed", "failed_again", "not_passed", "nothing_later", "nothing_returned"] as const;

export const FollowThroughInput = z.object({
  id: z.string().min(1).max(limits.nameBytes).describe("A `lookup_id` (lk_…) or a record id (att_…)."),
});

/** What came after one lookup in its session. An association: nothing here says that the lookup caused it. */
export const FollowThroughOutput = z.object({
  record_id: z.string(),
  lookup_id: z.string(),
  kind: z.enum(followKinds),
  /** The first pass within 24 hours, and how it was recorded. */
  passed_at: Instant.nullable(),
  failed_again_at: Instant.nullable(),
  /** In order of time; at most 100. */
  events: z.array(
    z.object({
      at: Instant,
      kind: z.enum(["outcome", "failure", "run", "edit", "end"]),
      verdict: z.enum(["pass", "fail"]).nullable(),
      /** The command of a run. */
      command: z.string().nullable(),
      signature_id: z.string().nullable(),
      is_same_failure: z.boolean(),
      memory_id: z.string().nullable(),
    }),
  ),
  /** Files that the session touched afterwards; `named_by` holds the returned memories that named them. */
  files: z.array(z.object({ path: z.string(), named_by: z.array(z.string()) })),
  note: z.string(),
});

export const FollowThroughRateInput = z.object({
  project: ProjectSlug.optional(),
  origin: Origin.optional(),
  days: z.coerce.number().int().min(1, { message: "1 to 365" }).max(365, { message: "1 to 365" }).default(30),
});

export const FollowThroughRateOutput = z.object({
  /** Null when no lookup counts. */
  rate: z.number().nullable(),
  passed: z.int(),
  /** Lookups with at least one returned item and any later event. */
  counted: z.int(),
  failed_again: z.int(),
  not_passed: z.int(),
  /** Lookups that returned something and of which nothing more was heard. */
  nothing_later: z.int(),
  days: z.int(),
  by_origin: z.array(z.object({ origin: Origin, passed: z.int(), counted: z.int() })),
  definition: z.string(),
  note: z.string(),
});

export const ShownLookupInput = FollowThroughInput;
export const ShownLookupOutput = z.object({ record_id: z.string(), lookup_id: z.string(), rendered: z.string() });
