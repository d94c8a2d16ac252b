import { type MaskRule, maskRules } from "#server/domain/failure-signature/masks.ts";
import { recognisers } from "#server/domain/failure-signature/recognisers/catalogue.ts";
import type { Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/**
 * Everything that decides which id a failure gets. A ruleset is never edited once signatures were stored under it: a change of a rule makes a
 * new version beside it, so that stored examples can be recomputed under both and the old ids linked to the new.
 */
export type Ruleset = { version: string; recognisers: readonly Recogniser[]; masks: readonly MaskRule[] };

export const rulesets = {
  v1: { version: "v1", recognisers, masks: maskRules },
} as const satisfies Record<string, Ruleset>;

export type NormaliserVersion = keyof typeof rulesets;
