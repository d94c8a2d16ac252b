import { backgroundWeight } from "#server/domain/scoring/background-frequencies.ts";

/** Which frozen background table weighs the terms; a function of query and entry alone needs one that the store cannot change. */
export const backgroundTable = 1;

const wordEndings = ["", "e", "s", "es", "ed", "ing"];

const unknownWeight = backgroundWeight("\u0001");

/**
 * How telling a stem is, in (0, 1]: 1 for one that the table does not hold, about 0.16 for the commonest. It is that of the
 * commonest word that has the stem. Proportional to -ln(share), which the table keeps as its power of 1.5.
 */
export function termWeight(term: string): number {
  let weight = unknownWeight;
  for (const ending of wordEndings) weight = Math.min(weight, backgroundWeight(term + ending));
  if (term.endsWith("i")) weight = Math.min(weight, backgroundWeight(`${term.slice(0, -1)}y`));
  return (weight / unknownWeight) ** (2 / 3);
}
