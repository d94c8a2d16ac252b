"use client";

import { Suspense } from "react";
import { RangeBar } from "#components/charts/range-bar.tsx";
import { useRangeFilters } from "#components/charts/use-range-filters.ts";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { BudgetSkeleton } from "./budget-skeleton.tsx";
import { BudgetStatistics } from "./budget-statistics.tsx";

export function BudgetView() {
  const [filters] = useRangeFilters();
  return (
    <div className="flex flex-col gap-5">
      <FailureBoundary render={(failed) => <LoadFailed title="The filters could not be loaded" {...failed} />}>
        <Suspense fallback={<div className="h-8" />}>
          <RangeBar />
        </Suspense>
      </FailureBoundary>
      <FailureBoundary
        resetOn={JSON.stringify(filters)}
        render={(failed) => <LoadFailed title="The budget could not be loaded" {...failed} />}
      >
        <Suspense fallback={<BudgetSkeleton />}>
          <BudgetStatistics />
        </Suspense>
      </FailureBoundary>
    </div>
  );
}
