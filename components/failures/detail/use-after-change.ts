"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#components/trpc/provider.tsx";

/** Reads everything about failures anew after something was decided about one. */
export function useAfterChange(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.signature.pathFilter());
}
