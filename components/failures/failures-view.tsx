"use client";

import { ListView } from "#components/lists/list-view.tsx";
import { FailureFilterBar } from "./failure-filter-bar.tsx";
import { failureFiltersUrl } from "./failure-filters.ts";
import { FailureList } from "./failure-list.tsx";
import { FailureListSkeleton } from "./failure-list-skeleton.tsx";
import { useFailureFilters } from "./use-failure-filters.ts";
import { WaitingSection } from "./waiting/waiting-section.tsx";

export function FailuresView({ origin }: { origin: string }) {
  const [filters] = useFailureFilters();
  return (
    <>
      <WaitingSection />
      <ListView
        noun="failures"
        listed={failureFiltersUrl("", filters)}
        filterBar={(props) => <FailureFilterBar {...props} />}
        skeleton={<FailureListSkeleton />}
      >
        <FailureList origin={origin} />
      </ListView>
    </>
  );
}
