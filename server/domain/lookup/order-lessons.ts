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
  return compareScored(a, b);
}

/** Highest score first; equal scores by id in byte order. */
export function compareScored(a: { score: number; id: string }, b: { score: number; id: string }): number {
  if (a.score !== b.score) return b.score - a.score;
  return compareBytes(a.id, b.id);
}

/** Byte order of the UTF-8 form, which is the order of code points and what collation `C` gives. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  const pointsA = a[Symbol.iterator]();
  const pointsB = b[Symbol.iterator]();
  for (;;) {
    const nextA = pointsA.next();
    const nextB = pointsB.next();
    if (nextA.done) return -1;
    if (nextB.done) return 1;
    const difference = (nextA.value.codePointAt(0) ?? 0) - (nextB.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
}
