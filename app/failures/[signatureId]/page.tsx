import { TRPCError } from "@trpc/server";
import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { FailureDetail } from "#components/failures/detail/failure-detail.tsx";
import { FailureDetailSkeleton } from "#components/failures/detail/failure-detail-skeleton.tsx";
import { FailureFailedPage } from "#components/failures/detail/failure-failed-page.tsx";
import { failureGetInput } from "#components/failures/detail/failure-get-input.ts";
import { FailureTrail } from "#components/failures/detail/failure-trail.tsx";
import { signatureIdIn } from "#components/failures/failure-path.ts";
import { shortId } from "#components/failures/words.ts";
import { NothingHere } from "#components/shell/nothing-here.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

type Props = { params: Promise<{ signatureId: string }> };

export const metadata: Metadata = { title: "Failure" };

export default function FailurePage({ params }: Props) {
  return (
    <FailureFailedPage>
      <Suspense fallback={<div className="mb-3 h-8" />}>
        <Trail params={params} />
      </Suspense>
      <PageHeading>Failure</PageHeading>
      <Suspense fallback={<FailureDetailSkeleton />}>
        <Detail params={params} />
      </Suspense>
    </FailureFailedPage>
  );
}

async function Trail({ params }: Props) {
  const { signatureId } = await params;
  return <FailureTrail here={shortId(signatureIdIn(signatureId) ?? "unknown")} />;
}

async function Detail({ params }: Props) {
  await connection();
  const id = signatureIdIn((await params).signatureId);
  if (id === null || !(await isKnown(id)))
    return (
      <NothingHere list={{ href: "/failures", name: "All failures" }}>
        No failure has this address, or you may not see the projects that saw it.
      </NothingHere>
    );
  const queryClient = queryClientForRequest();
  void queryClient.prefetchQuery(trpc.signature.neighbours.queryOptions({ id, limit: 5 }));
  return (
    <RequestReading>
      <Hydrated>
        <FailureDetail id={id} />
      </Hydrated>
    </RequestReading>
  );
}

async function isKnown(id: string): Promise<boolean> {
  try {
    await queryClientForRequest().fetchQuery(trpc.signature.get.queryOptions(failureGetInput(id)));
    return true;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return false;
    throw error;
  }
}
