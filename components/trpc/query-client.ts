import { QueryClient } from "@tanstack/react-query";

/** How long an answer counts as fresh: what the server rendered is not asked for again by the page that shows it. */
const freshMs = 30_000;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: freshMs, refetchOnWindowFocus: false, retry: 1 } },
  });
}
