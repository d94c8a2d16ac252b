import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { loadLookupFilters } from "#components/lookups/lookup-filters.ts";
import { lookupListOptions } from "#components/lookups/lookup-list-options.ts";
import { LookupListSkeleton } from "#components/lookups/lookup-list-skeleton.tsx";
import { LookupsView } from "#components/lookups/lookups-view.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { requestOrigin } from "#components/shell/request-origin.ts";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Lookups" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default function LookupsPage({ searchParams }: Props) {
  return (
    <>
      <PageHeading>Lookups</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">What was asked, what was answered, and why. Newest first.</p>
      <Suspense fallback={<LookupListSkeleton />}>
        <Records searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Records({ searchParams }: Pick<Props, "searchParams">) {
  await connection();
  const filters = await loadLookupFilters(searchParams);
  const queryClient = queryClientForRequest();
  void queryClient.prefetchInfiniteQuery(lookupListOptions(trpc, filters));
  void queryClient.prefetchQuery(trpc.lookup.facets.queryOptions());
  return (
    <RequestReading>
      <Hydrated>
        <LookupsView origin={await requestOrigin()} />
      </Hydrated>
    </RequestReading>
  );
}
