import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { CalibrationSkeleton } from "#components/calibration/calibration-skeleton.tsx";
import { CalibrationsFailed } from "#components/calibration/calibrations-failed.tsx";
import { CalibrationsView } from "#components/calibration/calibrations-view.tsx";
import { PageHeading } from "#components/shell/page-heading.tsx";
import { RequestReading } from "#components/shell/request-reading.tsx";
import { Hydrated, queryClientForRequest, trpc } from "#server/compose/rsc.tsx";

export const metadata: Metadata = { title: "Calibration" };

export default function CalibrationPage() {
  return (
    <>
      <PageHeading>Calibration</PageHeading>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        Where the noise floor and the rank gap come from, and what other thresholds would keep.
      </p>
      <Suspense fallback={<CalibrationSkeleton heights={["h-48", "h-64"]} />}>
        <Runs />
      </Suspense>
    </>
  );
}

async function Runs() {
  await connection();
  const queryClient = queryClientForRequest();
  void queryClient.prefetchQuery(trpc.calibration.list.queryOptions());
  void queryClient.prefetchQuery(trpc.policy.list.queryOptions({}));
  return (
    <RequestReading>
      <Hydrated>
        <CalibrationsFailed what="The calibrations">
          <CalibrationsView />
        </CalibrationsFailed>
      </Hydrated>
    </RequestReading>
  );
}
