import type { z } from "zod";
import { bucketLabels } from "#components/charts/bucket-label.ts";
import type { TimeChart } from "#components/charts/time-chart.ts";
import { countOf, formatCount, formatDuration, formatShare } from "#components/ui/format-quantity.ts";
import type { FollowThroughRateOutput } from "#server/contracts/follow-through.ts";
import type { OverviewAnswer } from "#server/contracts/overview.ts";

/** How often a session passed after a lookup that gave it something. */
export type FollowThroughRate = z.output<typeof FollowThroughRateOutput>;

/** A number on top of the overview, with what it means and how it came about. */
export type Tile = { id: string; name: string; shown: string; note: string; how: string[] };

export type OverviewModel = {
  tiles: Tile[];
  charts: { id: string; title: string; chart: TimeChart }[];
  /** Whether anything was asked in the range at all. */
  isEmpty: boolean;
};

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function tilesOf({ totals, degraded_legs: legs, outcomes }: OverviewAnswer, followed: FollowThroughRate): Tile[] {
  const tiered = totals.tiers["1"] + totals.tiers["2"] + totals.tiers["3"] + totals.tiers.none;
  const judged = outcomes.pass + outcomes.fail;
  return [
    {
      id: "lookups",
      name: "Lookups",
      shown: formatCount(totals.lookups),
      note: `${formatCount(totals.injected)} by a hook, ${formatCount(totals.distinct)} different`,
      how: [
        `${formatCount(tiered)} three-tier + ${formatCount(totals.other)} of prior context and SCOPE = ${formatCount(totals.lookups)}.`,
        `The same question with the same answer is one lookup: ${formatCount(totals.distinct)} are different.`,
      ],
    },
    {
      id: "exact",
      name: "Exact hits",
      shown: formatShare(share(totals.tiers["1"], tiered)),
      note: `${formatCount(totals.tiers["1"])} of ${countOf(tiered, "three-tier lookup")}`,
      how: [
        `Tier 1 ÷ three-tier lookups = ${formatCount(totals.tiers["1"])} ÷ ${formatCount(tiered)} = ${formatShare(share(totals.tiers["1"], tiered))}.`,
      ],
    },
    {
      id: "empty",
      name: "Empty answers",
      shown: formatShare(share(totals.empty, totals.lookups)),
      note: `${formatCount(totals.empty)} returned nothing`,
      how: [
        `Lookups that returned nothing ÷ all = ${formatCount(totals.empty)} ÷ ${formatCount(totals.lookups)} = ${formatShare(share(totals.empty, totals.lookups))}.`,
        "Nothing passed its floor, or the budget left no room.",
      ],
    },
    {
      id: "degraded",
      name: "Degraded",
      shown: formatShare(share(totals.degraded, totals.lookups)),
      note:
        legs.length === 0
          ? "every leg answered"
          : legs.map(({ leg, lookups }) => `${leg} ${formatCount(lookups)}`).join(", "),
      how: [
        `Lookups in which a leg did not answer ÷ all = ${formatCount(totals.degraded)} ÷ ${formatCount(totals.lookups)} = ${formatShare(share(totals.degraded, totals.lookups))}.`,
        ...legs.map(({ leg, lookups }) => `${leg}: ${countOf(lookups, "lookup")}.`),
      ],
    },
    {
      id: "latency",
      name: "95 of 100 within",
      shown: formatDuration(totals.p95_ms),
      note: `half within ${formatDuration(totals.p50_ms)}`,
      how: [
        `Of ${formatCount(totals.lookups)} durations in order, the one that 95 of 100 do not exceed: ${formatDuration(totals.p95_ms)}.`,
        "A duration is what the lookup took inside Whence, without the way to the caller.",
      ],
    },
    {
      id: "budget",
      name: "Budget used",
      shown: formatShare(share(totals.budget_used, totals.budget_limit)),
      note: `${formatCount(totals.dropping)} left something out`,
      how: [
        `Tokens used ÷ tokens allowed = ${formatCount(totals.budget_used)} ÷ ${formatCount(totals.budget_limit)} = ${formatShare(share(totals.budget_used, totals.budget_limit))}.`,
        `${countOf(totals.dropping, "lookup")} of ${formatCount(totals.lookups)} left something out to keep the limit.`,
      ],
    },
    {
      id: "follow-through",
      name: "Follow-through",
      shown: formatShare(followed.rate),
      note:
        followed.counted === 0
          ? "nothing heard afterwards"
          : `${formatCount(followed.passed)} of ${formatCount(followed.counted)} passed afterwards`,
      how: [
        `Passed afterwards ÷ counted = ${formatCount(followed.passed)} ÷ ${formatCount(followed.counted)} = ${formatShare(followed.rate)}, over the last ${countOf(followed.days, "day")}.`,
        followed.definition,
        followed.note,
      ],
    },
    {
      id: "outcomes",
      name: "Outcomes passed",
      shown: formatShare(share(outcomes.pass, judged)),
      note: judged === 0 ? "none recorded" : `${formatCount(outcomes.pass)} of ${formatCount(judged)}`,
      how: [
        `Outcomes recorded as pass ÷ all outcomes of the range = ${formatCount(outcomes.pass)} ÷ ${formatCount(judged)} = ${formatShare(share(outcomes.pass, judged))}.`,
        "Agents record them for decisions and tasks; most lookups have none.",
      ],
    },
  ];
}

