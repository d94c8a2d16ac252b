/** What stands where a number is missing; screen readers are told by the label beside it. */
export const missing = "–";

const maxDecimals = 12;

/** Whether `shown` lies on the same side of `bound` as `value` does, once both are written with these decimals. */
function keepsSide(value: number, bound: number, decimals: number): boolean {
  const shown = Number(value.toFixed(decimals));
  const shownBound = Number(bound.toFixed(decimals));
  return Math.sign(value - bound) === Math.sign(shown - shownBound);
}

/**
 * A score with as many decimals as its meaning needs: at least two, and enough to see on which side of each bound it
 * lies (its floor, the score needed), and never 0 or 1 for something that is neither. Below the twelfth decimal it
 * turns to powers of ten. Not a number or absent: a dash, never 0.
 */
export function formatScore(
  value: number | null | undefined,
  bounds: readonly (number | null | undefined)[] = [],
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return missing;
  const against = [0, 1, ...bounds.filter((bound) => bound !== null && bound !== undefined && Number.isFinite(bound))];
  for (let decimals = 2; decimals <= maxDecimals; decimals += 1) {
    if (against.every((bound) => keepsSide(value, bound ?? 0, decimals))) return value.toFixed(decimals);
  }
  return String(value);
}

/** A bound (a floor, a gap) with as many decimals as the scores beside it need. */
export function formatBound(bound: number | null | undefined, beside: readonly number[] = []): string {
  return formatScore(bound, beside);
}
