import { z } from "zod";
import { signatureMarks } from "#server/domain/signature-groups/signature-change.ts";
import { LogText, Origin, ProjectSlug, pointsText, RequestId, Scope, SessionName, ToolName } from "./fields.ts";
import { limits } from "./limits.ts";

export const legNames = ["signature", "symptom", "text", "reference", "skills"] as const;
export const matchedKinds = ["signature", "symptom", "text", "tool", "reference"] as const;
/** `indexing`: the indexes are still being built after a start, and what stands in the store is not all searched yet. */
export const degradedReasons = ["timeout", "failed", "nonsense", "indexing"] as const;
export const dropKinds = ["reference", "memory", "skill"] as const;

/**
 * At least one of `tool`, `task`, `signature_source` is checked by the operation and not by the schema, because a rule
 * across fields would put a union at the root and some tool callers refuse such schemas.
 */
export const MemoryContextInput = z.object({
  tool: ToolName.optional(),
  task: pointsText(limits.taskPoints).optional().describe("What you are about to do, in your own words."),
  signature_source: LogText.optional().describe(
    "Raw output of the failing command; the last 1 MiB if it is longer. The tool is inferred if `tool` is absent.",
  ),
  signature_key: z
    .string()
    .min(1)
    .max(limits.nameBytes)
    .optional()
    .describe("Tells apart failures that look alike but are not the same to you. Hashed into the signature."),
  project: ProjectSlug.optional(),
  scope: Scope.optional().describe(
    "Default: failures are searched in all projects you may read, tasks in the given project only.",
  ),
  budget: z
    .int()
    .min(0, { message: `0 to ${limits.budgetTokens}` })
    .max(limits.budgetTokens, { message: `0 to ${limits.budgetTokens}` })
    .optional()
    .describe("Upper bound for lessons and skills together, in o200k_base tokens. Default 6000."),
  request_id: RequestId.optional(),
  session: SessionName.optional(),
  origin: Origin.optional().describe("`injected` when a hook asks on its own, `asked` otherwise."),
});

export const Parent = z.object({ level: z.enum(["L0", "L1", "L2"]), source: z.string().min(1).max(1_000) });

/** `raw_score` is the leg's own measure, `score` the rerank score; both in [0, 1]. Ordered by tier, level, `score`, `id`. */
export const ContextLesson = z.object({
  tier: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  level: z.enum(["L1", "L2", "R"]),
  id: z.string(),
  project: z.string().nullable(),
  /** Of the session that left it; null for documentation and for memories without one. */
  session: z.string().nullable(),
  matched_kind: z.enum(matchedKinds),
  score: z.number(),
  raw_score: z.number(),
  seen_count: z.int().optional(),
  last_seen: z.string().nullable().optional(),
  /** Somebody marked the failure as one that comes and goes without a change of the code. */
  flaky: z.literal(true).optional(),
  text: z.string(),
  parents: z.array(Parent).optional(),
  replaces: z.array(z.string()).optional(),
});

export const ContextSkill = z.object({ name: z.string(), score: z.number() });

/**
 * One failure of the log, and whether tier 1 hit it. `stands_for`: the signature that it was merged into, or that newer
 * rules give it. A part marked `noise` is not looked up.
 */
export const ContextPart = z.object({
  id: z.string(),
  tool: z.string().nullable(),
  hit: z.boolean(),
  stands_for: z.string().optional(),
  name: z.string().optional(),
  marks: z.array(z.enum(signatureMarks)).optional(),
});

export const ContextSignature = z.object({
  id: z.string(),
  tool: z.string(),
  inferred: z.boolean(),
  given_tool: z.string().optional(),
  masked: z.string(),
  parts: z.array(ContextPart),
  notes: z.array(z.string()),
});

export const Degraded = z.object({
  leg: z.enum([...legNames, "embedder", "record"]),
  reason: z.enum(degradedReasons),
});

export const BudgetUse = z.object({
  limit: z.int(),
  used: z.int(),
  tokenizer: z.literal("o200k_base"),
  exceeded: z.boolean(),
  dropped: z.array(z.object({ kind: z.enum(dropKinds), id: z.string(), tokens: z.int() })),
});

export const MemoryContextOutput = z.object({
  tier: z.union([z.literal(1), z.literal(2), z.literal(3), z.null()]),
  lessons: z.array(ContextLesson),
  skills: z.array(ContextSkill),
  signature: ContextSignature.nullable(),
  counts: z.object({ found: z.int(), returned: z.int(), dropped: z.int() }),
  budget: BudgetUse,
  degraded: z.array(Degraded),
  /** Repairs made to the input, and why there is no signature. */
  notes: z.array(z.string()),
  lookup_id: z.string().nullable(),
});

export type MemoryContextRequest = z.infer<typeof MemoryContextInput>;
export type MemoryContextAnswer = z.infer<typeof MemoryContextOutput>;
