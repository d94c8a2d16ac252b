"use client";

import { useParams } from "next/navigation";
import { Breadcrumbs } from "#components/shell/breadcrumbs.tsx";

/** The way back to the runs. */
export function RunTrail() {
  const { runId } = useParams<{ runId: string }>();
  return (
    <div className="no-print mb-3 flex min-h-8 items-center">
      <Breadcrumbs
        above={[{ name: "Calibration", href: "/calibration" }]}
        here={<code className="text-xs">{runId}</code>}
      />
    </div>
  );
}
