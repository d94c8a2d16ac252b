import { z } from "zod";
import { namedPolicyNames } from "#server/domain/policy/named-policies.ts";
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
  /** Policies that ship beside the built-in one, to save a version of. */
  named: z.array(
    z.object({
      name: z.enum(namedPolicyNames),
      date: z.string(),
      meaning: z.string(),
      origin: z.string(),
      fields: z.record(z.string(), z.union([z.number(), z.null()])),
    }),
  ),
});

export const SavePolicyInput = z.object({
  fields: Fields.default({}).describe("Fields that differ from the base policy."),
  named: z
    .enum(namedPolicyNames)
    .optional()
    .describe("A policy that ships with the product: its fields are taken before those given."),
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
