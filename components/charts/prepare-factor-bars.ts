import type { ScoreFactors } from "#server/domain/scoring/score-candidate.ts";

/** The parts that a score is added up from, in their one order. */
export const barFactors = ["semantic", "structural", "bonus"] as const;
export type BarFactor = (typeof barFactors)[number];

/** Scores from `from` to `to`, `from` being the smaller. */
export type Span = { from: number; to: number };

export type FactorBar = {
  /** Those that are not 0. What adds goes right from 0, what takes away goes left. */
  segments: (Span & { factor: BarFactor; value: number })[];
  /** What recency and live ratio took away, beyond what was added; null where they took nothing. */
  lost: Span | null;
  score: number;
};

export type Scored = { factors: ScoreFactors; score: number };
export type Weights = { w_semantic: number; w_structural: number };

/** A score as the sum of its parts: each weighed factor times m, m being recency times live ratio. */
export function prepareFactorBar({ factors, score }: Scored, { w_semantic, w_structural }: Weights): FactorBar {
  const m = factors.recency * factors.live_ratio;
  const whole: Record<BarFactor, number> = {
    semantic: w_semantic * factors.semantic,
    structural: w_structural * factors.structural,
    bonus: factors.bonus,
  };
  const segments: FactorBar["segments"] = [];
  let right = 0;
  let left = 0;
  let wholeRight = 0;
  for (const factor of barFactors) {
    const value = whole[factor] * m;
    if (value > 0) {
      segments.push({ factor, value, from: right, to: right + value });
      right += value;
      wholeRight += whole[factor];
    } else if (value < 0) {
      segments.push({ factor, value, from: left + value, to: left });
      left += value;
    }
  }
  return { segments, lost: wholeRight > right ? { from: right, to: wholeRight } : null, score };
}

export type FactorScale = Span & {
  /** Where a score stands, in percent of the width. */
  at(score: number): number;
};

/** One axis for all bars of a lookup and the lines that they are judged by; never shorter than a tenth. */
export function prepareFactorScale(bars: readonly FactorBar[], lines: readonly number[]): FactorScale {
  let from = 0;
  let to = 0.1;
  for (const { segments, lost, score } of bars) {
    for (const span of segments) {
      from = Math.min(from, span.from);
      to = Math.max(to, span.to);
    }
    from = Math.min(from, score);
    to = Math.max(to, score, lost?.to ?? 0);
  }
  for (const line of lines) if (Number.isFinite(line)) to = Math.max(to, line);
  to *= 1.04;
  if (from < 0) from *= 1.04;
  return { from, to, at: (score) => ((Math.min(to, Math.max(from, score)) - from) / (to - from)) * 100 };
}
