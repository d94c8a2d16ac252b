import { backgroundWeight } from "#server/domain/scoring/background-frequencies.ts";
import { evenWeight, type TokenWeight } from "#server/domain/scoring/token-overlap.ts";

/**
 * Weight of a token under the `background_table` of a policy: all alike for 0.
 * An unknown version is a bug of the caller, since `validatePolicy` lets only shipped tables through.
 */
export function tokenWeightOf(backgroundTable: number): TokenWeight {
  if (backgroundTable === 0) return evenWeight;
  if (backgroundTable === 1) return backgroundWeight;
  throw new RangeError(`There is no background table ${backgroundTable}.`);
}