/** The sentence under the chart of tiers: which answer was the most common. */
function tierFinding({ totals }: OverviewAnswer): string {
  const kinds = [
    { words: "an exact hit", value: totals.tiers["1"] },
    { words: "similar memories", value: totals.tiers["2"] },
    { words: "documentation", value: totals.tiers["3"] },
    { words: "nothing", value: totals.tiers.none },
  ];
  const most = kinds.toSorted((a, b) => b.value - a.value)[0];
  const all = kinds.reduce((sum, { value }) => sum + value, 0);
  if (most === undefined || all === 0) return `${countOf(totals.lookups, "lookup")}, none of them three-tier.`;
  return `${countOf(totals.lookups, "lookup")}. The most common answer was ${most.words}: ${formatShare(most.value / all)} of the three-tier lookups.`;
}

/** The highest value of a series with the label of its bucket; null when there is none. */
function peak(points: TimeChart["points"], key: string): { label: string; value: number } | null {
  let best: { label: string; value: number } | null = null;
  for (const { label, values } of points) {
    const value = values[key];
    if (value !== null && value !== undefined && (best === null || value > best.value)) best = { label, value };
  }
  return best;
}

/** What the overview shows of one answer: tiles, four charts with their sentences, in the zone that the buckets have. */
export function prepareOverview(answer: OverviewAnswer, followed: FollowThroughRate): OverviewModel {
  const { buckets, unit, zone, totals } = answer;
  const labels = bucketLabels(
    buckets.map(({ at }) => at),
    unit,
    zone,
  );
  const pointsOf = (valuesOf: (bucket: OverviewAnswer["buckets"][number]) => Record<string, number | null>) =>
    buckets.map((bucket, index) => ({ label: labels[index] ?? bucket.at, values: valuesOf(bucket) }));

  const latency = pointsOf(({ p50_ms, p95_ms }) => ({ p50: p50_ms, p95: p95_ms }));
  const slowest = peak(latency, "p95");
  const quality = pointsOf(({ empty, degraded, lookups }) => ({
    empty: share(empty, lookups),
    degraded: share(degraded, lookups),
  }));
  const emptiest = peak(quality, "empty");
  const budget = pointsOf(({ budget_used, budget_limit, dropping, lookups }) => ({
    used: share(budget_used, budget_limit),
    dropping: share(dropping, lookups),
  }));
  return {
    tiles: tilesOf(answer, followed),
    isEmpty: totals.lookups === 0,
    charts: [
      {
        id: "tiers",
        title: "Lookups by tier",
        chart: {
          kind: "bars",
          unit: "count",
          finding: tierFinding(answer),
          series: [
            { key: "t1", word: "1 · exact", colour: "var(--tier-1)" },
            { key: "t2", word: "2 · similar", colour: "var(--tier-2)" },
            { key: "t3", word: "3 · reference", colour: "var(--tier-3)" },
            { key: "none", word: "nothing", colour: "var(--tier-rest)" },
            { key: "other", word: "prior context and SCOPE", colour: "var(--tier-skills)" },
          ],
          points: pointsOf(({ tiers, other }) => ({
            t1: tiers["1"],
            t2: tiers["2"],
            t3: tiers["3"],
            none: tiers.none,
            other,
          })),
        },
      },
      {
        id: "quality",
        title: "Empty and degraded answers",
        chart: {
          kind: "lines",
          unit: "share",
          finding:
            emptiest === null || emptiest.value === 0
              ? "Every lookup returned something."
              : `${formatShare(share(totals.empty, totals.lookups))} returned nothing, most at ${emptiest.label} (${formatShare(emptiest.value)}); ${totals.degraded === 0 ? "every leg answered" : `${countOf(totals.degraded, "lookup")} missed a leg`}.`,
          series: [
            { key: "empty", word: "returned nothing", colour: "var(--factor-semantic)" },
            { key: "degraded", word: "a leg did not answer", colour: "var(--factor-structural)", dash: "5 3" },
          ],
          points: quality,
        },
      },
      {
        id: "latency",
        title: "Latency",
        chart: {
          kind: "lines",
          unit: "milliseconds",
          finding:
            slowest === null
              ? "Nothing was measured."
              : `Half of the lookups took at most ${formatDuration(totals.p50_ms)}, 95 of 100 at most ${formatDuration(totals.p95_ms)}; slowest at ${slowest.label}.`,
          series: [
            { key: "p95", word: "95 of 100 within", colour: "var(--factor-structural)", dash: "5 3" },
            { key: "p50", word: "half within", colour: "var(--factor-semantic)" },
          ],
          points: latency,
        },
      },
      {
        id: "budget-use",
        title: "Budget use",
        chart: {
          kind: "lines",
          unit: "share",
          finding: `${formatShare(share(totals.budget_used, totals.budget_limit))} of the allowed tokens were used; ${totals.dropping === 0 ? "nothing was left out" : `${formatShare(share(totals.dropping, totals.lookups))} of the lookups left something out`}.`,
          series: [
            { key: "used", word: "tokens used of those allowed", colour: "var(--factor-semantic)" },
            {
              key: "dropping",
              word: "lookups that left something out",
              colour: "var(--factor-structural)",
              dash: "5 3",
            },
          ],
          points: budget,
        },
      },
    ],
  };
}
