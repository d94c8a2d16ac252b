"use client";

import { useUrlState } from "#components/ui/use-url-state.ts";
import { memoryFilterParsers } from "./memory-filters.ts";

/** The filters in the URL. A change replaces the history entry: Back leaves the page and does not undo single letters. */
export function useMemoryFilters() {
  return useUrlState(memoryFilterParsers);
}
