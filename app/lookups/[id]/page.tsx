import { TRPCError } from "@trpc/server";
import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { LookupDetail } from "#components/lookups/detail/lookup-detail.tsx";
import { LookupDetailSkeleton } from "#components/lookups/detail/lookup-detail-skeleton.tsx";
import { LookupTrail } from "#components/lookups/detail/lookup-trail.tsx";
import { isRecordId } from "#components/lookups/record-path.ts";
import { FailedPage } from "#components/shell/failed-page.tsx";
import { NothingHere } from "#components/shell/nothing-here.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { requestOrigin } from "#components/shell/request-origin.ts";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { callerForRequest } from "#server/compose/rsc.tsx";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Lookup" };

export default function LookupPage({ params }: Props) {
  return (
    <FailedPage
      title="This lookup could not be loaded"
      words="The store did not answer. Nothing is lost: records are never changed."
    >
      <Suspense fallback={<div className="mb-3 h-8" />}>
        <LookupTrail />
      </Suspense>
      <PageHeading>Lookup</PageHeading>
      <Suspense fallback={<LookupDetailSkeleton />}>
        <Record params={params} />
      </Suspense>
    </FailedPage>
  );
}

async function Record({ params }: Pick<Props, "params">) {
  await connection();
  const { id } = await params;
  const read = await readLookup(id);
  if (read === null)
    return (
      <NothingHere list={{ href: "/lookups", name: "All lookups" }}>
        No lookup has this address. A lookup is kept for 90 days; after that its page is gone too.
      </NothingHere>
    );
  return (
    <RequestReading>
      <LookupDetail {...read} origin={await requestOrigin()} />
    </RequestReading>
  );
}

async function readLookup(id: string) {
  if (!isRecordId(id)) return null;
  const caller = await callerForRequest();
  try {
    const [answer, follow] = await Promise.all([caller.lookup.get({ id }), caller.lookup.followThrough({ id })]);
    return { answer, follow };
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
