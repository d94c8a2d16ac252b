"use client";

import { useQueryStates } from "nuqs";
import { lookupFilterParsers } from "./lookup-filters.ts";

/** The filters in the URL. A change replaces the history entry: Back leaves the page and does not undo single letters. */
export function useLookupFilters() {
  return useQueryStates(lookupFilterParsers, { history: "replace", shallow: true });
}
