"use client";

import { useQueryStates } from "nuqs";
import { memoryFilterParsers } from "./memory-filters.ts";

/** The filters in the URL. A change replaces the history entry: Back leaves the page and does not undo single letters. */
export function useMemoryFilters() {
  return useQueryStates(memoryFilterParsers, { history: "replace", shallow: true });
}
