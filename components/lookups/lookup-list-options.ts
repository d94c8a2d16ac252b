import type { useTRPC } from "#components/trpc/provider.tsx";
import { type LookupFilters, lookupListInput } from "./lookup-filters.ts";

type Trpc = Pick<ReturnType<typeof useTRPC>, "lookup">;

/** The endless list for these filters, the same on server and browser, on the list and beside one lookup. */
export function lookupListOptions(trpc: Trpc, filters: LookupFilters) {
  return trpc.lookup.list.infiniteQueryOptions(lookupListInput(filters), {
    initialCursor: null,
    getNextPageParam: (page) => page.next_cursor,
    // Loaded rows never change and new ones are shown when asked for, so nothing is fetched anew behind a reader.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
