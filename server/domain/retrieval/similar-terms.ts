import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";

const lettersOnly = /^[\p{L}\p{M}]+$/u;

/** Longest term whose trigrams are kept: longer runs are no words. */
const longestSimilar = 32;

/**
 * Character trigrams of a term, its start marked twice and its end once, so that a shared beginning weighs most; each once.
 * Empty for a term that must match exactly: codes and numbers (`TS2322` is not like `TS2345`), bigrams of Han and Kana, short words.
 */
export function termTrigrams(term: string): string[] {
  if (term.length < currentRetrieval.similarLength || term.length > longestSimilar || !lettersOnly.test(term))
    return [];
  const marked = `^^${term}$`;
  const grams = new Set<string>();
  for (let start = 0; start + 3 <= marked.length; start++) grams.add(marked.slice(start, start + 3));
  return [...grams];
}

/** Dice overlap of two trigram sets of these sizes with `shared` in common; in [0, 1]. */
export function diceOverlap(shared: number, left: number, right: number): number {
  return left + right === 0 ? 0 : (2 * shared) / (left + right);
}
