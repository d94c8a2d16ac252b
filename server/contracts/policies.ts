import { z } from "zod";
import { Instant, ProjectSlug, pointsText, RequestId } from "./fields.ts";
import { limits } from "./limits.ts";

const Fields = z.record(z.string().max(100), z.union([z.number(), z.null()]));

/** A whole policy, every field by name; `version` 0 is the built-in one. */
export const PolicyShape = z.looseObject({ version: z.int(), noise_floor: z.number(), rank_gap_ratio: z.number() });

export const ListPoliciesInput = z.object({ project: ProjectSlug.optional() });
export const ListPoliciesOutput = z.object({
  active: z.int(),
  items: z.array(
    z.object({
      policy: PolicyShape,
      note: z.string(),
      created_at: Instant.nullable(),
      /** Scopes in which this version is active: a project, or "" for the workspace. */
      active_in: z.array(z.string()),
    }),
  ),
});

export const SavePolicyInput = z.object({
  fields: Fields.describe("Fields that differ from the base policy."),
  base_version: z.int().min(0).optional().describe("Version whose other fields are kept. Default: the active one."),
  note: pointsText(limits.reasonPoints).default(""),
  request_id: RequestId.optional(),
});
export const SavePolicyOutput = z.object({ version: z.int(), policy: PolicyShape });

export const ApplyPolicyInput = z.object({
  version: z.coerce.number().int().min(0),
  project: ProjectSlug.optional().describe("Only for this project; without it for the whole workspace."),
  request_id: RequestId.optional(),
});
export const ApplyPolicyOutput = z.object({ version: z.int(), project: z.string().nullable(), replaced: z.int() });

const PairInput = z.object({
  task_text: pointsText(limits.taskPoints),
  current_nodes: z.array(pointsText(1_000)).max(limits.currentNodes).optional(),
  memory_id: z.string().min(1).max(limits.nameBytes).optional(),
  /** Numbers that JSON cannot say (NaN) come as null or text, and are refused by name. */
  score: z.unknown().optional(),
  label: z.enum(["relevant", "control"]),
});

export const CalibrateInput = z.object({
  pairs: z
    .array(PairInput)
    .max(10_000, { message: "at most 10,000 pairs" })
    .optional()
    .describe("Without pairs: the labels given to lookups."),
  project: ProjectSlug.optional(),
  policy_version: z.int().min(0).optional(),
  request_id: RequestId.optional(),
});
export const CalibrationShape = z.looseObject({
  id: z.string(),
  separable: z.boolean(),
  evidence: z.enum(["enough", "weak"]),
  worst_relevant: z.number().nullable(),
  best_control: z.number().nullable(),
  factor: z.number().nullable(),
  noise_floor: z.number().nullable(),
  rank_gap_ratio: z.number().nullable(),
  policy_version: z.int(),
  project: z.string().nullable(),
  created_at: Instant,
  applied_version: z.int().nullable(),
});
export const GetCalibrationInput = z.object({ id: z.string().min(1).max(limits.nameBytes) });
export const ListCalibrationsOutput = z.object({ items: z.array(CalibrationShape) });

export const ApplyCalibrationInput = z.object({
  id: z.string().min(1).max(limits.nameBytes),
  accept_weak: z.boolean().default(false),
  project: ProjectSlug.optional(),
  /** How many of the newest lookups are replayed to show what would change. */
  replay_last: z.int().min(0, { message: "0 to 200" }).max(200, { message: "0 to 200" }).default(50),
  dry_run: z.boolean().default(false).describe("Only show what would change."),
  request_id: RequestId.optional(),
});
const Changed = z.object({
  record_id: z.string(),
  entered: z.array(z.string()),
  left: z.array(z.string()),
  undecidable: z.boolean(),
});
export const ApplyCalibrationOutput = z.object({
  version: z.int().nullable(),
  noise_floor: z.number(),
  rank_gap_ratio: z.number(),
  replayed: z.int(),
  changed: z.array(Changed),
});

export const ReplayLookupInput = z.object({
  id: z.string().min(1).max(limits.nameBytes),
  policy_version: z.int().min(0).optional(),
  policy: Fields.optional(),
  tokenizer: z.string().max(100).optional(),
});
export const ReplayLookupOutput = z.object({
  identical: z.boolean(),
  differences: z.array(z.string()),
  decision: z.looseObject({}),
  entered: z.array(z.object({ id: z.string(), score: z.number() })),
  left: z.array(z.object({ id: z.string(), score: z.number() })),
  undecidable: z.object({ because: z.string(), cutoff: z.number(), highest_unrecorded: z.number() }).nullable(),
});

export const LabelLookupInput = z.object({
  id: z.string().min(1).max(limits.nameBytes).describe("lookup_id"),
  memory_id: z.string().min(1).max(limits.nameBytes),
  label: z.enum(["relevant", "control", "unsure"]),
  request_id: RequestId.optional(),
});
export const LabelLookupOutput = z.object({
  lookup_id: z.string(),
  memory_id: z.string(),
  label: z.enum(["relevant", "control", "unsure"]),
});
