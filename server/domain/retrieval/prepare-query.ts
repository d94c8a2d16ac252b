import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import { signTerms } from "#server/domain/retrieval/sign-terms.ts";
import { termSequence } from "#server/domain/retrieval/term-sequence.ts";
import { termWeight } from "#server/domain/retrieval/term-weight.ts";

export type QueryTerm = {
  term: string;
  /** Above 0; how telling the term is, and how early it stands. */
  weight: number;
  /** The same without its position. */
  telling: number;
};

/** A query as retrieval and rerank read it: a function of its text alone. */
export type PreparedQuery = {
  /** Distinct, heaviest first; equal weights in reading order. Never more than `queryTerms`. */
  terms: QueryTerm[];
  totalWeight: number;
  totalTelling: number;
  /** Neighbouring terms of the text, joined by a blank. */
  pairs: ReadonlySet<string>;
  /** True for a query of signs alone, all of which must be there. */
  signsOnly: boolean;
};

/** Bounded whatever the text: at most `queryUnits` of it are read and `queryTerms` of its terms kept. Empty when nothing can be looked for. */
export function prepareQuery(text: string): PreparedQuery {
  const read = headAndTail(text);
  const sequence = termSequence(read);
  if (sequence.length === 0) return fromSigns(signTerms(read));
  const terms = new Map<string, QueryTerm>();
  for (const [position, term] of sequence.entries()) {
    if (terms.has(term)) continue;
    const telling = termWeight(term);
    terms.set(term, { term, telling, weight: telling / (1 + position / currentRetrieval.positionHalf) });
  }
  const kept = [...terms.values()].sort((left, right) => right.weight - left.weight);
  kept.length = Math.min(kept.length, currentRetrieval.queryTerms);
  const pairs = new Set<string>();
  for (let position = 1; position < sequence.length; position++) {
    const left = sequence[position - 1];
    const right = sequence[position];
    if (left !== right) pairs.add(`${left} ${right}`);
  }
  return withTotals(kept, pairs, false);
}

function fromSigns(signs: string[]): PreparedQuery {
  const terms = signs.slice(0, currentRetrieval.queryTerms).map((term) => ({ term, weight: 1, telling: 1 }));
  return withTotals(terms, new Set(), true);
}

function withTotals(terms: QueryTerm[], pairs: ReadonlySet<string>, signsOnly: boolean): PreparedQuery {
  let totalWeight = 0;
  let totalTelling = 0;
  for (const term of terms) {
    totalWeight += term.weight;
    totalTelling += term.telling;
  }
  return { terms, totalWeight, totalTelling, pairs, signsOnly };
}

function headAndTail(text: string): string {
  if (text.length <= currentRetrieval.queryUnits) return text;
  const half = currentRetrieval.queryUnits / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
