import { connection } from "next/server";
import { Suspense } from "react";
import { followThroughInput, loadRangeFilters, rangeInput } from "#components/charts/range-filters.ts";
import { OverviewSkeleton } from "#components/overview/overview-skeleton.tsx";
import { OverviewView } from "#components/overview/overview-view.tsx";
import { recentLookupsInput } from "#components/overview/recent-lookups-input.ts";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { requestOrigin } from "#components/shell/request-origin.ts";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { requestZone } from "#components/shell/request-zone.ts";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default function OverviewPage({ searchParams }: Props) {
  return (
    <>
      <PageHeading>Overview</PageHeading>
      <p className="mt-0.5 mb-4 max-w-prose text-muted text-sm">
        Whence gives coding agents the prior context that matters for the task at hand, and shows you why each piece was
        selected and why the rest was not.
      </p>
      <Suspense fallback={<OverviewSkeleton />}>
        <Today searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Today({ searchParams }: Props) {
  await connection();
  const input = rangeInput(await loadRangeFilters(searchParams), await requestZone());
  const queryClient = queryClientForRequest();
  void queryClient.prefetchQuery(trpc.overview.get.queryOptions(input));
  void queryClient.prefetchQuery(trpc.lookup.followThroughRate.queryOptions(followThroughInput(input)));
  void queryClient.prefetchQuery(trpc.lookup.facets.queryOptions());
  void queryClient.prefetchQuery(trpc.health.get.queryOptions());
  void queryClient.prefetchQuery(trpc.demo.status.queryOptions());
  void queryClient.prefetchQuery(trpc.lookup.list.queryOptions(recentLookupsInput));
  return (
    <RequestReading>
      <Hydrated>
        <OverviewView origin={await requestOrigin()} />
      </Hydrated>
    </RequestReading>
  );
}
