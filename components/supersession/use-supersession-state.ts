"use client";

import { useUrlState } from "#components/ui/use-url-state.ts";
import { supersessionParsers } from "./supersession-filters.ts";

/** Filters and the opened chain in the URL. Opening a chain is a step in the history, a filter is not. */
export function useSupersessionState() {
  return useUrlState(supersessionParsers);
}
