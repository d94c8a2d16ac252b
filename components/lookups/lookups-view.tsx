"use client";

import { ListView } from "#components/lists/list-view.tsx";
import { LookupFilterBar } from "./lookup-filter-bar.tsx";
import { lookupFiltersUrl } from "./lookup-filters.ts";
import { LookupList } from "./lookup-list.tsx";
import { LookupListSkeleton } from "./lookup-list-skeleton.tsx";
import { useLookupFilters } from "./use-lookup-filters.ts";

export function LookupsView({ origin }: { origin: string }) {
  const [filters] = useLookupFilters();
  return (
    <ListView
      noun="lookups"
      listed={lookupFiltersUrl("", filters)}
      filterBar={(props) => <LookupFilterBar {...props} />}
      skeleton={<LookupListSkeleton />}
    >
      <LookupList origin={origin} />
    </ListView>
  );
}
