"use client";

import { ListView } from "#components/lists/list-view.tsx";
import { MemoryFilterBar } from "./memory-filter-bar.tsx";
import { memoryFiltersUrl } from "./memory-filters.ts";
import { MemoryList } from "./memory-list.tsx";
import { MemoryListSkeleton } from "./memory-list-skeleton.tsx";
import { useMemoryFilters } from "./use-memory-filters.ts";

export function MemoriesView({ origin }: { origin: string }) {
  const [filters] = useMemoryFilters();
  return (
    <ListView
      noun="memories"
      listed={memoryFiltersUrl("", filters)}
      filterBar={(props) => <MemoryFilterBar {...props} />}
      skeleton={<MemoryListSkeleton />}
    >
      <MemoryList origin={origin} />
    </ListView>
  );
}
