import { renderUntrustedBlock } from "#server/domain/rendering/untrusted-block.ts";
import type { OutcomeVerdict } from "#server/domain/scoring/candidate-inputs.ts";
import type { ScoreFactors } from "#server/domain/scoring/score-candidate.ts";
import { type BudgetCut, decidePrior, type PriorDecision } from "#server/domain/selection/decide-prior.ts";
import type { RejectionReason } from "#server/domain/selection/select-by-rank.ts";
import type { JudgedCandidate, PriorSelection } from "#server/domain/selection/select-prior.ts";

type Judged = {
  id: string;
  session: string;
  project: string;
  score: number;
  factors: ScoreFactors;
  ground: string[];
  /** Latest outcome of the memory. */
  verdict: OutcomeVerdict | null;
};

export type PriorItem = Judged & { text: string };
/** Never carries text. */
export type PriorRejection = Judged & { reason: RejectionReason };

export type PriorCounts = {
  considered: number;
  returned: number;
  rejected: Record<RejectionReason, number>;
  /** Rejected ones that `rejected[]` does not list. */
  truncated: number;
};

/** The answer of prior context, but for the `lookup_id`, which is a hash of the rest. */
export type PriorAnswer = {
  items: PriorItem[];
  rejected: PriorRejection[];
  counts: PriorCounts;
  cutoff: number;
  policy_version: number;
  focus_size: number;
  unresolved_nodes: string[];
  rendered: string;
};

export type PriorAnswerInput = {
  selection: PriorSelection;
  /** Text of a selected memory; `undefined` where it was deleted since. */
  textOf: (id: string) => string | undefined;
  /** The caller's. */
  project: string;
  currentNodes: readonly string[];
  policyVersion: number;
  budgetTokens: number;
  countTokens: (text: string) => number;
  secret: Uint8Array;
};

export type AnsweredPrior = {
  answer: PriorAnswer;
  decision: PriorDecision;
  budget: BudgetCut;
  /** Selected memories that the budget left out, weakest first, with their tokens. */
  drops: { kind: "memory"; id: string; tokens: number }[];
};

/** Ground nodes that an item names before the rest is counted. */
const mostGroundShown = 5;

/** Renders the selected memories within the budget and says why every other one was left out. */
export function answerPrior(input: PriorAnswerInput): AnsweredPrior {
  const { selection, textOf, budgetTokens } = input;
  const selected = selection.candidates.filter(({ verdict }) => verdict.kind === "selected");
  const block = renderUntrustedBlock({
    items: selected.map((candidate) => ({
      session: candidate.session,
      project: candidate.project,
      notes: notesOf(candidate),
      lines: [textOf(candidate.id) ?? ""],
    })),
    secret: input.secret,
    kind: "prior context",
    budgetTokens,
    countTokens: input.countTokens,
  });
  const decision = decidePrior(
    selection.candidates.map((candidate) => ({ candidate, verdict: candidate.verdict })),
    { cutoff: selection.cutoff, shown: block.shown },
  );
  const candidateOf = new Map(selection.candidates.map((candidate) => [candidate.id, candidate]));
  const rejected = decision.rejected.flatMap(({ id, reason }): PriorRejection[] => {
    const candidate = candidateOf.get(id);
    return candidate === undefined ? [] : [{ ...judgedOf(candidate), reason }];
  });
  const focus = selection.foci.find(({ project }) => project === input.project)?.focus;
  return {
    answer: {
      items: selected
        .slice(0, block.shown)
        .map((candidate) => ({ ...judgedOf(candidate), text: textOf(candidate.id) ?? "" })),
      rejected,
      counts: countsOf(selection, { returned: block.shown, listed: rejected.length }),
      cutoff: selection.cutoff,
      policy_version: input.policyVersion,
      focus_size: focus?.nodes.size ?? 0,
      unresolved_nodes: focus?.unresolved_nodes ?? [...new Set(input.currentNodes)],
      rendered: block.text,
    },
    decision,
    budget: { limit: budgetTokens, used: block.tokens, tried: block.tried },
    drops: selected
      .map(({ id }, index) => ({ kind: "memory" as const, id, tokens: block.item_tokens[index] ?? 0 }))
      .slice(block.shown)
      .toReversed(),
  };
}

function countsOf({ counts }: PriorSelection, { returned, listed }: { returned: number; listed: number }): PriorCounts {
  const { considered, selected, below_floor, beyond_gap, over_top_k } = counts;
  const rejected = { below_floor, beyond_gap, over_top_k, budget: selected - returned };
  return { considered, returned, rejected, truncated: considered - returned - listed };
}

function judgedOf({ id, session, project, score, factors, ground, inputs }: JudgedCandidate): Judged {
  return { id, session, project, score, factors, ground, verdict: inputs.outcome };
}

function notesOf({ ground, inputs }: JudgedCandidate): string[] {
  const notes = inputs.outcome === null ? [] : [`last outcome ${inputs.outcome}`];
  if (ground.length === 0) return notes;
  const more = ground.length > mostGroundShown ? ` and ${ground.length - mostGroundShown} more` : "";
  return [...notes, `about ${ground.slice(0, mostGroundShown).join(", ")}${more}`];
}
