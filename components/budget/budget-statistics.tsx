"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { rangeInput } from "#components/charts/range-filters.ts";
import { TimeChartFigure } from "#components/charts/time-chart-figure.tsx";
import { useRangeFilters } from "#components/charts/use-range-filters.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Explained } from "#components/ui/explained.tsx";
import { formatCount } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import { useZone } from "#components/ui/time-reading.tsx";
import { MostDropped } from "./most-dropped.tsx";
import { type LargerStep, prepareBudget } from "./prepare-budget.ts";

const renewedEveryMs = 20_000;

/** What was left out in the range in the URL, and what larger budgets would have kept. */
export function BudgetStatistics() {
  const trpc = useTRPC();
  const [filters] = useRangeFilters();
  const { range, project } = filters;
  const zone = useZone();
  const current = useMemo(() => rangeInput({ range, project }, zone), [range, project, zone]);
  const input = useDeferredValue(current);
  const isBusy = input !== current;
  const { data } = useSuspenseQuery({ ...trpc.budget.get.queryOptions(input), refetchInterval: renewedEveryMs });
  const model = prepareBudget(data);
  const pointName = data.unit === "hour" ? `Hour, ${data.zone}` : `Day, ${data.zone}`;
  return (
    <div aria-busy={isBusy} className={classNames("flex flex-col gap-6", isBusy && "renewing")}>
      <p className="max-w-prose text-lg">{model.headline}</p>
      {model.isEmpty ? (
        <section aria-labelledby="no-drops" className="panel p-5">
          <h2 id="no-drops" className="font-semibold">
            Nothing was left out
          </h2>
          <p className="mt-1 max-w-prose text-muted text-sm">
            Every answer of this range fitted its budget. Something is dropped, references first, when an answer would
            be longer than the limit that the caller gave or that the policy sets.
          </p>
        </section>
      ) : (
        <>
          <div className="grid gap-6 lg:grid-cols-2">
            <Section id="over-time" title="Left out over time, by tier">
              <TimeChartFigure chart={model.overTime} titleId="over-time" pointName={pointName} />
            </Section>
            <Section id="larger" title="What a larger budget would have kept">
              <TimeChartFigure chart={model.larger.chart} titleId="larger" pointName="Limit, tokens" />
              <LargerSteps steps={model.larger.steps} />
            </Section>
          </div>
          <MostDropped items={data.most_dropped} />
        </>
      )}
    </div>
  );
}

function LargerSteps({ steps }: { steps: readonly LargerStep[] }) {
  return (
    <div className="panel mt-3 overflow-hidden">
      <table className="w-full" aria-label="What each limit would have kept">
        <thead className="border-line border-b">
          <tr>
            <th scope="col" className={headCell}>
              Limit
            </th>
            <th scope="col" className={headCellRight}>
              Entries kept
            </th>
            <th scope="col" className={headCellRight}>
              Answers whole
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {steps.map(({ limit, kept, keptShare, whole, wholeShare, how }) => (
            <tr key={limit}>
              <th scope="row" className="px-3 py-1 text-left font-medium text-sm">
                {formatCount(limit)}
              </th>
              <td className={bodyCellRight}>
                <Explained how={how}>
                  {formatCount(kept)} <span className="text-muted">({keptShare})</span>
                </Explained>
              </td>
              <td className={bodyCellRight}>
                {formatCount(whole)} <span className="text-muted">({wholeShare})</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
