/**
 * A floor f between two classes, `bestControl ≤ f < worstRelevant`, given that `bestControl < worstRelevant` and `worstRelevant > 0`.
 * Their geometric mean, as a product of roots, which neither overflows nor vanishes as the root of a product would. A best
 * control of 0 or less has no geometric mean: then a tenth of the worst relevant.
 */
export function noiseFloorBetween({
  worstRelevant,
  bestControl,
}: {
  worstRelevant: number;
  bestControl: number;
}): number {
  if (bestControl <= 0) return worstRelevant / 10;
  const mean = Math.sqrt(worstRelevant) * Math.sqrt(bestControl);
  // Between neighbouring numbers rounding may leave the interval; the control's own score is then the floor.
  return mean >= bestControl && mean < worstRelevant ? mean : bestControl;
}
