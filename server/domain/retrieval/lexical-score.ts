import { lengthFactor, occurrenceWorth, similarWorth } from "#server/domain/retrieval/entry-match.ts";
import type { EntryTerms } from "#server/domain/retrieval/entry-terms.ts";
import type { PreparedQuery } from "#server/domain/retrieval/prepare-query.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import { Vocabulary } from "#server/domain/retrieval/vocabulary.ts";

/**
 * Where a raw score comes from. `exact`, `similar` and `context` are the shares of the query that the text says, says alike, and that
 * stand around it; `complete` rewards a text that says all of it; `breadth` is how much the query asks for.
 * rawScore = 1 - exp(-breadth · (exact + similar + context + complete)).
 */
export type LexicalFactors = { exact: number; similar: number; context: number; complete: number; breadth: number };

/** Weighted sums over the terms of a query; `present` sums the terms that stand in the text, however often. */
export type LexicalSums = { exact: number; similar: number; context: number; present: number };

/**
 * Raw score of one entry, in [0, 1): how much evidence there is that it is about what is asked.
 * A function of query and entry alone, so no other entry can change it. The index computes the same numbers from its postings.
 */
export function lexicalScore(query: PreparedQuery, entry: EntryTerms): { rawScore: number; factors: LexicalFactors } {
  const length = lengthFactor(entry.sequence.length);
  const sums: LexicalSums = { exact: 0, similar: 0, context: 0, present: 0 };
  const overlapOf = overlapsIn(entry);
  let matched = 0;
  for (const { term, weight } of query.terms) {
    const count = entry.occurrences.get(term) ?? 0;
    const overlap = count === 0 ? overlapOf(term) : 0;
    const exact = count === 0 ? 0 : occurrenceWorth(count, length);
    const similar = similarWorth(overlap, length);
    const context = entry.context.has(term) ? currentRetrieval.contextShare * (1 - exact - similar) : 0;
    sums.exact += weight * exact;
    sums.similar += weight * similar;
    sums.context += weight * context;
    sums.present += weight * (count === 0 ? overlap : 1);
    if (count > 0) matched++;
  }
  return settle(query, sums, matched);
}

/**
 * Turns sums into a score. Chance matches of unrelated texts grow with the root of what a query asks for, and so must the evidence:
 * measured on PRIOR-LINK, a floor that lets in a tenth of the unrelated keeps .53 of the related with the root, .25 without.
 * A single common word asks for little and still is all that was asked, so breadth starts at 1.
 * A query of signs alone counts only where every one of them stands.
 */
export function settle(
  query: PreparedQuery,
  sums: LexicalSums,
  matched: number,
): { rawScore: number; factors: LexicalFactors } {
  const total = query.totalWeight;
  if (total === 0 || (query.signsOnly && matched < query.terms.length))
    return { rawScore: 0, factors: { exact: 0, similar: 0, context: 0, complete: 0, breadth: 0 } };
  const factors = {
    exact: sums.exact / total,
    similar: sums.similar / total,
    context: sums.context / total,
    complete: completeness(sums.present / total),
    breadth: Math.sqrt(Math.max(1, total)),
  };
  return { rawScore: rawScoreFrom(query, sums.exact, sums.similar, sums.context, sums.present), factors };
}

/** The raw score alone, without allocating: the index asks it of every entry that it touched. */
export function rawScoreFrom(
  query: PreparedQuery,
  exact: number,
  similar: number,
  context: number,
  present: number,
): number {
  const total = query.totalWeight;
  const covered = exact / total + similar / total + context / total + completeness(present / total);
  return 1 - Math.exp(-Math.sqrt(Math.max(1, total)) * covered);
}

/** What must be covered for a raw score, the inverse of `rawScoreFrom`; infinite from 1 on. */
export function coveredFor(query: PreparedQuery, rawScore: number): number {
  return rawScore >= 1 ? Number.POSITIVE_INFINITY : -Math.log(1 - rawScore) / Math.sqrt(Math.max(1, query.totalWeight));
}

function completeness(presentShare: number): number {
  return currentRetrieval.completeShare * presentShare ** currentRetrieval.completePower;
}

/** Of the terms of a text, which is most like another term, and how much; 0 below the threshold. Built once a text. */
function overlapsIn(entry: EntryTerms): (term: string) => number {
  const vocabulary = new Vocabulary();
  for (const [term, count] of entry.occurrences) if (count > 0) vocabulary.add(term);
  return (term) => vocabulary.similarTo(term).reduce((best, { overlap }) => Math.max(best, overlap), 0);
}
