import type { Policy } from "#server/domain/policy/policy.ts";
import type { OutcomeVerdict } from "#server/domain/scoring/candidate-inputs.ts";

/**
 * The arithmetic of a score on bare numbers, so that a scan over a hundred thousand memories and the scoring of one candidate
 * run the very same operations.
 */

/** `(w_semantic·semantic + w_structural·structural + bonus) · recency · live_ratio`, in this order. Never `-0`, which JSON would turn into `0`. */
export function weigh(
  semantic: number,
  structural: number,
  bonus: number,
  recency: number,
  liveRatio: number,
  wSemantic: number,
  wStructural: number,
): number {
  return (wSemantic * semantic + wStructural * structural + bonus) * recency * liveRatio + 0;
}

/** Jaccard overlap of two token sets, [0, 1]; 0 when both are empty. */
export function semanticShare(intersection: number, union: number): number {
  return union > 0 ? intersection / union : 0;
}

/** Share of the resident ground that lies in the focus, [0, 1]; 0 below `minGround` resident nodes. */
export function structuralShare(resident: number, inFocus: number, minGround: number): number {
  return resident === 0 || resident < minGround ? 0 : inFocus / resident;
}

/** 1 without a half-life, else `0.5^(age / half-life)`. */
export function recencyAt(ageDays: number, halfLifeDays: number | null): number {
  return halfLifeDays === null ? 1 : 0.5 ** (ageDays / halfLifeDays);
}

/** Share of the ground that still exists, at least `floor`; 1 without ground. */
export function liveShare(total: number, live: number, floor: number): number {
  return total === 0 ? 1 : Math.max(floor, live / total);
}

/** A fail counts alone; a pass only where other sessions stand on the same ground. */
export function bonusFor(
  outcome: OutcomeVerdict | null,
  { corroborated, sameProject }: { corroborated: boolean; sameProject: boolean },
  policy: Pick<Policy, "outcome_penalty" | "outcome_reward" | "project_boost">,
): number {
  const boost = sameProject ? policy.project_boost : 0;
  if (outcome === "fail") return boost - policy.outcome_penalty;
  return outcome === "pass" && corroborated ? boost + policy.outcome_reward : boost;
}

/** `corroboration` as `CandidateInputs` keeps it. */
export function isCorroborated(
  corroboration: readonly number[],
  { min_structural_ground, min_corroboration }: Pick<Policy, "min_structural_ground" | "min_corroboration">,
): boolean {
  return (corroboration[min_structural_ground - 1] ?? 0) >= min_corroboration;
}
