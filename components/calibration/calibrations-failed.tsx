"use client";

import type { ReactNode } from "react";
import { LoadFailed } from "#components/lists/load-failed.tsx";
import { FailureBoundary } from "#components/ui/failure-boundary.tsx";

type Props = { what: string; children: ReactNode };

/** Failed: in the place of what could not be loaded, where it can be tried again. */
export function CalibrationsFailed({ what, children }: Props) {
  return (
    <FailureBoundary render={(failed) => <LoadFailed title={`${what} could not be loaded`} {...failed} />}>
      {children}
    </FailureBoundary>
  );
}
