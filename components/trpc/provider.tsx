"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchStreamLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "#server/api/trpc/router.ts";
import { makeQueryClient } from "./query-client.ts";

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };

let clientOfTab: QueryClient | undefined;

/** One per request on the server, one per tab in the browser: answers never cross from one reader to another. */
function queryClient(): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  clientOfTab ??= makeQueryClient();
  return clientOfTab;
}

export function TrpcProvider({ children }: { children: ReactNode }) {
  const client = queryClient();
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === "subscription",
          true: httpSubscriptionLink({ url: "/api/trpc" }),
          false: httpBatchStreamLink({ url: "/api/trpc", maxItems: 10 }),
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={client}>
      <TRPCProvider trpcClient={trpcClient} queryClient={client}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
