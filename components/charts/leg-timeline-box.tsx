"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { LegTimeline } from "./prepare-leg-timeline.ts";

const LegTimelineChart = dynamic(() => import("./leg-timeline-chart.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

/** The chart loads after the page, into a box that already has its size. At most six legs exist. */
export function LegTimelineBox({ model }: { model: LegTimeline }) {
  return (
    <div className="h-45 [&_.recharts-surface]:overflow-visible">
      <LegTimelineChart model={model} />
    </div>
  );
}
