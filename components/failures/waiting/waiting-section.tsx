"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { useTRPC } from "#components/trpc/provider.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FailureFilters } from "../failure-filters.ts";
import { useFailureFilters } from "../use-failure-filters.ts";
import { DraftList } from "./draft-list.tsx";
import { UnexplainedList } from "./unexplained-list.tsx";
import { waitingOptions } from "./waiting-options.ts";

/** What waits for a person: lessons that were drafted from sessions, and failures seen often that nobody has explained. */
export function WaitingSection() {
  const [{ project }] = useFailureFilters();
  return (
    <FailureBoundary
      resetOn={project ?? ""}
      render={(failed) => <LoadFailed title="What waits for a decision could not be loaded" {...failed} />}
    >
      <Suspense
        fallback={
          <div role="status" aria-label="Loading what waits for a decision" className="mb-5">
            <Skeleton className="h-5 w-52" />
            <Skeleton className="mt-2 h-20 w-full rounded-lg" />
          </div>
        }
      >
        <Waiting project={project} />
      </Suspense>
    </FailureBoundary>
  );
}

function Waiting(within: Pick<FailureFilters, "project">) {
  const options = waitingOptions(useTRPC(), within);
  const { data: drafts } = useSuspenseQuery(options.drafts);
  const { data: unexplained } = useSuspenseQuery(options.unexplained);
  return (
    <div className="mb-5 grid gap-x-6 gap-y-4 lg:grid-cols-2">
      <DraftList drafts={drafts.items} hasMore={drafts.next_cursor !== null} />
      <UnexplainedList failures={unexplained.items} />
    </div>
  );
}
