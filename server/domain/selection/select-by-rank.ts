import type { Policy } from "#server/domain/policy/policy.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";

/** Why a candidate is not in the answer, in the order in which the reasons are asked for. */
export const rejectionReasons = ["below_floor", "beyond_gap", "over_top_k", "budget"] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** The reasons that a score alone decides; the budget comes later. */
export type RankReason = Exclude<RejectionReason, "budget">;

export type SelectionPolicy = Pick<Policy, "noise_floor" | "rank_gap_ratio" | "top_k">;

export type RankVerdict = { kind: "selected"; rank: number } | { kind: "rejected"; reason: RankReason };

export type RankedCandidate<Candidate> = { candidate: Candidate; verdict: RankVerdict };

export type Ranking<Candidate> = {
  /** Highest score of all; `null` when nothing was considered. */
  best: number | null;
  /** What a score has to reach: the noise floor, or the gap below the best where that is higher. */
  cutoff: number;
  /** Every candidate, best first. */
  ranked: RankedCandidate<Candidate>[];
};

/**
 * Selects by rank: `score > noise_floor`, `score ≥ rank_gap_ratio · best`, among the first `top_k`. Not above the floor
 * is `below_floor`, whatever the gap says. The order of arrival does not matter: ties break by id.
 */
export function selectByRank<Candidate extends { id: string; score: number }>(
  candidates: readonly Candidate[],
  policy: SelectionPolicy,
): Ranking<Candidate> {
  const sorted = candidates.toSorted(compareRanked);
  const best = sorted[0]?.score ?? null;
  let rank = 0;
  const ranked = sorted.map((candidate): RankedCandidate<Candidate> => {
    const reason = thresholdReason(candidate.score, best, policy);
    if (reason !== null) return { candidate, verdict: { kind: "rejected", reason } };
    rank += 1;
    if (rank > policy.top_k) return { candidate, verdict: { kind: "rejected", reason: "over_top_k" } };
    return { candidate, verdict: { kind: "selected", rank } };
  });
  return { best, cutoff: cutoffOf(best, policy), ranked };
}

/** Which threshold a score fails; `null` for one that passes both. */
export function thresholdReason(
  score: number,
  best: number | null,
  { noise_floor, rank_gap_ratio }: SelectionPolicy,
): "below_floor" | "beyond_gap" | null {
  if (!(score > noise_floor)) return "below_floor";
  return best === null || score >= rank_gap_ratio * best ? null : "beyond_gap";
}

export function cutoffOf(best: number | null, { noise_floor, rank_gap_ratio }: SelectionPolicy): number {
  return best === null ? noise_floor : Math.max(noise_floor, rank_gap_ratio * best);
}
