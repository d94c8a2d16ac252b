import { TRPCError } from "@trpc/server";
import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { MemoryDetail } from "#components/memories/detail/memory-detail.tsx";
import { MemoryDetailSkeleton } from "#components/memories/detail/memory-detail-skeleton.tsx";
import { MemoryTrail } from "#components/memories/detail/memory-trail.tsx";
import { isMemoryId } from "#components/memories/memory-path.ts";
import { FailedPage } from "#components/shell/failed-page.tsx";
import { NothingHere } from "#components/shell/nothing-here.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { callerForRequest, Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

type Props = { params: Promise<{ memoryId: string }> };

export const metadata: Metadata = { title: "Memory" };

export default function MemoryPage({ params }: Props) {
  return (
    <FailedPage title="This memory could not be loaded" words="The store did not answer.">
      <Suspense fallback={<div className="mb-3 h-8" />}>
        <MemoryTrail />
      </Suspense>
      <PageHeading>Memory</PageHeading>
      <Suspense fallback={<MemoryDetailSkeleton />}>
        <Remembered params={params} />
      </Suspense>
    </FailedPage>
  );
}

async function Remembered({ params }: Props) {
  await connection();
  const { memoryId } = await params;
  const found = await readMemory(memoryId);
  if (found === null)
    return (
      <NothingHere list={{ href: "/memories", name: "All memories" }}>
        No memory has this address. A deleted one keeps its page; one of a purged project is gone without a trace.
      </NothingHere>
    );
  if (found.memory.state !== "deleted") {
    void queryClientForRequest().prefetchQuery(trpc.memory.nearCopies.queryOptions({ id: memoryId }));
  }
  return (
    <RequestReading>
      <Hydrated>
        <MemoryDetail key={memoryId} initialMemory={found.memory} initialChain={found.chain} />
      </Hydrated>
    </RequestReading>
  );
}

async function readMemory(id: string) {
  if (!isMemoryId(id)) return null;
  const caller = await callerForRequest();
  try {
    const [memory, chain] = await Promise.all([caller.memory.get({ id }), caller.supersession.get({ id })]);
    return { memory, chain };
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
