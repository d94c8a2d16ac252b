import { bucketLabels } from "#components/charts/bucket-label.ts";
import type { TimeChart } from "#components/charts/time-chart.ts";
import { countOf, formatCount, formatShare } from "#components/ui/format-quantity.ts";
import type { BudgetAnswer } from "#server/contracts/budget.ts";

export const dropSeries = [
  { key: "2", word: "2 · similar", colour: "var(--tier-2)" },
  { key: "3", word: "3 · reference", colour: "var(--tier-3)" },
  { key: "skills", word: "skills", colour: "var(--tier-skills)" },
  { key: "prior", word: "prior context", colour: "var(--tier-1)" },
] as const;

/** What one limit would have bought, with the share of all drops. */
export type LargerStep = {
  limit: number;
  kept: number;
  keptShare: string;
  whole: number;
  wholeShare: string;
  how: string[];
};

export type BudgetModel = {
  isEmpty: boolean;
  headline: string;
  overTime: TimeChart;
  larger: { chart: TimeChart; steps: LargerStep[] };
};

/** The smallest of the limits that keeps at least half of the drops; the sentence that a reader acts on. */
function largerFinding({ larger, totals }: BudgetAnswer): string {
  const half = larger.find(({ kept }) => kept * 2 >= totals.drops);
  const all = larger.at(-1);
  if (half === undefined || all === undefined) return "Nothing was left out, so a larger budget buys nothing.";
  const whole = `${formatCount(all.limit)} tokens would have kept everything.`;
  return half.limit === all.limit
    ? whole
    : `A limit of ${formatCount(half.limit)} tokens would have kept ${formatShare(half.kept / totals.drops)} of what was left out; ${whole}`;
}

/** What the budget page shows of one answer: drops over time, and what each larger limit would have kept. */
export function prepareBudget(answer: BudgetAnswer): BudgetModel {
  const { totals, buckets, unit, zone, larger } = answer;
  const labels = bucketLabels(
    buckets.map(({ at }) => at),
    unit,
    zone,
  );
  const most = dropSeries.toSorted((a, b) => totals.tiers[b.key] - totals.tiers[a.key])[0];
  return {
    isEmpty: totals.drops === 0,
    headline: `${countOf(totals.dropping, "lookup")} of ${formatCount(totals.lookups)} (${formatShare(totals.lookups === 0 ? null : totals.dropping / totals.lookups)}) left something out to keep the budget: ${countOf(totals.drops, "entry", "entries")} of ${formatCount(totals.tokens)} tokens together.`,
    overTime: {
      kind: "bars",
      unit: "count",
      finding:
        most === undefined || totals.drops === 0
          ? "Nothing was left out."
          : `Most of what was left out is ${most.word.replace(/^\d · /, "")}: ${formatShare(totals.tiers[most.key] / totals.drops)}. Tier 1 is never dropped.`,
      series: dropSeries,
      points: buckets.map(({ at, drops }, index) => ({ label: labels[index] ?? at, values: { ...drops } })),
    },
    larger: {
      chart: {
        kind: "lines",
        unit: "share",
        finding: largerFinding(answer),
        series: [
          { key: "kept", word: "of the entries left out", colour: "var(--factor-semantic)" },
          { key: "whole", word: "of the answers, whole", colour: "var(--factor-structural)", dash: "5 3" },
        ],
        points: larger.map(({ limit, kept, whole }) => ({
          label: formatCount(limit),
          values: {
            kept: totals.drops === 0 ? null : kept / totals.drops,
            whole: totals.dropping === 0 ? null : whole / totals.dropping,
          },
        })),
      },
      steps: larger.map(({ limit, kept, whole }) => ({
        limit,
        kept,
        keptShare: formatShare(totals.drops === 0 ? null : kept / totals.drops),
        whole,
        wholeShare: formatShare(totals.dropping === 0 ? null : whole / totals.dropping),
        how: [
          `Of ${countOf(totals.drops, "entry", "entries")} left out, ${formatCount(kept)} needed at most ${formatCount(limit)} tokens.`,
          "An entry needs what the answer used, its own tokens, and those of every entry that would have come back before it.",
        ],
      })),
    },
  };
}
