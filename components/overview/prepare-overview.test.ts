import { describe, expect, test } from "vitest";
import type { OverviewAnswer } from "#server/contracts/overview.ts";
import { prepareOverview } from "./prepare-overview.ts";

type Bucket = OverviewAnswer["buckets"][number];

function aBucket(special: Partial<Bucket> = {}): Bucket {
  return {
    at: "2026-07-01T00:00:00.000Z",
    lookups: 0,
    tiers: { "1": 0, "2": 0, "3": 0, none: 0 },
    other: 0,
    empty: 0,
    degraded: 0,
    dropping: 0,
    p50_ms: null,
    p95_ms: null,
    budget_used: 0,
    budget_limit: 0,
    ...special,
  };
}

function anAnswer(special: Partial<OverviewAnswer> = {}): OverviewAnswer {
  const { at: _, ...counts } = aBucket();
  return {
    from: "2026-07-01T00:00:00.000Z",
    to: "2026-07-03T00:00:00.000Z",
    zone: "UTC",
    unit: "day",
    totals: { ...counts, injected: 0, distinct: 0 },
    buckets: [],
    degraded_legs: [],
    outcomes: { pass: 0, fail: 0 },
    top_failures: [],
    ...special,
  };
}

const followed = {
  rate: 0.5,
  passed: 3,
  counted: 6,
  failed_again: 1,
  not_passed: 2,
  nothing_later: 4,
  days: 7,
  by_origin: [],
  definition: "What counts.",
  note: "An association.",
};

const busy = aBucket({
  lookups: 4,
  tiers: { "1": 2, "2": 1, "3": 0, none: 1 },
  empty: 1,
  p50_ms: 8,
  p95_ms: 40,
  budget_used: 3_000,
  budget_limit: 24_000,
});

function chartOf(answer: OverviewAnswer, id: string) {
  const found = prepareOverview(answer, followed).charts.find((chart) => chart.id === id);
  if (found === undefined) throw new Error(`No chart ${id}.`);
  return found.chart;
}

describe("the overview", () => {
  test("keeps apart what is 0 and what was not measured", () => {
    const answer = anAnswer({ buckets: [aBucket(), { ...busy, at: "2026-07-02T00:00:00.000Z" }] });
    expect(chartOf(answer, "tiers").points.map(({ values }) => values.t1)).toEqual([0, 2]);
    expect(chartOf(answer, "latency").points.map(({ values }) => values.p95)).toEqual([null, 40]);
    expect(chartOf(answer, "quality").points.map(({ values }) => values.empty)).toEqual([null, 0.25]);
  });

  test("shows each share with the arithmetic that gives it", () => {
    const { at: _, ...counts } = busy;
    const { tiles } = prepareOverview(anAnswer({ totals: { ...counts, injected: 1, distinct: 3 } }), followed);
    const exact = tiles.find(({ id }) => id === "exact");
    expect(exact?.shown).toBe("50 %");
    expect(exact?.how[0]).toBe("Tier 1 ÷ three-tier lookups = 2 ÷ 4 = 50 %.");
    expect(tiles.find(({ id }) => id === "follow-through")?.how[0]).toContain("3 ÷ 6 = 50 %");
    expect(tiles.find(({ id }) => id === "budget")?.how[0]).toContain("3,000 ÷ 24,000 = 13 %");
  });

  test("divides by nothing when nothing was asked", () => {
    const model = prepareOverview(anAnswer({ buckets: [aBucket()] }), followed);
    expect(model.isEmpty).toBe(true);
    expect(JSON.stringify(model)).not.toMatch(/NaN|Infinity/);
    expect(model.tiles.find(({ id }) => id === "empty")?.shown).toBe("–");
  });

  test("names the most common answer in its sentence", () => {
    const { at: _, ...counts } = busy;
    const answer = anAnswer({ totals: { ...counts, injected: 0, distinct: 4 }, buckets: [busy] });
    expect(chartOf(answer, "tiers").finding).toBe(
      "4 lookups. The most common answer was an exact hit: 50 % of the three-tier lookups.",
    );
  });
});
