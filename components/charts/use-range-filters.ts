"use client";

import { useQueryStates } from "nuqs";
import { rangeParsers } from "./range-filters.ts";

export function useRangeFilters() {
  return useQueryStates(rangeParsers, { history: "replace", shallow: true, clearOnDefault: true });
}
