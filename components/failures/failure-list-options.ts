import type { useTRPC } from "#components/trpc/provider.tsx";
import { type FailureFilters, failureListInput } from "./failure-filters.ts";

type Trpc = Pick<ReturnType<typeof useTRPC>, "signature">;

/** The endless list for these filters, the same on server and browser. */
export function failureListOptions(trpc: Trpc, filters: FailureFilters) {
  return trpc.signature.list.infiniteQueryOptions(failureListInput(filters), {
    initialCursor: null,
    getNextPageParam: (page) => page.next_cursor,
    // New sightings are shown when asked for, so that nothing moves under a reader.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
