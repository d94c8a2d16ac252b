import type { Policy, PolicyField } from "#server/domain/policy/policy.ts";
import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";
import {
  bonusFor,
  isCorroborated,
  liveShare,
  recencyAt,
  semanticShare,
  structuralShare,
  weigh,
} from "#server/domain/scoring/score-parts.ts";

/** Part of every record: scores of different versions must not be compared. */
export const scoringVersion = "s1";

/** Every number that enters a score. */
export type ScoreFactors = {
  /** [0, 1] */
  semantic: number;
  /** [0, 1] */
  structural: number;
  /** [−outcome_penalty, outcome_reward + project_boost] */
  bonus: number;
  /** (0, 1] */
  recency: number;
  /** [live_ratio_floor, 1] */
  live_ratio: number;
};

export type Score = { value: number; factors: ScoreFactors };

/** The fields of a policy that turn the inputs of a candidate into its score. */
export const scoringFields = [
  "w_semantic",
  "w_structural",
  "min_structural_ground",
  "outcome_penalty",
  "outcome_reward",
  "min_corroboration",
  "project_boost",
  "recency_half_life_days",
  "live_ratio_floor",
] as const satisfies readonly PolicyField[];

/** The fields that decide what the inputs themselves are. */
export const inputFields = ["structural_hops", "background_table"] as const satisfies readonly PolicyField[];

export type ScoringPolicy = Pick<Policy, (typeof scoringFields)[number]>;

/**
 * Scores one candidate from its stored inputs. Live lookups, replay, what-if, calibration and the browser all use this
 * function, so they cannot disagree. Nothing is rounded; never `-0`, which JSON would turn into `0`.
 */
export function scoreCandidate(inputs: CandidateInputs, policy: ScoringPolicy): Score {
  const factors = {
    semantic: semanticOf(inputs),
    structural: structuralOf(inputs, policy),
    bonus: bonusOf(inputs, policy),
    recency: recencyOf(inputs, policy),
    live_ratio: liveRatioOf(inputs, policy),
  };
  return { value: combineFactors(factors, policy), factors };
}

/** The value of `scoreCandidate` alone. */
export function scoreValue(inputs: CandidateInputs, policy: ScoringPolicy): number {
  return weigh(
    semanticOf(inputs),
    structuralOf(inputs, policy),
    bonusOf(inputs, policy),
    recencyOf(inputs, policy),
    liveRatioOf(inputs, policy),
    policy.w_semantic,
    policy.w_structural,
  );
}

export function combineFactors(
  { semantic, structural, bonus, recency, live_ratio }: ScoreFactors,
  { w_semantic, w_structural }: Pick<Policy, "w_semantic" | "w_structural">,
): number {
  return weigh(semantic, structural, bonus, recency, live_ratio, w_semantic, w_structural);
}

function semanticOf({ token_intersection, token_union }: CandidateInputs): number {
  return semanticShare(token_intersection, token_union);
}

function structuralOf(
  { ground_resident, ground_in_focus }: CandidateInputs,
  { min_structural_ground }: ScoringPolicy,
): number {
  return structuralShare(ground_resident, ground_in_focus, min_structural_ground);
}

function bonusOf({ outcome, corroboration, same_project }: CandidateInputs, policy: ScoringPolicy): number {
  const corroborated = outcome === "pass" && isCorroborated(corroboration, policy);
  return bonusFor(outcome, { corroborated, sameProject: same_project }, policy);
}

function recencyOf({ age_days }: CandidateInputs, { recency_half_life_days }: ScoringPolicy): number {
  return recencyAt(age_days, recency_half_life_days);
}

function liveRatioOf({ ground_total, ground_live }: CandidateInputs, { live_ratio_floor }: ScoringPolicy): number {
  return ground_live === null ? 1 : liveShare(ground_total, ground_live, live_ratio_floor);
}
