import type { Policy } from "#server/domain/policy/policy.ts";
import { bonusFor } from "#server/domain/scoring/score-parts.ts";
import { outcomeOfCode } from "#server/domain/selection/memory-columns.ts";

/** Scores are of the order of 1, so this is a million times what rounding can move one by. */
const roundingMargin = 1e-9;

/**
 * How much wording a memory outside the focus has to share with the task to matter to a scan: to score above the noise floor, or to
 * stand among the best kept. One that shares less needs no score, because age and lost ground only take away.
 */
export class LeastOverlap {
  readonly #policy: Policy;
  readonly #taskWeight: number;
  /** The highest by code of the outcome. */
  readonly #bonuses: readonly number[];
  #weakest = Number.NEGATIVE_INFINITY;
  /** Overlap by code of the outcome, [0, ∞); 0 rules nothing out. */
  readonly shares = new Float64Array(outcomeOfCode.length);
  /** What even a memory of no other word has to share. */
  common = 0;

  constructor(policy: Policy, { taskWeight, sameProject }: { taskWeight: number; sameProject: boolean }) {
    this.#policy = policy;
    this.#taskWeight = taskWeight;
    this.#bonuses = outcomeOfCode.map((outcome) => bonusFor(outcome, { corroborated: true, sameProject }, policy));
  }

  /** `weakestKept` is the score below which nothing is kept any more; it never falls. Returns whether anything changed. */
  raise(weakestKept: number): boolean {
    if (weakestKept === this.#weakest) return false;
    this.#weakest = weakestKept;
    const { w_semantic, noise_floor } = this.#policy;
    const needed = Math.min(noise_floor, weakestKept) - roundingMargin;
    if (needed <= 0 || w_semantic === 0) return false;
    for (const [code, bonus] of this.#bonuses.entries()) {
      this.shares[code] = Math.max(0, (needed - bonus) / w_semantic);
    }
    // A memory of these words alone overlaps by common / taskWeight, and every further word takes away.
    this.common = Math.max(0, Math.min(...this.shares) * this.#taskWeight - roundingMargin * this.#taskWeight);
    return true;
  }
}
