import type { useTRPC } from "#components/trpc/provider.tsx";
import { type MemoryFilters, memoryListInput } from "./memory-filters.ts";

type Trpc = Pick<ReturnType<typeof useTRPC>, "memory">;

/** The endless list for these filters, the same on server and browser. */
export function memoryListOptions(trpc: Trpc, filters: MemoryFilters) {
  return trpc.memory.list.infiniteQueryOptions(memoryListInput(filters), {
    initialCursor: null,
    getNextPageParam: (page) => page.next_cursor,
    // Changes are shown when asked for, so that nothing moves under a reader.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
