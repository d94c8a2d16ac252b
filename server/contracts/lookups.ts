import { z } from "zod";
import { Cursor, Instant, Origin, PageLimit, ProjectSlug, ToolName } from "./fields.ts";
import { limits } from "./limits.ts";
import {
  BudgetUse,
  ContextPart,
  Degraded,
  degradedReasons,
  dropKinds,
  legNames,
  matchedKinds,
} from "./memory-context.ts";
import { lookupOperations, tierFilters } from "./vocabularies.ts";

export { lookupOperations, tierFilters };

export const LookupSummary = z.object({
  record_id: z.string(),
  lookup_id: z.string(),
  operation: z.enum(lookupOperations),
  evaluated_at: Instant,
  project: z.string().nullable(),
  session: z.string().nullable(),
  tool: z.string().nullable(),
  tier: z.int().nullable(),
  origin: Origin,
  /** First 200 code points of the masked failure or task. */
  summary: z.string(),
  found: z.int(),
  returned: z.int(),
  dropped: z.int(),
  degraded: z.array(z.string()),
  budget_limit: z.int(),
  budget_used: z.int(),
  duration_ms: z.int(),
});
export type LookupRow = z.infer<typeof LookupSummary>;

export const ListLookupsInput = z.object({
  tier: z.enum(tierFilters).optional(),
  tool: ToolName.optional(),
  project: ProjectSlug.optional(),
  operation: z.enum(lookupOperations).optional(),
  q: z.string().max(200).optional().describe("Part of the failure or task text."),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const ListLookupsOutput = z.object({ items: z.array(LookupSummary), next_cursor: z.string().nullable() });

/** What the lookups page offers to filter by. */
export const LookupFacetsOutput = z.object({
  tools: z.array(z.string()),
  projects: z.array(z.string()),
  newest_record_id: z.string().nullable(),
});

/** The number of records newer than `after` that match: what a live list announces. */
export const CountNewerLookupsInput = ListLookupsInput.omit({ cursor: true, limit: true }).extend({
  after: z.string().max(limits.nameBytes).nullable(),
});
export const CountNewerLookupsOutput = z.object({ count: z.int(), newest_record_id: z.string().nullable() });

/** Whether a candidate was returned, and if not, why not. */
export const candidateFates = ["returned", "dropped", "below_floor", "over_limit", "superseded", "duplicate"] as const;

export const LookupCandidate = z.object({
  kind: z.enum(["memory", "reference", "skill"]),
  id: z.string(),
  project: z.string().nullable(),
  level: z.string(),
  tier: z.int().nullable(),
  leg: z.enum(legNames),
  matched_kind: z.enum(matchedKinds).nullable(),
  raw_score: z.number(),
  score: z.number(),
  /** The floor of its leg at that time; a candidate below it abstains. */
  floor: z.number().nullable(),
  factors: z.record(z.string(), z.number()),
  fate: z.enum(candidateFates),
  tokens: z.int().nullable(),
  replaces: z.array(z.string()),
});

export const LegReport = z.object({
  leg: z.enum([...legNames, "embedder"]),
  status: z.enum(["answered", "skipped", ...degradedReasons]),
  /** Why a leg was skipped, or the class of its error; never its message, which may hold data. */
  note: z.string().nullable(),
  duration_ms: z.number(),
  fed_by: z.enum(["signature", "signature_source", "task", "tool"]).nullable(),
  candidates: z.int(),
});

/** The whole decision of one three-tier lookup: enough to explain and to recompute it. */
export const ContextRecord = z.object({
  id: z.string(),
  lookup_id: z.string(),
  operation: z.literal("memory.context"),
  request: z.object({
    tool: z.string().nullable(),
    task: z.string().nullable(),
    signature_source: z.object({ text: z.string(), bytes: z.int(), sha256: z.string() }).nullable(),
    signature_key: z.string().nullable(),
    project: z.string().nullable(),
    scope: z.enum(["project", "all-projects"]).nullable(),
    budget: z.int(),
    origin: Origin,
  }),
  session: z.string().nullable(),
  evaluated_at: Instant,
  policy: z.record(z.string(), z.union([z.number(), z.null()])),
  versions: z.object({
    tokenizer: z.string(),
    normaliser: z.string(),
    rerank: z.string(),
    graph_commit: z.string().nullable(),
    embedder: z.string().nullable(),
  }),
  corpus_seq: z.int(),
  signature: z
    .object({
      id: z.string(),
      tool: z.string(),
      inferred: z.boolean(),
      masked: z.string(),
      parts: z.array(ContextPart),
      notes: z.array(z.string()),
    })
    .nullable(),
  counts: z.object({ considered: z.int(), found: z.int(), returned: z.int(), dropped: z.int() }),
  legs: z.array(LegReport),
  candidates: z.array(LookupCandidate),
  truncated: z.boolean(),
  decision: z.object({
    tier: z.int().nullable(),
    lessons: z.array(z.string()),
    skills: z.array(z.string()),
  }),
  budget: BudgetUse,
  drops: z.array(z.object({ kind: z.enum(dropKinds), id: z.string(), tokens: z.int() })),
  degraded: z.array(Degraded),
  rendered: z.string(),
});
export type ContextRecordBody = z.infer<typeof ContextRecord>;

export const GetLookupInput = z.object({
  id: z.string().min(1).max(limits.nameBytes).describe("A `lookup_id` (lk_…) or a record id (att_…)."),
});
/**
 * `record` is the record as it was written: a three-tier record, or that of another operation, whose shape its
 * `operation` names.
 */
export const GetLookupOutput = z.object({
  record: z.looseObject({ id: z.string(), operation: z.enum(lookupOperations) }),
  summary: LookupSummary,
  same: z.array(z.string()),
  labels: z.array(z.object({ memory_id: z.string(), label: z.enum(["relevant", "control", "unsure"]) })),
});
