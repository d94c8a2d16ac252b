"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { followThroughInput, rangeInput } from "#components/charts/range-filters.ts";
import { TimeChartFigure } from "#components/charts/time-chart-figure.tsx";
import { useRangeFilters } from "#components/charts/use-range-filters.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useZone } from "#components/ui/time-reading.tsx";
import { OverviewTiles } from "./overview-tiles.tsx";
import { prepareOverview } from "./prepare-overview.ts";
import { TopFailures } from "./top-failures.tsx";

const renewedEveryMs = 20_000;

/** The numbers and charts of the range in the URL, renewed while they are looked at. */
export function Statistics() {
  const trpc = useTRPC();
  const [filters] = useRangeFilters();
  const { range, project } = filters;
  const zone = useZone();
  const current = useMemo(() => rangeInput({ range, project }, zone), [range, project, zone]);
  // The old numbers stay, under a moving line, until those of another range are there.
  const input = useDeferredValue(current);
  const isBusy = input !== current;
  const { data, isError } = useSuspenseQuery({
    ...trpc.overview.get.queryOptions(input),
    refetchInterval: renewedEveryMs,
  });
  const { data: followed } = useSuspenseQuery({
    ...trpc.lookup.followThroughRate.queryOptions(followThroughInput(input)),
    refetchInterval: renewedEveryMs,
  });
  const model = prepareOverview(data, followed);
  const pointName = data.unit === "hour" ? `Hour, ${data.zone}` : `Day, ${data.zone}`;
  return (
    <div aria-busy={isBusy} className={classNames("flex flex-col gap-5", isBusy && "renewing")}>
      {isError ? (
        <p role="status" className="text-caution text-xs">
          These numbers are not being renewed: the server does not answer.
        </p>
      ) : null}
      <OverviewTiles tiles={model.tiles} />
      {model.isEmpty ? (
        <p className="panel p-4 text-muted text-sm">
          Nothing was asked in this range. A longer one may show something, and a new lookup will.
        </p>
      ) : (
        <div className="grid gap-5 lg:grid-cols-2">
          {model.charts.map(({ id, title, chart }) => (
            <section key={id} aria-labelledby={id} className="min-w-0">
              <h2 id={id} className="mb-1.5 font-semibold">
                {title}
              </h2>
              <TimeChartFigure chart={chart} titleId={id} pointName={pointName} />
            </section>
          ))}
        </div>
      )}
      <TopFailures failures={data.top_failures} total={data.totals.lookups} />
    </div>
  );
}
