import { describe, expect, test } from "vitest";
import type { BudgetAnswer } from "#server/contracts/budget.ts";
import { prepareBudget } from "./prepare-budget.ts";

const none = { "1": 0, "2": 0, "3": 0, skills: 0, prior: 0 };

function anAnswer(special: Partial<BudgetAnswer> = {}): BudgetAnswer {
  return {
    from: "2026-07-01T00:00:00.000Z",
    to: "2026-07-03T00:00:00.000Z",
    zone: "UTC",
    unit: "day",
    totals: { lookups: 10, dropping: 4, drops: 8, tokens: 1_200, tiers: { ...none, "3": 6, "2": 2 } },
    buckets: [
      { at: "2026-07-01T00:00:00.000Z", drops: { ...none, "3": 6 } },
      { at: "2026-07-02T00:00:00.000Z", drops: { ...none, "2": 2 } },
    ],
    most_dropped: [],
    larger: [
      { limit: 2_000, kept: 2, whole: 1 },
      { limit: 4_000, kept: 6, whole: 3 },
      { limit: 5_100, kept: 8, whole: 4 },
    ],
    ...special,
  };
}

describe("what a larger budget would buy", () => {
  test("names the smallest limit that keeps half, and the one that keeps all", () => {
    const { larger } = prepareBudget(anAnswer());
    expect(larger.chart.finding).toBe(
      "A limit of 4,000 tokens would have kept 75 % of what was left out; 5,100 tokens would have kept everything.",
    );
    expect(larger.steps.map(({ keptShare, wholeShare }) => [keptShare, wholeShare])).toEqual([
      ["25 %", "25 %"],
      ["75 %", "75 %"],
      ["100 %", "100 %"],
    ]);
  });

  test("says so when nothing was left out, without dividing by it", () => {
    const model = prepareBudget(
      anAnswer({ totals: { lookups: 0, dropping: 0, drops: 0, tokens: 0, tiers: none }, larger: [] }),
    );
    expect(model.isEmpty).toBe(true);
    expect(model.larger.chart.finding).toBe("Nothing was left out, so a larger budget buys nothing.");
    expect(JSON.stringify(model)).not.toContain("NaN");
  });
});

test("the bars of a bucket are its drops, and the sentence names the tier that lost most", () => {
  const { overTime } = prepareBudget(anAnswer());
  expect(overTime.finding).toBe("Most of what was left out is reference: 75 %. Tier 1 is never dropped.");
  expect(overTime.points.map(({ label, values }) => [label, values["3"], values["2"]])).toEqual([
    ["07-01", 6, 0],
    ["07-02", 0, 2],
  ]);
});
