import { z } from "zod";
import { isPolicyField } from "#server/domain/policy/validate-policy.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { Instant } from "./fields.ts";
import { rejectionReasons, ScoreFactorsShape, verdicts } from "./prior-context.ts";

const RankReasons = z.enum(rejectionReasons).exclude(["budget"]);

const Candidate = z.object({
  id: z.string(),
  session: z.string(),
  project: z.string(),
  ground: z.array(z.string()),
  inputs: z.object({
    token_intersection: z.number(),
    token_union: z.number(),
    ground_total: z.number(),
    ground_resident: z.number(),
    ground_in_focus: z.number(),
    ground_live: z.number().nullable(),
    age_days: z.number(),
    outcome: z.enum(verdicts).nullable(),
    corroboration: z.array(z.number()),
    same_project: z.boolean(),
  }),
  factors: ScoreFactorsShape,
  score: z.number(),
  verdict: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("selected"), rank: z.number() }),
    z.object({ kind: z.literal("rejected"), reason: RankReasons }),
  ]),
});

const Named = z.object({ id: z.string(), score: z.number() });

const Shape = z.object({
  id: z.string(),
  lookup_id: z.string(),
  operation: z.literal("context.prior"),
  request: z.object({
    project: z.string(),
    task_text: z.object({ text: z.string().nullable(), bytes: z.number(), sha256: z.string() }),
    current_nodes: z.array(z.string()),
    scope: z.enum(["project", "all-projects"]).nullable(),
    top_k: z.number().nullable(),
    budget: z.number(),
  }),
  session: z.string().nullable(),
  evaluated_at: Instant,
  policy: z
    .record(z.string(), z.number().nullable())
    .refine((policy) => Object.keys(policy).filter(isPolicyField).length > 0, { message: "holds no policy" }),
  versions: z.object({ scoring: z.string(), tokenizer: z.string(), graph_commit: z.string().nullable() }),
  corpus_seq: z.number(),
  focus: z.array(
    z.object({
      project: z.string(),
      commit: z.string().nullable(),
      size: z.number(),
      nodes: z.array(z.string()),
      unresolved_nodes: z.array(z.string()),
    }),
  ),
  counts: z.object({
    considered: z.number(),
    returned: z.number(),
    rejected: z.record(z.enum(rejectionReasons), z.number()),
    truncated: z.number(),
  }),
  unrecorded: z.record(RankReasons, z.number()),
  candidates: z.array(Candidate),
  truncated: z.boolean(),
  lowest_kept_score: z.number().nullable(),
  decision: z.object({
    cutoff: z.number(),
    selected: z.array(Named),
    returned: z.number(),
    rejected: z.array(Named.extend({ reason: z.enum(rejectionReasons) })),
  }),
  budget: z.object({
    limit: z.number(),
    used: z.number(),
    tried: z.array(z.object({ shown: z.number(), tokens: z.number() })),
  }),
  drops: z.array(z.object({ kind: z.literal("memory"), id: z.string(), tokens: z.number() })),
  rendered: z.string(),
});

/** A record of prior context as the domain knows it, checked field by field before a page computes with it. */
export const PriorRecordBody = z.custom<PriorRecord>((value) => Shape.safeParse(value).success, {
  message: "is no record of prior context",
});
