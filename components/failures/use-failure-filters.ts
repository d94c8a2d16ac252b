"use client";

import { useQueryStates } from "nuqs";
import { failureFilterParsers } from "./failure-filters.ts";

/** The filters in the URL. A change replaces the history entry: Back leaves the page and does not undo single letters. */
export function useFailureFilters() {
  return useQueryStates(failureFilterParsers, { history: "replace", shallow: true });
}
