import { expect, test } from "vitest";
import { currentScopeRanking, scopeWeights } from "#server/domain/code-context/scope-weights.ts";
import { prepareContributions } from "./prepare-contributions.ts";

const weights = scopeWeights[currentScopeRanking];

test("contributions are weight times factor, strongest first, and add up to the score", () => {
  const factors = { content: 0.5, churn: 1, aside: 1, path: 0 };
  const prepared = prepareContributions(factors, weights);
  expect(prepared.map(({ factor }) => factor)).toEqual(["docs or example", "content", "recent changes"]);
  const sum = prepared.reduce((total, { share }) => total + share, 0);
  expect(sum).toBeCloseTo(weights.content * 0.5 + weights.churn + weights.aside, 12);
});

test("a factor that added nothing is not shown", () => {
  expect(prepareContributions({ content: 0 }, weights)).toEqual([]);
});
