import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";

/** How much harder repeats must work in a text of this many terms; 1 at `middleLength`, at least 1 - `lengthShare`. */
export function lengthFactor(termCount: number): number {
  const { lengthShare, middleLength, lengthPower } = currentRetrieval;
  return 1 - lengthShare + lengthShare * (termCount / middleLength) ** lengthPower;
}

/** What a term that occurs `count` times in a text of that length factor is worth; in [0, 1). */
export function occurrenceWorth(count: number, length: number): number {
  return count / (count + currentRetrieval.saturation * length);
}

/** What a similar term is worth in place of the term itself; in [0, 1). */
export function similarWorth(overlap: number, length: number): number {
  return currentRetrieval.similarShare * overlap * occurrenceWorth(1, length);
}
