"use client";

import { useUrlState } from "#components/ui/use-url-state.ts";
import { rangeParsers } from "./range-filters.ts";

export function useRangeFilters() {
  return useUrlState(rangeParsers, { clearOnDefault: true });
}
