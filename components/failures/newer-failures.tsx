"use client";

import { useSubscription } from "@trpc/tanstack-react-query";
import { RotateCw } from "lucide-react";
import { LiveLine } from "#components/lists/live-line.tsx";
import { useIsSeen, usePausedSince } from "#components/lists/use-live.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { type FailureFilters, failureListInput } from "./failure-filters.ts";

type Props = {
  filters: FailureFilters;
  /** The newest sighting that is shown; null while there is none. */
  newest: string | null;
  isLoading: boolean;
  onShow: () => void;
};

/** The failures that were seen since the list was shown. */
export function NewerFailures({ filters, newest, isLoading, onShow }: Props) {
  const trpc = useTRPC();
  const { project, tool } = failureListInput(filters);
  const live = useSubscription(
    trpc.live.failures.subscriptionOptions(
      { since: newest, ...(project === undefined ? {} : { project }), ...(tool === undefined ? {} : { tool }) },
      { enabled: useIsSeen() },
    ),
  );
  const count = live.data?.count ?? 0;
  return (
    <LiveLine
      words={count === 0 ? null : `${countOf(count, "failure")} seen since`}
      pausedSince={usePausedSince(live)}
      icon={<RotateCw aria-hidden="true" size={14} />}
      isLoading={isLoading}
      onShow={onShow}
    />
  );
}
