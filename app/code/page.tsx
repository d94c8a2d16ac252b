import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { carriedInput, codeOverviewInput, loadCodeState } from "#components/code/code-state.ts";
import { CodeView } from "#components/code/code-view.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Code" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default function CodePage({ searchParams }: Props) {
  return (
    <>
      <PageHeading>Code</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        What an agent is given before it opens a file: the files a task is about, the map, the rules.
      </p>
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
        <Code searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Code({ searchParams }: Props) {
  await connection();
  const state = await loadCodeState(searchParams);
  const queryClient = queryClientForRequest();
  // Which project is shown decides what else is asked for.
  const overview = await queryClient
    .fetchQuery(trpc.code.overview.queryOptions(codeOverviewInput(state)))
    .catch(() => null);
  if (overview?.shown) {
    const input = carriedInput(overview.shown.project);
    void queryClient.prefetchQuery(trpc.capsule.list.queryOptions(input));
    void queryClient.prefetchQuery(trpc.contexts.list.queryOptions({ ...input, state: "all" }));
    void queryClient.prefetchQuery(trpc.contexts.rejections.queryOptions(input));
  }
  return (
    <RequestReading>
      <Hydrated>
        <CodeView />
      </Hydrated>
    </RequestReading>
  );
}
