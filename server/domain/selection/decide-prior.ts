import type { RankedCandidate, RejectionReason } from "#server/domain/selection/select-by-rank.ts";
import { mostRejectedListed } from "#server/domain/selection/select-prior.ts";

/** How the budget cut the selected memories: the sizes that were tried, and the limit. Says how many were shown without any text. */
export type BudgetCut = {
  limit: number;
  /** Tokens of the rendered block. */
  used: number;
  tried: { shown: number; tokens: number }[];
};

/** What a lookup decided, without a word of text. */
export type PriorDecision = {
  cutoff: number;
  /** By rank, before the budget. */
  selected: { id: string; score: number }[];
  /** How many of them, from the first on, are in the answer. */
  returned: number;
  /** Best first, at most `mostRejectedListed`. */
  rejected: { id: string; score: number; reason: RejectionReason }[];
};

/** Puts rank and budget together. `ranked` is best first; `shown` counts the selected ones that fit the budget. */
export function decidePrior<Candidate extends { id: string; score: number }>(
  ranked: readonly RankedCandidate<Candidate>[],
  { cutoff, shown }: { cutoff: number; shown: number },
): PriorDecision {
  const selected: PriorDecision["selected"] = [];
  const rejected: PriorDecision["rejected"] = [];
  for (const { candidate, verdict } of ranked) {
    const { id, score } = candidate;
    if (verdict.kind === "rejected") {
      rejected.push({ id, score, reason: verdict.reason });
    } else {
      selected.push({ id, score });
      if (verdict.rank > shown) rejected.push({ id, score, reason: "budget" });
    }
  }
  return {
    cutoff,
    selected,
    returned: Math.min(shown, selected.length),
    rejected: rejected.slice(0, mostRejectedListed),
  };
}

/** The first size tried that fits the limit. */
export function shownWithin({ limit, tried }: BudgetCut): number {
  return tried.find(({ tokens }) => tokens <= limit)?.shown ?? 0;
}
