"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
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

const askEveryMs = 5_000;

/** Says how many failures were seen since, politely, and shows them only when asked: nothing moves under a reader. */
export function NewerFailures({ filters, newest, isLoading, onShow }: Props) {
  const trpc = useTRPC();
  const { project, tool } = failureListInput(filters);
  const { data, isError } = useQuery({
    ...trpc.signature.countNewer.queryOptions({
      since: newest,
      ...(project === undefined ? {} : { project }),
      ...(tool === undefined ? {} : { tool }),
    }),
    // What the list just showed is the newest there was; the first question comes one interval later.
    initialData: { count: 0 },
    staleTime: askEveryMs,
    refetchInterval: askEveryMs,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const words = `${countOf(data.count, "failure")} seen since`;
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm">
      <p role="status" className="text-muted text-xs">
        {isError ? (
          "Live updates are paused: the server does not answer."
        ) : data.count > 0 ? (
          <span className="sr-only">{words}</span>
        ) : (
          "Live"
        )}
      </p>
      {data.count > 0 && !isError ? (
        <button type="button" className="control border-accent text-accent" disabled={isLoading} onClick={onShow}>
          <RotateCw aria-hidden="true" size={14} />
          Show {words}
        </button>
      ) : null}
    </div>
  );
}
