"use client";

import { useQueryStates } from "nuqs";
import { supersessionParsers } from "./supersession-filters.ts";

/** Filters and the opened chain in the URL. Opening a chain is a step in the history, a filter is not. */
export function useSupersessionState() {
  return useQueryStates(supersessionParsers, { history: "replace", shallow: true });
}
