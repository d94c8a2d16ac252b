import type { PreparedQuery } from "#server/domain/retrieval/prepare-query.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import { termWeight } from "#server/domain/retrieval/term-weight.ts";

/** Share of the query's weight that the best passage of `passageTerms` + 1 terms holds; in [0, 1]. */
export function bestPassageOf(query: PreparedQuery, sequence: readonly string[]): number {
  if (query.totalWeight === 0) return 0;
  const hits = hitsOf(query, sequence);
  const inPassage = new Map<string, number>();
  let best = 0;
  let first = 0;
  for (const hit of hits) {
    inPassage.set(hit.term, (inPassage.get(hit.term) ?? 0) + 1);
    for (
      let gone = hits[first];
      gone && gone.position < hit.position - currentRetrieval.passageTerms;
      gone = hits[first]
    ) {
      const left = (inPassage.get(gone.term) ?? 0) - 1;
      if (left === 0) inPassage.delete(gone.term);
      else inPassage.set(gone.term, left);
      first++;
    }
    // Summed anew where a term entered: a running sum would drift and depend on what had passed.
    if (inPassage.get(hit.term) === 1) best = Math.max(best, weightOf(query, inPassage));
  }
  return best / query.totalWeight;
}

/** Share of the query's weight that stands next to a neighbour of the query, once a pair; in [0, 1]. */
export function adjacencyOf(query: PreparedQuery, sequence: readonly string[]): number {
  if (query.totalWeight === 0) return 0;
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const seen = new Set<string>();
  let sum = 0;
  for (let position = 1; position < sequence.length; position++) {
    const left = weights.get(sequence[position - 1] ?? "");
    const right = weights.get(sequence[position] ?? "");
    if (left === undefined || right === undefined) continue;
    const pair = `${sequence[position - 1]} ${sequence[position]}`;
    if (!query.pairs.has(pair) || seen.has(pair)) continue;
    seen.add(pair);
    sum += left + right;
  }
  return Math.min(1, sum / (2 * query.totalWeight));
}

/** Cosine of the two sets of terms, each weighing what it tells; in [0, 1]. */
export function cosineOf(query: PreparedQuery, sequence: readonly string[]): number {
  const terms = new Set(sequence);
  let shared = 0;
  for (const { term, telling } of query.terms) if (terms.has(term)) shared += telling;
  if (shared === 0) return 0;
  let total = 0;
  for (const term of terms) total += termWeight(term);
  return Math.min(1, shared / Math.sqrt(query.totalTelling * total));
}

function hitsOf(query: PreparedQuery, sequence: readonly string[]): { term: string; position: number }[] {
  const wanted = new Set(query.terms.map(({ term }) => term));
  return sequence.flatMap((term, position) => (wanted.has(term) ? [{ term, position }] : []));
}

function weightOf(query: PreparedQuery, present: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const { term, weight } of query.terms) if (present.has(term)) sum += weight;
  return sum;
}
