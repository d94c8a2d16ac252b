import { TRPCError } from "@trpc/server";
import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { CalibrationSkeleton } from "#components/calibration/calibration-skeleton.tsx";
import { CalibrationWorkbench } from "#components/calibration/calibration-workbench.tsx";
import { CalibrationsFailed } from "#components/calibration/calibrations-failed.tsx";
import { isRunId } from "#components/calibration/run-id.ts";
import { RunTrail } from "#components/calibration/run-trail.tsx";
import { NothingHere } from "#components/shell/nothing-here.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { callerForRequest, Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

type Props = { params: Promise<{ runId: string }> };

export const metadata: Metadata = { title: "Calibration run" };

export default function RunPage({ params }: Props) {
  return (
    <>
      <Suspense fallback={<div className="mb-3 h-8" />}>
        <RunTrail />
      </Suspense>
      <PageHeading>Calibration run</PageHeading>
      <Suspense fallback={<CalibrationSkeleton heights={["h-16", "h-96", "h-40"]} />}>
        <Run params={params} />
      </Suspense>
    </>
  );
}

async function Run({ params }: Props) {
  await connection();
  const { runId } = await params;
  const run = await readRun(runId);
  if (run === null)
    return (
      <NothingHere list={{ href: "/calibration", name: "All calibrations" }}>
        No calibration has this address.
      </NothingHere>
    );
  const queryClient = queryClientForRequest();
  queryClient.setQueryData(trpc.calibration.get.queryKey({ id: runId }), run);
  void queryClient.prefetchQuery(trpc.calibration.list.queryOptions());
  return (
    <RequestReading>
      <Hydrated>
        <CalibrationsFailed what="This calibration">
          <CalibrationWorkbench runId={runId} />
        </CalibrationsFailed>
      </Hydrated>
    </RequestReading>
  );
}

async function readRun(id: string) {
  if (!isRunId(id)) return null;
  const caller = await callerForRequest();
  try {
    return await caller.calibration.get({ id });
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
