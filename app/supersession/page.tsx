import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { loadSupersessionState } from "#components/supersession/supersession-filters.ts";
import { supersessionListOptions } from "#components/supersession/supersession-list-options.ts";
import { SupersessionListSkeleton } from "#components/supersession/supersession-list-skeleton.tsx";
import { SupersessionView } from "#components/supersession/supersession-view.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Supersession" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default function SupersessionPage({ searchParams }: Props) {
  return (
    <>
      <PageHeading>Supersession</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        What was replaced by what, when and why. Lookups answer with the end of each chain.
      </p>
      <Suspense fallback={<SupersessionListSkeleton />}>
        <Chains searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Chains({ searchParams }: Props) {
  await connection();
  const state = await loadSupersessionState(searchParams);
  const queryClient = queryClientForRequest();
  void queryClient.prefetchInfiniteQuery(supersessionListOptions(trpc, state));
  void queryClient.prefetchQuery(trpc.memory.facets.queryOptions());
  void queryClient.prefetchQuery(trpc.health.get.queryOptions());
  if (state.chain !== null && state.chain !== "") {
    const id = state.chain.slice(0, 255);
    void queryClient.prefetchQuery(trpc.supersession.get.queryOptions({ id }));
  }
  return (
    <RequestReading>
      <Hydrated>
        <SupersessionView />
      </Hydrated>
    </RequestReading>
  );
}
