import { type Score, scoreCandidate, scoringVersion } from "#server/domain/scoring/score-candidate.ts";
import type { PriorCounts } from "#server/domain/selection/answer-prior.ts";
import { decidePrior, type PriorDecision, shownWithin } from "#server/domain/selection/decide-prior.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { type RankedCandidate, selectByRank } from "#server/domain/selection/select-by-rank.ts";

export type PriorReplay = {
  /** Whether every score, factor, verdict, count and the decision came out the same to the last bit. */
  identical: boolean;
  /** Where it did not: paths into the record, such as `candidates.m1.score`; at most 20. */
  differences: string[];
  decision: PriorDecision;
  counts: PriorCounts;
};

const mostDifferences = 20;

/** Recomputes the decision from the record alone. Reads no store and no text. */
export function replayPrior(record: PriorRecord): PriorReplay {
  const scores = new Map(record.candidates.map(({ id, inputs }) => [id, scoreCandidate(inputs, record.policy)]));
  const { ranked, cutoff } = selectByRank(
    record.candidates.map(({ id }) => ({ id, score: scores.get(id)?.value ?? 0 })),
    record.policy,
  );
  const decision = decidePrior(ranked, { cutoff, shown: shownWithin(record.budget) });
  const counts = countAgain(record, { ranked, decision });
  const differences = [
    ...(record.versions.scoring === scoringVersion ? [] : ["versions.scoring"]),
    ...differencesOf(record, { scores, ranked }),
    ...(isSame(counts, record.counts) ? [] : ["counts"]),
    ...(isSame(decision, record.decision) ? [] : ["decision"]),
  ];
  return { identical: differences.length === 0, differences: differences.slice(0, mostDifferences), decision, counts };
}

function differencesOf(
  { candidates }: PriorRecord,
  { scores, ranked }: { scores: ReadonlyMap<string, Score>; ranked: readonly RankedCandidate<{ id: string }>[] },
): string[] {
  const differences: string[] = [];
  for (const [index, { id, score, factors, verdict }] of candidates.entries()) {
    const again = scores.get(id);
    const rankedAgain = ranked[index];
    if (!Object.is(again?.value, score)) differences.push(`candidates.${id}.score`);
    if (!isSame(again?.factors, factors)) differences.push(`candidates.${id}.factors`);
    if (rankedAgain?.candidate.id !== id) differences.push(`candidates.${id}.order`);
    else if (!isSame(rankedAgain.verdict, verdict)) differences.push(`candidates.${id}.verdict`);
  }
  return differences;
}

/** Counts of what was recorded, plus what the record says it left out. */
function countAgain(
  { unrecorded, candidates }: PriorRecord,
  { ranked, decision }: { ranked: readonly RankedCandidate<{ id: string }>[]; decision: PriorDecision },
): PriorCounts {
  const rejected = { ...unrecorded, budget: decision.selected.length - decision.returned };
  for (const { verdict } of ranked) if (verdict.kind === "rejected") rejected[verdict.reason] += 1;
  const considered = candidates.length + unrecorded.below_floor + unrecorded.beyond_gap + unrecorded.over_top_k;
  const truncated = considered - decision.returned - decision.rejected.length;
  return { considered, returned: decision.returned, rejected, truncated };
}

/** Equal to the last bit: `NaN` equals itself, and `0` differs from `-0`. Order of keys does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  const entriesA = Object.entries(a);
  const membersB = new Map<string, unknown>(Object.entries(b));
  return (
    entriesA.length === membersB.size &&
    entriesA.every(([key, member]) => membersB.has(key) && isSame(member, membersB.get(key)))
  );
}
