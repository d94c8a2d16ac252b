import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { MemoriesView } from "#components/memories/memories-view.tsx";
import { loadMemoryFilters } from "#components/memories/memory-filters.ts";
import { memoryListOptions } from "#components/memories/memory-list-options.ts";
import { MemoryListSkeleton } from "#components/memories/memory-list-skeleton.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { requestOrigin } from "#components/shell/request-origin.ts";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Memories" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default function MemoriesPage({ searchParams }: Props) {
  return (
    <>
      <PageHeading>Memories</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        What is remembered, whether it still answers, and where it came from. Newest first.
      </p>
      <Suspense fallback={<MemoryListSkeleton />}>
        <Remembered searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Remembered({ searchParams }: Pick<Props, "searchParams">) {
  await connection();
  const filters = await loadMemoryFilters(searchParams);
  const queryClient = queryClientForRequest();
  void queryClient.prefetchInfiniteQuery(memoryListOptions(trpc, filters));
  void queryClient.prefetchQuery(trpc.memory.facets.queryOptions());
  void queryClient.prefetchQuery(trpc.health.get.queryOptions());
  return (
    <RequestReading>
      <Hydrated>
        <MemoriesView origin={await requestOrigin()} />
      </Hydrated>
    </RequestReading>
  );
}
