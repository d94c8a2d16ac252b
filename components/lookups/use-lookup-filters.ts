"use client";

import { useUrlState } from "#components/ui/use-url-state.ts";
import { lookupFilterParsers } from "./lookup-filters.ts";

/** The filters in the URL. A change replaces the history entry: Back leaves the page and does not undo single letters. */
export function useLookupFilters() {
  return useUrlState(lookupFilterParsers);
}
