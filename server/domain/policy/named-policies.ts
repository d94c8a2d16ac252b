import type { Policy } from "#server/domain/policy/policy.ts";

export const namedPolicyNames = ["frozen-background-1"] as const;
export type NamedPolicyName = (typeof namedPolicyNames)[number];

export type NamedPolicy = {
  name: NamedPolicyName;
  /** Day on which it was measured. A change is a new name. */
  date: string;
  meaning: string;
  origin: string;
  fields: Partial<Policy>;
};

/** Policies that ship beside the default, for a team to apply. Never edited, because stored policies name their fields only. */
export const namedPolicies: readonly NamedPolicy[] = [
  {
    name: "frozen-background-1",
    date: "2026-11-29",
    meaning:
      "Weighs tokens by a frozen table of how common they are in messages about code, and leaves structure to break near ties. For projects whose memories read like commit messages.",
    origin:
      "eval-priors on links between public commits. The floor is where one look-up in five lets in a memory of a foreign repository; the default's lets one in at seven of ten.",
    fields: {
      background_table: 1,
      w_semantic: 0.95,
      w_structural: 0.05,
      min_structural_ground: 1,
      noise_floor: 0.075,
      rank_gap_ratio: 0.35,
    },
  },
];
