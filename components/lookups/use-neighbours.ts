"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC } from "#components/trpc/provider.tsx";
import type { LookupFilters } from "./lookup-filters.ts";
import { lookupListOptions } from "./lookup-list-options.ts";

export type Neighbours = {
  /** Counted from 1; null while unknown or when the record is not in the list. */
  position: number | null;
  /** How many the list has; null while its end is not known. */
  total: number | null;
  loaded: number;
  newer: string | null;
  older: string | null;
  isSearching: boolean;
};

/** Pages looked through for a record that was opened by its address; beyond them its position is not worth the wait. */
const searchedPages = 10;

/**
 * Where a record stands in the list that it was opened from, and what is beside it. It reads the same loaded list as
 * the list page, so rows that arrive meanwhile do not shift the steps.
 */
export function useNeighbours(id: string, filters: LookupFilters): Neighbours {
  const trpc = useTRPC();
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(lookupListOptions(trpc, filters));
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  const index = rows.findIndex((row) => row.record_id === id || row.lookup_id === id);
  // One row beyond the record is needed to know what is next.
  const isShort = index === -1 || index === rows.length - 1;
  const canSearch = hasNextPage && !isFetching && !isError && (data?.pages.length ?? 0) < searchedPages;
  useEffect(() => {
    if (isShort && canSearch) void fetchNextPage();
  }, [isShort, canSearch, fetchNextPage]);
  return {
    position: index === -1 ? null : index + 1,
    total: data !== undefined && !hasNextPage ? rows.length : null,
    loaded: rows.length,
    newer: index === -1 ? null : (rows[index - 1]?.record_id ?? null),
    older: index === -1 ? null : (rows[index + 1]?.record_id ?? null),
    isSearching: isFetching && isShort,
  };
}
