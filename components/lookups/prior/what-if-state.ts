import { createSerializer, parseAsFloat, parseAsInteger } from "nuqs/server";
import type { Policy } from "#server/domain/policy/policy.ts";

/** The what-if of a prior-context lookup, in its URL; absent means as recorded. */
export const whatIfParsers = {
  floor: parseAsFloat,
  gap: parseAsFloat,
  semantic: parseAsFloat,
  structural: parseAsFloat,
  top: parseAsInteger,
};

export type WhatIfState = Record<keyof typeof whatIfParsers, number | null>;

export const noWhatIf: WhatIfState = { floor: null, gap: null, semantic: null, structural: null, top: null };

export const whatIfUrl = createSerializer(whatIfParsers);

/** Which field of a policy each name in the URL stands for. */
export const whatIfFields = {
  floor: "noise_floor",
  gap: "rank_gap_ratio",
  semantic: "w_semantic",
  structural: "w_structural",
  top: "top_k",
} as const satisfies Record<keyof WhatIfState, keyof Policy>;

export const whatIfNames = [
  "floor",
  "gap",
  "semantic",
  "structural",
  "top",
] as const satisfies readonly (keyof WhatIfState)[];

/** The fields of the policy that differ from the recorded one; what equals it is no question. */
export function askedFields(state: WhatIfState, recorded: Policy): Partial<Policy> {
  const asked: Partial<Policy> = {};
  for (const name of whatIfNames) {
    const value = state[name];
    const field = whatIfFields[name];
    if (value !== null && value !== recorded[field]) asked[field] = value;
  }
  return asked;
}
