"use client";

import { Suspense } from "react";
import { RangeBar } from "#components/charts/range-bar.tsx";
import { useRangeFilters } from "#components/charts/use-range-filters.ts";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { firstCurl } from "#components/lookups/first-curl.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { DemoPanel } from "./demo-panel.tsx";
import { OverviewFailed } from "./overview-failed.tsx";
import { OverviewSkeleton } from "./overview-skeleton.tsx";
import { RecentLookups } from "./recent-lookups.tsx";
import { Statistics } from "./statistics.tsx";
import { StatisticsSkeleton } from "./statistics-skeleton.tsx";
import { StoreState } from "./store-state.tsx";

type Props = { origin: string };

export function OverviewView({ origin }: Props) {
  const [filters] = useRangeFilters();
  return (
    <FailureBoundary render={(failed) => <OverviewFailed {...failed} />}>
      <Suspense fallback={<OverviewSkeleton />}>
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <RangeBar />
            <StoreState />
          </div>
          <DemoPanel />
          <FailureBoundary
            resetOn={JSON.stringify(filters)}
            render={(failed) => <LoadFailed title="The numbers could not be loaded" {...failed} />}
          >
            <Suspense fallback={<StatisticsSkeleton />}>
              <Statistics />
            </Suspense>
          </FailureBoundary>
          <RecentLookups />
          <section aria-labelledby="first">
            <h2 id="first" className="font-semibold">
              Ask from a shell
            </h2>
            <p className="mt-0.5 mb-2 max-w-prose text-muted text-sm">
              Send the output of a failing command. The answer says which tier it came from; the lookup appears above
              with every reason.
            </p>
            <CodeBlock label="First lookup with curl" copyLabel="Copy" text={firstCurl(origin)} />
          </section>
        </div>
      </Suspense>
    </FailureBoundary>
  );
}
