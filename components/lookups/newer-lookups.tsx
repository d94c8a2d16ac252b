"use client";

import { useSubscription } from "@trpc/tanstack-react-query";
import { ArrowUp } from "lucide-react";
import { LiveLine } from "#components/lists/live-line.tsx";
import { useIsSeen, usePausedSince } from "#components/lists/use-live.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { countOf, formatCount } from "#components/ui/format-quantity.ts";
import { type LookupFilters, lookupCountInput } from "./lookup-filters.ts";

type Props = {
  filters: LookupFilters;
  /** The newest record that is shown; null while there is none. */
  newest: string | null;
  isLoading: boolean;
  onShow: () => void;
};

/** The count is bounded on the server. */
const countedUpTo = 1_000;

/** The lookups that came since the list was shown. */
export function NewerLookups({ filters, newest, isLoading, onShow }: Props) {
  const trpc = useTRPC();
  const live = useSubscription(
    trpc.live.lookups.subscriptionOptions(lookupCountInput(filters, newest), { enabled: useIsSeen() }),
  );
  const count = live.data?.count ?? 0;
  const words =
    count === 0
      ? null
      : count >= countedUpTo
        ? `${formatCount(countedUpTo)} or more new lookups`
        : countOf(count, "new lookup");
  return (
    <LiveLine
      words={words}
      pausedSince={usePausedSince(live)}
      icon={<ArrowUp aria-hidden="true" size={14} />}
      isLoading={isLoading}
      onShow={onShow}
    />
  );
}
