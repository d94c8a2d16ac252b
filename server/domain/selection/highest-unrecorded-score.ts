import { type ScoringPolicy, scoringFields } from "#server/domain/scoring/score-candidate.ts";

/** Bounds are computed in another order than scores, so they are widened by more than rounding can take. */
const roundingMargin = 1 + 1e-9;

/**
 * The most that a candidate with a say could score under another policy although it scored no more than `lowestKept` under the
 * recorded one, and so was left out of a truncated record. Exactly `lowestKept` as long as no scoring field changed, else at least 0,
 * below which no cutoff lies.
 */
export function highestUnrecordedScore(
  lowestKept: number,
  { recorded, asked }: { recorded: ScoringPolicy; asked: ScoringPolicy },
): number {
  if (scoringFields.every((field) => Object.is(recorded[field], asked[field]))) return lowestKept;
  const growth = decayGrowth({ recorded, asked });
  const weakestDecay = recorded.recency_half_life_days === null ? recorded.live_ratio_floor : 0;
  let highest = 0;
  for (const bonus of bonusPairs({ recorded, asked })) {
    for (const decay of decaysToTry({ lowestKept, weakestDecay, growth, bonus: bonus.recorded, recorded })) {
      const allowed = decay === 0 ? Number.POSITIVE_INFINITY : lowestKept / decay - bonus.recorded;
      if (allowed < 0) continue;
      const decayAfter = growth === Number.POSITIVE_INFINITY ? 1 : Math.min(1, growth * decay);
      highest = Math.max(highest, (mostWeighted(allowed, { recorded, asked }) + bonus.asked) * decayAfter);
    }
  }
  return highest * roundingMargin;
}

/** How much `recency · live_ratio` of one candidate may grow from one policy to the other, at most. */
function decayGrowth({ recorded, asked }: { recorded: ScoringPolicy; asked: ScoringPolicy }): number {
  const before = recorded.recency_half_life_days;
  const after = asked.recency_half_life_days;
  if (before !== null && (after === null || after > before)) return Number.POSITIVE_INFINITY;
  if (asked.live_ratio_floor <= recorded.live_ratio_floor) return 1;
  return asked.live_ratio_floor / recorded.live_ratio_floor;
}

/** Bonus before and after of every kind of candidate: failed, or rewarded or not, from the caller's project or another. */
function bonusPairs({ recorded, asked }: { recorded: ScoringPolicy; asked: ScoringPolicy }) {
  const pairs: { recorded: number; asked: number }[] = [];
  for (const own of [0, 1]) {
    const before = own * recorded.project_boost;
    const after = own * asked.project_boost;
    pairs.push({ recorded: before - recorded.outcome_penalty, asked: after - asked.outcome_penalty });
    for (const reward of [0, recorded.outcome_reward]) {
      pairs.push({ recorded: before + reward, asked: after + asked.outcome_reward });
      pairs.push({ recorded: before + reward, asked: after });
    }
  }
  return pairs;
}

/** The score is piecewise linear in the decay between these, so its maximum lies at one of them. */
function decaysToTry({
  lowestKept,
  weakestDecay,
  growth,
  bonus,
  recorded,
}: {
  lowestKept: number;
  weakestDecay: number;
  growth: number;
  bonus: number;
  recorded: ScoringPolicy;
}): number[] {
  const { w_semantic, w_structural } = recorded;
  const bends = [0, w_semantic, w_structural, w_semantic + w_structural].map((sum) => lowestKept / (sum + bonus));
  // Where decay may grow without limit, the weakest one stands for full strength.
  if (growth === Number.POSITIVE_INFINITY) return [0, 1];
  return [weakestDecay, 1, 1 / growth, ...bends].filter((decay) => decay >= weakestDecay && decay <= 1);
}

/** The largest weighted sum under the asked weights of factors in [0, 1] whose sum under the recorded ones is at most `allowed`. */
function mostWeighted(allowed: number, { recorded, asked }: { recorded: ScoringPolicy; asked: ScoringPolicy }): number {
  const structuralIsFree = asked.min_structural_ground < recorded.min_structural_ground;
  const parts = [
    { cost: recorded.w_semantic, gain: asked.w_semantic },
    { cost: structuralIsFree ? 0 : recorded.w_structural, gain: asked.w_structural },
  ].toSorted((a, b) => b.gain * a.cost - a.gain * b.cost);
  let left = allowed;
  let sum = 0;
  for (const { cost, gain } of parts) {
    const share = cost === 0 ? 1 : Math.min(1, left / cost);
    left -= share * cost;
    sum += share * gain;
  }
  return sum;
}
