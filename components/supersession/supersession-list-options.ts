import type { useTRPC } from "#components/trpc/provider.tsx";
import { type SupersessionFilters, supersessionListInput } from "./supersession-filters.ts";

type Trpc = Pick<ReturnType<typeof useTRPC>, "supersession">;

/** The endless list of chains for these filters, the same on server and browser. */
export function supersessionListOptions(trpc: Trpc, filters: SupersessionFilters) {
  return trpc.supersession.list.infiniteQueryOptions(supersessionListInput(filters), {
    initialCursor: null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
