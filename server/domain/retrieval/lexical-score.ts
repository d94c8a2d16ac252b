import { lengthFactor, occurrenceWorth, similarWorth } from "#server/domain/retrieval/entry-match.ts";
import type { EntryTerms } from "#server/domain/retrieval/entry-terms.ts";
import type { PreparedQuery } from "#server/domain/retrieval/prepare-query.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import { diceOverlap, termTrigrams } from "#server/domain/retrieval/similar-terms.ts";

/** Three shares that add up to the raw score: terms that stand in the text, terms like them, terms that stand around it. */
export type LexicalFactors = { exact: number; similar: number; context: number };

/**
 * Raw score of one entry, in [0, 1): which share of what the query says the entry says too.
 * A function of query and entry alone, so no other entry can change it. The index computes the same numbers from its postings.
 */
export function lexicalScore(query: PreparedQuery, entry: EntryTerms): { rawScore: number; factors: LexicalFactors } {
  const length = lengthFactor(entry.sequence.length);
  const sums: LexicalFactors = { exact: 0, similar: 0, context: 0 };
  let matched = 0;
  for (const { term, weight } of query.terms) {
    const count = entry.occurrences.get(term) ?? 0;
    const exact = count === 0 ? 0 : occurrenceWorth(count, length);
    const similar = count === 0 ? similarWorth(bestOverlap(term, entry), length) : 0;
    const context = entry.context.has(term) ? currentRetrieval.contextShare * (1 - exact - similar) : 0;
    sums.exact += weight * exact;
    sums.similar += weight * similar;
    sums.context += weight * context;
    if (count > 0) matched++;
  }
  return settle(query, sums, matched);
}

/** Turns weighted sums into shares. A query of signs alone counts only where every one of them stands. */
export function settle(
  query: PreparedQuery,
  sums: LexicalFactors,
  matched: number,
): { rawScore: number; factors: LexicalFactors } {
  if (query.terms.length === 0 || (query.signsOnly && matched < query.terms.length))
    return { rawScore: 0, factors: { exact: 0, similar: 0, context: 0 } };
  const factors = {
    exact: sums.exact / query.totalWeight,
    similar: sums.similar / query.totalWeight,
    context: sums.context / query.totalWeight,
  };
  return { rawScore: factors.exact + factors.similar + factors.context, factors };
}

/** Overlap with the most similar other term of the text, 0 below the threshold. */
function bestOverlap(term: string, entry: EntryTerms): number {
  const wanted = new Set(termTrigrams(term));
  if (wanted.size === 0) return 0;
  let best = 0;
  for (const [other, count] of entry.occurrences) {
    if (count === 0) continue;
    const grams = termTrigrams(other);
    const overlap = diceOverlap(grams.filter((gram) => wanted.has(gram)).length, wanted.size, grams.length);
    if (overlap >= currentRetrieval.similarOverlap) best = Math.max(best, overlap);
  }
  return best;
}
