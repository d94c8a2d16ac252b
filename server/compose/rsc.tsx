import "server-only";
import { defaultShouldDehydrateQuery, dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cache, type ReactNode } from "react";
import { appRouter, createCaller } from "#server/api/trpc/router.ts";
import { operationContext } from "./context.ts";

/** One query client per request, so that no answer crosses from one reader to another. */
export const queryClientForRequest = cache(
  () =>
    new QueryClient({
      defaultOptions: {
        queries: { staleTime: Number.POSITIVE_INFINITY, retry: false },
        dehydrate: {
          // A query that is still running travels as a promise, so the page streams instead of waiting for it.
          shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === "pending",
          // Next recognises its own errors by their digest and must get them unchanged.
          shouldRedactErrors: () => false,
        },
      },
    }),
);

/** Query options whose functions run the operation in this process, without HTTP. */
export const trpc = createTRPCOptionsProxy({
  router: appRouter,
  ctx: operationContext,
  queryClient: queryClientForRequest,
});

/** Calls an operation in this process, for what is read once and never again by the browser. */
export const callerForRequest = cache(async () => createCaller(await operationContext()));

/**
 * Hands what was prefetched to the browser, finished or still running. It must stand below a `Suspense` and after
 * something of the request was awaited, because it reads the clock.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(queryClientForRequest())}>{children}</HydrationBoundary>;
}
