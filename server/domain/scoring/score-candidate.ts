import type { Policy } from "#server/domain/policy/policy.ts";
import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";

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

/** The part of a policy that a score depends on. */
export type ScoringPolicy = Pick<
  Policy,
  | "w_semantic"
  | "w_structural"
  | "min_structural_ground"
  | "outcome_penalty"
  | "outcome_reward"
  | "min_corroboration"
  | "project_boost"
  | "recency_half_life_days"
  | "live_ratio_floor"
>;

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

/** The value of `scoreCandidate` alone, for a scan over many candidates. */
export function scoreValue(inputs: CandidateInputs, policy: ScoringPolicy): number {
  const weighted = policy.w_semantic * semanticOf(inputs) + policy.w_structural * structuralOf(inputs, policy);
  return (weighted + bonusOf(inputs, policy)) * recencyOf(inputs, policy) * liveRatioOf(inputs, policy) + 0;
}

/** `(w_semantic·semantic + w_structural·structural + bonus) · recency · live_ratio`, in this order of operations. */
export function combineFactors(
  { semantic, structural, bonus, recency, live_ratio }: ScoreFactors,
  { w_semantic, w_structural }: Pick<Policy, "w_semantic" | "w_structural">,
): number {
  return (w_semantic * semantic + w_structural * structural + bonus) * recency * live_ratio + 0;
}

/** Jaccard overlap of the token sets; 0 when both are empty. */
export function semanticOf({ token_intersection, token_union }: CandidateInputs): number {
  return token_union > 0 ? token_intersection / token_union : 0;
}

/** Share of the resident ground that lies in the focus; 0 below `min_structural_ground` resident nodes. */
export function structuralOf(
  { ground_resident, ground_in_focus }: CandidateInputs,
  { min_structural_ground }: Pick<Policy, "min_structural_ground">,
): number {
  if (ground_resident === 0 || ground_resident < min_structural_ground) return 0;
  return ground_in_focus / ground_resident;
}

/** A fail counts alone; a pass only where other sessions stand on the same ground. */
export function bonusOf(inputs: CandidateInputs, policy: ScoringPolicy): number {
  const boost = inputs.same_project ? policy.project_boost : 0;
  if (inputs.outcome === "fail") return boost - policy.outcome_penalty;
  return isRewarded(inputs, policy) ? boost + policy.outcome_reward : boost;
}

function isRewarded(inputs: CandidateInputs, policy: ScoringPolicy): boolean {
  if (inputs.outcome !== "pass") return false;
  return (inputs.corroboration[policy.min_structural_ground - 1] ?? 0) >= policy.min_corroboration;
}

/** 1 without a half-life, else `0.5^(age / half-life)`. */
export function recencyOf(
  { age_days }: CandidateInputs,
  { recency_half_life_days }: Pick<Policy, "recency_half_life_days">,
): number {
  return recency_half_life_days === null ? 1 : 0.5 ** (age_days / recency_half_life_days);
}

/** Share of the ground that still exists, at least `live_ratio_floor`; 1 with no ground or no graph. */
export function liveRatioOf(
  { ground_total, ground_live }: CandidateInputs,
  { live_ratio_floor }: Pick<Policy, "live_ratio_floor">,
): number {
  if (ground_total === 0 || ground_live === null) return 1;
  return Math.max(live_ratio_floor, ground_live / ground_total);
}
