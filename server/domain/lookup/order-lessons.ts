import { compareRanked } from "#server/domain/selection/compare-ids.ts";

/** What the order of an answer depends on. `score` in [0, 1]. */
export type Rankable = { tier: 1 | 2 | 3; level: "L1" | "L2" | "R"; score: number; id: string };

/**
 * Tier first, then lessons before references, then the score, then the id in byte order; never across tiers by score.
 * A total order, so that two runs never disagree.
 */
export function compareLessons(a: Rankable, b: Rankable): number {
  if (a.tier !== b.tier) return a.tier - b.tier;
  const isReferenceA = a.level === "R";
  if (isReferenceA !== (b.level === "R")) return isReferenceA ? 1 : -1;
  return compareRanked(a, b);
}
