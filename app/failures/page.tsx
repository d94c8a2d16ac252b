import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { loadFailureFilters } from "#components/failures/failure-filters.ts";
import { failureListOptions } from "#components/failures/failure-list-options.ts";
import { FailureListSkeleton } from "#components/failures/failure-list-skeleton.tsx";
import { FailuresView } from "#components/failures/failures-view.tsx";
import { waitingOptions } from "#components/failures/waiting/waiting-options.ts";
import { WaitingSkeleton } from "#components/failures/waiting/waiting-skeleton.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { requestOrigin } from "#components/shell/request-origin.ts";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Failures" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default function FailuresPage({ searchParams }: Props) {
  return (
    <>
      <PageHeading>Failures</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        What went wrong, how often and where, and whether anybody has left a lesson for it.
      </p>
      <Suspense fallback={<FailuresSkeleton />}>
        <Seen searchParams={searchParams} />
      </Suspense>
    </>
  );
}

function FailuresSkeleton() {
  return (
    <>
      <WaitingSkeleton />
      <FailureListSkeleton />
    </>
  );
}

async function Seen({ searchParams }: Pick<Props, "searchParams">) {
  await connection();
  const filters = await loadFailureFilters(searchParams);
  const queryClient = queryClientForRequest();
  void queryClient.prefetchInfiniteQuery(failureListOptions(trpc, filters));
  const waiting = waitingOptions(trpc, filters);
  void queryClient.prefetchQuery(trpc.signature.facets.queryOptions());
  // Not waited for: what stands above the list has its height before it has its rows.
  void queryClient.prefetchQuery(waiting.drafts);
  void queryClient.prefetchQuery(waiting.unexplained);
  return (
    <RequestReading>
      <Hydrated>
        <FailuresView origin={await requestOrigin()} />
      </Hydrated>
    </RequestReading>
  );
}
