import { z } from "zod";
import {
  GivenId,
  Ground,
  Instant,
  Origin,
  ProjectSlug,
  pointsText,
  RequestId,
  Scope,
  SessionName,
  saidText,
} from "./fields.ts";
import { limits } from "./limits.ts";
import { Degraded } from "./memory-context.ts";

export const decisionTypes = ["decision", "assumption", "constraint"] as const;
export const verdicts = ["pass", "fail"] as const;
export const rejectionReasons = ["below_floor", "beyond_gap", "over_top_k", "budget"] as const;

export const PriorContextInput = z.object({
  project: ProjectSlug,
  session: SessionName,
  task_text: saidText(limits.taskPoints).describe("What you are about to do, in your own words."),
  current_nodes: z
    .array(pointsText(1_000))
    .max(limits.currentNodes, { message: `at most ${limits.currentNodes} nodes` })
    .optional()
    .describe(
      "Repository-relative files, directories or modules you are working on; without resolvable ones the structural factor is 0, check focus_size.",
    ),
  scope: Scope.optional(),
  top_k: z
    .int()
    .min(1, { message: "1 to 100" })
    .max(100, { message: "1 to 100" })
    .optional()
    .describe("Most memories to return."),
  budget: z
    .int()
    .min(0, { message: `0 to ${limits.budgetTokens}` })
    .max(limits.budgetTokens, { message: `0 to ${limits.budgetTokens}` })
    .optional()
    .describe("Upper bound for `rendered`, in o200k_base tokens. Default 2000."),
  origin: Origin.optional(),
  request_id: RequestId.optional(),
});

export const ScoreFactorsShape = z.object({
  semantic: z.number(),
  structural: z.number(),
  bonus: z.number(),
  recency: z.number(),
  live_ratio: z.number(),
});

const Judged = z.object({
  id: z.string(),
  session: z.string(),
  project: z.string(),
  score: z.number(),
  factors: ScoreFactorsShape,
  ground: z.array(z.string()),
  verdict: z.enum(verdicts).nullable(),
});

export const PriorContextOutput = z.object({
  items: z.array(Judged.extend({ text: z.string() })),
  /** Never with text; at most 20. */
  rejected: z.array(Judged.extend({ reason: z.enum(rejectionReasons) })),
  counts: z.object({
    considered: z.int(),
    returned: z.int(),
    rejected: z.record(z.enum(rejectionReasons), z.int()),
    truncated: z.int(),
  }),
  cutoff: z.number(),
  policy_version: z.int(),
  focus_size: z.int(),
  unresolved_nodes: z.array(z.string()),
  rendered: z.string(),
  degraded: z.array(z.object({ leg: z.enum(["prior", "record"]), reason: Degraded.shape.reason })),
  notes: z.array(z.string()),
  lookup_id: z.string().nullable(),
});

export type PriorContextRequest = z.infer<typeof PriorContextInput>;
export type PriorContextAnswer = z.infer<typeof PriorContextOutput>;

export const RecordDecisionInput = z.object({
  id: GivenId.optional(),
  project: ProjectSlug,
  session: SessionName,
  task_id: z.string().min(1).max(limits.nameBytes).optional().describe("Groups the decisions of one task."),
  text: saidText(limits.memoryTextPoints).describe("The decision and its reason."),
  type: z
    .enum(decisionTypes)
    .default("decision")
    .describe("decision if you chose it, assumption if unchecked, constraint if it must hold."),
  ground: Ground.describe("Repository-relative files, directories or modules that the decision is about."),
  request_id: RequestId.optional(),
});
export const RecordDecisionOutput = z.object({
  id: z.string(),
  unresolved_nodes: z.array(z.string()),
  notes: z.array(z.string()),
});

export const RecordOutcomeInput = z.object({
  decision_id: z.string().min(1).max(limits.nameBytes).optional().describe("The id that record_decision gave."),
  task_id: z
    .string()
    .min(1)
    .max(limits.nameBytes)
    .optional()
    .describe("Judges every decision of that task in this session."),
  session: SessionName,
  verdict: z.enum(verdicts, { message: "exactly pass or fail" }).describe("pass if it held, fail if not."),
  rationale: saidText(limits.memoryTextPoints).describe("Why. Never given to other sessions."),
  lookup_id: z.string().min(1).max(limits.nameBytes).optional().describe("The lookup that led to the decision."),
  request_id: RequestId.optional(),
});
export const RecordOutcomeOutput = z.object({ id: z.string(), decisions: z.array(z.string()) });

export const StartSessionInput = z.object({
  project: ProjectSlug,
  session: SessionName,
  goal: pointsText(limits.taskPoints).optional().describe("What the run is for."),
  request_id: RequestId.optional(),
});
const SessionDecision = z.object({
  id: z.string(),
  type: z.enum(decisionTypes),
  text: z.string(),
  ground: z.array(z.string()),
  task_id: z.string().nullable(),
  verdict: z.enum(verdicts).nullable(),
  created_at: Instant,
});
export const StartSessionOutput = z.object({
  session: z.string(),
  /** The session's own decisions, newest first. */
  working_memory: z.array(SessionDecision),
  /** Assumptions of the project that nothing has confirmed or refuted yet, newest first. */
  unverified_assumptions: z.array(SessionDecision.extend({ session: z.string().nullable() })),
});

export const QueryGraphInput = z.object({
  project: ProjectSlug,
  node: pointsText(1_000).describe("File, directory or module."),
  hops: z.coerce
    .number()
    .int()
    .min(1, { message: "1 or 2" })
    .max(2, { message: "1 or 2" })
    .default(1)
    .describe("How far to go: 1 or 2 edges."),
  detail: z.literal("signatures").optional().describe("signatures lists what each file declares."),
});
export const QueryGraphOutput = z.object({
  commit: z.string(),
  nodes: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["file", "directory", "module"]),
      path: z.string(),
      name: z.string().optional(),
      symbols: z
        .array(z.object({ name: z.string(), kind: z.string(), line: z.int(), signature: z.string().optional() }))
        .optional(),
    }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string(), kind: z.enum(["contains", "imports"]) })),
  truncated: z.boolean(),
});

export const IndexProjectInput = z.object({
  path: saidText(4_096).describe("Folder of a checkout on the machine of the server."),
});
export const IndexProjectOutput = z.object({
  project: z.string(),
  commit: z.string(),
  files: z.int(),
  parsed: z.int(),
  reused: z.int(),
  skipped: z.array(z.object({ reason: z.string(), count: z.int(), examples: z.array(z.string()) })),
  nodes: z.int(),
  edges: z.int(),
  shallow: z.boolean(),
  ms: z.int(),
  warnings: z.array(z.string()),
});
