import type { Policy, PolicyField } from "#server/domain/policy/policy.ts";
import { type PolicyError, validatePolicy } from "#server/domain/policy/validate-policy.ts";
import { inputFields, scoreCandidate } from "#server/domain/scoring/score-candidate.ts";
import { decidePrior, type PriorDecision } from "#server/domain/selection/decide-prior.ts";
import { highestUnrecordedScore } from "#server/domain/selection/highest-unrecorded-score.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { replayPrior } from "#server/domain/selection/replay-prior.ts";
import { selectByRank } from "#server/domain/selection/select-by-rank.ts";

/** A partial policy, or a whole one; what it leaves out comes from the record. `tokenizer` may be named, to be told that it cannot change. */
export type WhatIfPolicy = Partial<Policy> & { tokenizer?: string };

export type WhatIf =
  | { kind: "refused"; refused: PolicyError[] }
  | {
      kind: "answered";
      /** Whether the same memories are selected in the same order with the same scores. */
      identical: boolean;
      /** By rank; the budget is not cut again, because that needs the texts. */
      decision: PriorDecision;
      /** Selected now and not then, by rank. */
      entered: { id: string; score: number }[];
      /** Selected then and not now, by the rank of then, with the score of now. */
      left: { id: string; score: number }[];
      /** Set where memories that the record does not hold might be selected too. */
      undecidable: Undecidable | null;
    };

export type Undecidable = {
  /** `truncated`: more memories had a say than a record keeps. `unrelated`: a bonus lifts memories that share nothing with the task. */
  because: "truncated" | "unrelated";
  cutoff: number;
  /** What an unrecorded memory could score at most; the cutoff lies below it. */
  highest_unrecorded: number;
};

/** Fields that a record cannot answer for, and why. */
const fixedFields = {
  structural_hops: "the record holds ground in focus for the hops of its day; another focus needs the graph",
  background_table: "the record holds tokens weighed by the table of its day; another table needs the texts",
} as const satisfies Record<(typeof inputFields)[number], string>;

/** What decides whether a memory that shares nothing with the task scores above 0; one that did is in the record. */
const bonusFields = [
  "outcome_penalty",
  "outcome_reward",
  "min_corroboration",
  "min_structural_ground",
  "project_boost",
] as const satisfies readonly PolicyField[];

/** Computes what the lookup would have selected under another policy, from the record alone. */
export function whatIfPrior(record: PriorRecord, { tokenizer, version, ...partial }: WhatIfPolicy): WhatIf {
  const check = validatePolicy(partial);
  const refused = [...(check.ok ? [] : check.errors), ...refusalsOf(record, { tokenizer, partial })];
  if (!check.ok || refused.length > 0) return { kind: "refused", refused };

  const policy: Policy = { ...record.policy, ...check.fields };
  const { ranked, cutoff } = selectByRank(
    record.candidates.map(({ id, inputs }) => ({ id, score: scoreCandidate(inputs, policy).value })),
    policy,
  );
  const decision = decidePrior(ranked, { cutoff, shown: Number.POSITIVE_INFINITY });
  const before = replayPrior(record).decision.selected;
  const scoreNow = new Map(ranked.map(({ candidate }) => [candidate.id, candidate.score]));
  const idsBefore = new Set(before.map(({ id }) => id));
  const idsNow = new Set(decision.selected.map(({ id }) => id));
  return {
    kind: "answered",
    identical:
      before.length === decision.selected.length &&
      before.every(({ id, score }, index) => isSameChoice(decision.selected[index], { id, score })),
    decision,
    entered: decision.selected.filter(({ id }) => !idsBefore.has(id)),
    left: before.filter(({ id }) => !idsNow.has(id)).map(({ id, score }) => ({ id, score: scoreNow.get(id) ?? score })),
    undecidable: undecidableOf(record, { policy, cutoff }),
  };
}

function isSameChoice(now: { id: string; score: number } | undefined, then: { id: string; score: number }): boolean {
  return now !== undefined && now.id === then.id && Object.is(now.score, then.score);
}

function refusalsOf(
  { policy, versions }: PriorRecord,
  { tokenizer, partial }: { tokenizer: string | undefined; partial: Partial<Policy> },
): PolicyError[] {
  const refusals: PolicyError[] = [];
  if (tokenizer !== undefined && tokenizer !== versions.tokenizer) {
    const message = `tokenizer ${tokenizer} cannot be asked about: the record holds tokens of ${versions.tokenizer}`;
    refusals.push({ field: "tokenizer", message });
  }
  for (const field of inputFields) {
    const value = partial[field];
    if (value !== undefined && value !== policy[field]) {
      refusals.push({ field, message: `${field} cannot be changed: ${fixedFields[field]}` });
    }
  }
  return refusals;
}

function undecidableOf(
  record: PriorRecord,
  { policy, cutoff }: { policy: Policy; cutoff: number },
): Undecidable | null {
  const { truncated, lowest_kept_score, counts, candidates } = record;
  if (truncated && lowest_kept_score !== null) {
    const highest = highestUnrecordedScore(lowest_kept_score, { recorded: record.policy, asked: policy });
    if (cutoff < highest) return { because: "truncated", cutoff, highest_unrecorded: highest };
  }
  const bonus = policy.outcome_reward + policy.project_boost;
  const mayBeLifted =
    counts.considered > candidates.length && bonusFields.some((field) => policy[field] !== record.policy[field]);
  if (mayBeLifted && cutoff < bonus) return { because: "unrelated", cutoff, highest_unrecorded: bonus };
  return null;
}
