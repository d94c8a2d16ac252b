import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";

/** Whole number ≥ 1 that a token counts for. */
export type TokenWeight = (token: string) => number;

export const evenWeight: TokenWeight = () => 1;

/**
 * Intersection and union of two token sets, each token counted by its weight.
 * Both lists hold distinct tokens. Sums of whole numbers: the order of the tokens cannot change a bit.
 */
export function overlapOf(
  taskTokens: ReadonlySet<string>,
  memoryTokens: readonly string[],
  weightOf: TokenWeight,
): Pick<CandidateInputs, "token_intersection" | "token_union"> {
  let shared = 0;
  let memoryOnly = 0;
  for (const token of memoryTokens) {
    if (taskTokens.has(token)) shared += weightOf(token);
    else memoryOnly += weightOf(token);
  }
  return { token_intersection: shared, token_union: sumWeights(taskTokens, weightOf) + memoryOnly };
}

/** What a set of distinct tokens weighs together. */
export function sumWeights(tokens: Iterable<string>, weightOf: TokenWeight): number {
  let sum = 0;
  for (const token of tokens) sum += weightOf(token);
  return sum;
}
