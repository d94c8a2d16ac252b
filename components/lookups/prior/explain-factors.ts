import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import type { Policy } from "#server/domain/policy/policy.ts";
import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";
import type { ScoreFactors } from "#server/domain/scoring/score-candidate.ts";

export type FactorWords = { factor: keyof ScoreFactors; value: string; why: string };

/** At most six decimals: enough to compute along, without the tail of a binary fraction. */
export function shortNumber(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** The whole arithmetic of a score in one line, as the domain computes it. */
export function arithmeticOf(
  { semantic, structural, bonus, recency, live_ratio }: ScoreFactors,
  score: number,
  { w_semantic, w_structural }: Policy,
): string {
  const sign = bonus < 0 ? "−" : "+";
  return `(${shortNumber(w_semantic)} × ${shortNumber(semantic)} + ${shortNumber(w_structural)} × ${shortNumber(structural)} ${sign} ${shortNumber(Math.abs(bonus))}) × ${shortNumber(recency)} × ${shortNumber(live_ratio)} = ${shortNumber(score)}`;
}

/** Each factor with the counts that it came from. */
export function explainFactors(inputs: CandidateInputs, factors: ScoreFactors, policy: Policy): FactorWords[] {
  return [
    { factor: "semantic", value: shortNumber(factors.semantic), why: semanticWords(inputs, policy) },
    { factor: "structural", value: shortNumber(factors.structural), why: structuralWords(inputs, policy) },
    { factor: "bonus", value: shortNumber(factors.bonus), why: bonusWords(inputs, policy) },
    { factor: "recency", value: shortNumber(factors.recency), why: recencyWords(inputs, policy) },
    { factor: "live_ratio", value: shortNumber(factors.live_ratio), why: liveWords(inputs, policy) },
  ];
}

function semanticWords({ token_intersection, token_union }: CandidateInputs, { background_table }: Policy): string {
  if (background_table === 0) {
    return `${formatCount(token_intersection)} of ${countOf(token_union, "word")} shared by task and memory`;
  }
  return `shared words weigh ${formatCount(token_intersection)} of ${formatCount(token_union)} by background table ${background_table}`;
}

function structuralWords(
  { ground_total, ground_resident, ground_in_focus }: CandidateInputs,
  { min_structural_ground }: Policy,
): string {
  if (ground_total === 0) return "the memory names no code";
  if (ground_resident === 0) return `none of ${countOf(ground_total, "ground node")} is in the graph`;
  const share = `${formatCount(ground_in_focus)} of ${countOf(ground_resident, "ground node")} in the focus`;
  return ground_resident < min_structural_ground
    ? `${share}, and fewer than ${formatCount(min_structural_ground)} in the graph count as none`
    : share;
}

function bonusWords({ outcome, same_project }: CandidateInputs, policy: Policy): string {
  const boost = same_project && policy.project_boost > 0 ? `own project +${shortNumber(policy.project_boost)}` : null;
  const judged =
    outcome === "fail"
      ? `latest outcome fail −${shortNumber(policy.outcome_penalty)}`
      : outcome === "pass"
        ? `latest outcome pass, reward ${shortNumber(policy.outcome_reward)}`
        : "no outcome recorded";
  return boost === null ? judged : `${judged}; ${boost}`;
}

function recencyWords({ age_days }: CandidateInputs, { recency_half_life_days }: Policy): string {
  const age = countOf(age_days, "day");
  return recency_half_life_days === null
    ? `${age} old; age does not count`
    : `${age} old, half-life ${shortNumber(recency_half_life_days)} days`;
}

function liveWords({ ground_total, ground_live }: CandidateInputs, { live_ratio_floor }: Policy): string {
  if (ground_total === 0) return "the memory names no code";
  if (ground_live === null) return "the project has no code graph to ask";
  const share = `${formatCount(ground_live)} of ${countOf(ground_total, "ground node")} still exists`;
  return ground_live / ground_total < live_ratio_floor
    ? `${share}, floored at ${shortNumber(live_ratio_floor)}`
    : share;
}
