"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useTRPC } from "#components/trpc/provider.tsx";
import { countOf } from "#components/ui/format-quantity.ts";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import { type LookupFilters, lookupCountInput } from "./lookup-filters.ts";

type Props = {
  filters: LookupFilters;
  /** The newest record that is shown; null while there is none. */
  newest: string | null;
  isLoading: boolean;
  onShow: () => void;
};

const askEveryMs = 4_000;
/** The count is bounded on the server. */
const countedUpTo = 1_000;

/** Says how many lookups came since, politely, and shows them only when asked: nothing moves under a reader. */
export function NewerLookups({ filters, newest, isLoading, onShow }: Props) {
  const trpc = useTRPC();
  const { data, isError, dataUpdatedAt } = useQuery({
    ...trpc.lookup.countNewer.queryOptions(lookupCountInput(filters, newest)),
    // What the list just showed is the newest there was; the first question comes one interval later.
    initialData: { count: 0, newest_record_id: newest },
    staleTime: askEveryMs,
    refetchInterval: askEveryMs,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const words = `${data.count >= countedUpTo ? `${countedUpTo.toLocaleString("en")} or more new lookups` : countOf(data.count, "new lookup")}`;
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm">
      <p role="status" className="text-muted text-xs">
        {isError ? (
          <>
            Live updates are paused: the server does not answer. As of{" "}
            <TimeAgo instant={new Date(dataUpdatedAt).toISOString()} />.
          </>
        ) : data.count > 0 ? (
          <span className="sr-only">{words}</span>
        ) : (
          "Live"
        )}
      </p>
      {data.count > 0 ? (
        <button type="button" className="control border-accent text-accent" disabled={isLoading} onClick={onShow}>
          <ArrowUp aria-hidden="true" size={14} />
          Show {words}
        </button>
      ) : null}
    </div>
  );
}
