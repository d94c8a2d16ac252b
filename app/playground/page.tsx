import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { loadPlaygroundState } from "#components/playground/playground-state.ts";
import { PlaygroundView } from "#components/playground/playground-view.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { requestOrigin } from "#components/shell/request-origin.ts";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Playground" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default function PlaygroundPage({ searchParams }: Props) {
  return (
    <>
      <PageHeading>Playground</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        Ask as an agent would, see the answer with every reason, and save what is right and wrong as pairs.
      </p>
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <Playground searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Playground({ searchParams }: Props) {
  await connection();
  const { lookup } = await loadPlaygroundState(searchParams);
  const queryClient = queryClientForRequest();
  void queryClient.prefetchQuery(trpc.memory.facets.queryOptions());
  if (lookup !== null && lookup !== "") {
    void queryClient.prefetchQuery(trpc.lookup.get.queryOptions({ id: lookup.slice(0, 255) }));
  }
  return (
    <RequestReading>
      <Hydrated>
        <PlaygroundView origin={await requestOrigin()} />
      </Hydrated>
    </RequestReading>
  );
}
