/** What one ranking did on one case. `ranks` are 1-based places of the gold files, null where it is not in the list. */
export type Localised = { gold: number; ranks: (number | null)[] };

export type LocaliseScore = {
  cases: number;
  recall1: number;
  recall5: number;
  accuracy1: number;
  accuracy3: number;
  accuracy5: number;
  mrr: number;
};

export function localise(order: readonly string[], gold: readonly string[]): Localised {
  return {
    gold: gold.length,
    ranks: gold.map((path) => {
      const place = order.indexOf(path);
      return place < 0 ? null : place + 1;
    }),
  };
}

/** Means over cases: share of the gold files among the first k, share of cases with all of them there, reciprocal rank of the first. */
export function scoreLocalised(cases: readonly Localised[]): LocaliseScore {
  const mean = (of: (one: Localised) => number) =>
    cases.reduce((sum, one) => sum + of(one), 0) / Math.max(1, cases.length);
  const within = ({ ranks }: Localised, k: number) => ranks.filter((rank) => rank !== null && rank <= k).length;
  return {
    cases: cases.length,
    recall1: mean((one) => within(one, 1) / one.gold),
    recall5: mean((one) => within(one, 5) / one.gold),
    accuracy1: mean((one) => Number(within(one, 1) === one.gold)),
    accuracy3: mean((one) => Number(within(one, 3) === one.gold)),
    accuracy5: mean((one) => Number(within(one, 5) === one.gold)),
    mrr: mean(({ ranks }) => 1 / Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY))),
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
