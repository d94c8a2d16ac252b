import fc from "fast-check";
import { expect, test } from "vitest";
import { combineFactors } from "#server/domain/scoring/score-candidate.ts";
import { prepareFactorBar, prepareFactorScale } from "./prepare-factor-bars.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const weights = { w_semantic: 0.6, w_structural: 0.4 };
const factors = fc.record({
  semantic: share,
  structural: share,
  bonus: fc.double({ min: -1, max: 1, noNaN: true }),
  recency: share,
  live_ratio: share,
});

test("segments add up to the score, whatever the factors are", () => {
  fc.assert(
    fc.property(factors, (given) => {
      const score = combineFactors(given, weights);
      const { segments } = prepareFactorBar({ factors: given, score }, weights);
      expect(segments.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 12);
    }),
  );
});

test("what recency and live ratio took away stands beyond what was added, and is nothing when they are 1", () => {
  const whole = { semantic: 0.5, structural: 0.25, bonus: 0, recency: 1, live_ratio: 1 };
  expect(prepareFactorBar({ factors: whole, score: 0.4 }, weights).lost).toBeNull();
  const halved = prepareFactorBar({ factors: { ...whole, live_ratio: 0.5 }, score: 0.2 }, weights);
  expect(halved.lost?.from).toBeCloseTo(0.2, 12);
  expect(halved.lost?.to).toBeCloseTo(0.4, 12);
});

test("a penalty goes left from zero and keeps its place on the axis", () => {
  const failed = { semantic: 0.25, structural: 0, bonus: -0.2, recency: 1, live_ratio: 1 };
  const bar = prepareFactorBar({ factors: failed, score: -0.05 }, weights);
  expect(bar.segments.map(({ factor, from, to }) => [factor, from, to])).toEqual([
    ["semantic", 0, 0.15],
    ["bonus", -0.2, 0],
  ]);
  const scale = prepareFactorScale([bar], [0.037]);
  expect(scale.from).toBeLessThan(-0.2);
  expect(scale.at(scale.from)).toBe(0);
  expect(scale.at(scale.to)).toBe(100);
  expect(scale.at(0.037)).toBeGreaterThan(scale.at(0));
});

test("an axis has a length when nothing scored, and holds its lines", () => {
  const scale = prepareFactorScale([], [0.5, Number.NaN]);
  expect(scale.to).toBeGreaterThan(0.5);
  expect(prepareFactorScale([], []).to).toBeGreaterThan(0);
});
