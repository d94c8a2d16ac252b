import type { CandidateInputs, OutcomeVerdict } from "#server/domain/scoring/candidate-inputs.ts";
import type { ScoreFactors } from "#server/domain/scoring/score-candidate.ts";

/** An active reasoning memory, as far as selection needs it. The text itself stays in the store. */
export type PriorMemory = {
  id: string;
  session: string;
  /** Distinct tokens of the text, by the tokenizer of the day. */
  tokens: readonly string[];
  /** Distinct nodes, as stored. */
  ground: readonly string[];
  createdMs: number;
  outcome: OutcomeVerdict | null;
};

/** One memory that a lookup considered, with everything its score was computed from. */
export type PriorCandidate = {
  id: string;
  session: string;
  project: string;
  ground: string[];
  inputs: CandidateInputs;
  factors: ScoreFactors;
  score: number;
};

/**
 * Whether a candidate can have a say: shared wording, or ground in the focus. Ground counts even where too little of it is
 * resident for a structural factor, because a what-if may ask for less.
 */
export function hasSignal({ token_intersection, ground_in_focus }: CandidateInputs): boolean {
  return token_intersection > 0 || ground_in_focus > 0;
}
