"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTRPC } from "#components/trpc/provider.tsx";

/** Accepting and throwing away of drafts; afterwards everything that counts lessons is read anew, and the heading takes the focus that the row had. */
export function useDraftDecision() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const onSuccess = async () => {
    heading.current?.focus();
    await Promise.all([
      queryClient.invalidateQueries(trpc.draft.pathFilter()),
      queryClient.invalidateQueries(trpc.signature.pathFilter()),
      queryClient.invalidateQueries(trpc.memory.pathFilter()),
    ]);
  };
  const approval = useMutation(trpc.draft.approve.mutationOptions({ onSuccess }));
  const discard = useMutation(trpc.draft.discard.mutationOptions({ onSuccess }));
  return { heading, approval, discard, isPending: approval.isPending || discard.isPending };
}
