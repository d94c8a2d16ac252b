import {
  type FactorBar,
  type FactorScale,
  prepareFactorBar,
  prepareFactorScale,
} from "#components/charts/prepare-factor-bars.ts";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { formatThreshold } from "#components/ui/format-threshold.ts";
import type { Policy } from "#server/domain/policy/policy.ts";
import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";
import { type ScoreFactors, scoreCandidate } from "#server/domain/scoring/score-candidate.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { type RejectionReason, selectByRank } from "#server/domain/selection/select-by-rank.ts";
import { type Undecidable, whatIfPrior } from "#server/domain/selection/what-if-prior.ts";

export type PriorVerdict = { kind: "selected"; rank: number } | { kind: "rejected"; reason: RejectionReason };

export type PriorRow = {
  id: string;
  session: string;
  project: string;
  ground: string[];
  inputs: CandidateInputs;
  factors: ScoreFactors;
  score: number;
  scoreShown: string;
  bar: FactorBar;
  verdict: PriorVerdict;
  /** Why, with the numbers that were compared. */
  why: string;
  /** How a what-if changes its fate. */
  change: "enters" | "leaves" | null;
};

export type PriorView = {
  rows: PriorRow[];
  scale: FactorScale;
  policy: Policy;
  floor: number;
  /** The score that the rank gap asks for; null when nothing was considered. */
  gap: number | null;
  cutoff: number;
  isWhatIf: boolean;
  entered: { id: string; score: number }[];
  left: { id: string; score: number }[];
  undecidable: Undecidable | null;
  /** Why the what-if cannot be answered at all. */
  refused: string[];
  /** What came out, in one sentence. */
  finding: string;
};

/** A lookup as it was decided, or as it would have been under other thresholds and weights: from its record alone. */
export function preparePriorView(record: PriorRecord, asked: Partial<Policy>): PriorView {
  const isAsked = Object.keys(asked).length > 0;
  const result = isAsked ? whatIfPrior(record, asked) : null;
  const refused = result?.kind === "refused" ? result.refused.map(({ message }) => message) : [];
  const isWhatIf = result?.kind === "answered";
  const policy: Policy = isWhatIf ? { ...record.policy, ...asked } : record.policy;
  const { ranked, best, cutoff } = selectByRank(
    record.candidates.map((candidate) => ({ ...candidate, ...scored(candidate.inputs, policy) })),
    policy,
  );
  const gap = best === null ? null : policy.rank_gap_ratio * best;
  const cutByBudget = new Set(isWhatIf ? [] : record.drops.map(({ id }) => id));
  const entered = isWhatIf ? result.entered : [];
  const left = isWhatIf ? result.left : [];
  const enteredIds = new Set(entered.map(({ id }) => id));
  const leftIds = new Set(left.map(({ id }) => id));

  const rows = ranked.map(({ candidate, verdict }): PriorRow => {
    const { id, session, project, ground, inputs, factors, score } = candidate;
    const decided: PriorVerdict =
      verdict.kind === "selected" && cutByBudget.has(id) ? { kind: "rejected", reason: "budget" } : verdict;
    return {
      id,
      session,
      project,
      ground,
      inputs,
      factors,
      score,
      scoreShown: formatScore(score, [policy.noise_floor, gap]),
      bar: prepareFactorBar({ factors, score }, policy),
      verdict: decided,
      why: whyOf(decided, { score, best, gap, policy, budget: record.budget.limit }),
      change: enteredIds.has(id) ? "enters" : leftIds.has(id) ? "leaves" : null,
    };
  });
  const selected = rows.filter(({ verdict }) => verdict.kind === "selected").length;
  return {
    rows,
    scale: prepareFactorScale(
      rows.map(({ bar }) => bar),
      [policy.noise_floor, ...(gap === null ? [] : [gap])],
    ),
    policy,
    floor: policy.noise_floor,
    gap,
    cutoff,
    isWhatIf,
    entered,
    left,
    undecidable: isWhatIf ? result.undecidable : null,
    refused,
    finding: findingOf({ record, selected, best, isWhatIf, entered: entered.length, left: left.length }),
  };
}

function scored(inputs: CandidateInputs, policy: Policy): { factors: ScoreFactors; score: number } {
  const { factors, value } = scoreCandidate(inputs, policy);
  return { factors, score: value };
}

function whyOf(
  verdict: PriorVerdict,
  {
    score,
    best,
    gap,
    policy,
    budget,
  }: { score: number; best: number | null; gap: number | null; policy: Policy; budget: number },
): string {
  const shown = formatScore(score, [policy.noise_floor, gap]);
  const floor = formatThreshold(policy.noise_floor);
  const needed = `${formatThreshold(policy.rank_gap_ratio)} × best ${formatScore(best)} = ${formatScore(gap, [score])}`;
  if (verdict.kind === "selected") return `${shown} > floor ${floor} and ≥ ${needed}`;
  switch (verdict.reason) {
    case "below_floor":
      return `${shown} is not above the floor ${floor}`;
    case "beyond_gap":
      return `${shown} < ${needed}`;
    case "over_top_k":
      return `passes both thresholds, after the first ${formatCount(policy.top_k)}`;
    case "budget":
      return `selected, and left out of ${formatCount(budget)} tokens`;
  }
}

function findingOf({
  record,
  selected,
  best,
  isWhatIf,
  entered,
  left,
}: {
  record: PriorRecord;
  selected: number;
  best: number | null;
  isWhatIf: boolean;
  entered: number;
  left: number;
}): string {
  const considered = record.counts.considered;
  if (considered === 0) return "Nothing was considered: other sessions of this project hold no decisions yet.";
  if (isWhatIf) {
    const change =
      entered + left === 0
        ? "the same memories are"
        : `${formatCount(entered)} more and ${formatCount(left)} fewer are`;
    return `Under these numbers ${change} selected: ${formatCount(selected)} of ${countOf(considered, "memory", "memories")}.`;
  }
  const returned = record.counts.returned;
  if (selected === 0 && returned === 0) {
    return `None of ${countOf(considered, "memory", "memories")} was selected; the best scored ${formatScore(best, [record.policy.noise_floor])}.`;
  }
  return `${formatCount(returned)} of ${countOf(considered, "memory", "memories")} returned; the best scored ${formatScore(best)}.`;
}
