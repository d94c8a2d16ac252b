"use client";

import { memo } from "react";
import type { LogAxis } from "#components/charts/prepare-log-axis.ts";
import type { CurvePoint } from "./prepare-calibration.ts";

type Props = { points: readonly CurvePoint[]; axis: LogAxis; floor: number };

const height = 72;

/** Precision and recall over the floor, under the axis of the scores. */
export function PrecisionRecallCurve({ points, axis, floor }: Props) {
  const at = `${axis.at(floor)}%`;
  return (
    <div className="mt-2 border-line border-t pt-2">
      <ul className="flex gap-4 text-xs">
        <li className="flex items-center gap-1.5">
          <svg aria-hidden="true" width={18} height={6}>
            <line x2={18} y1={3} y2={3} className="stroke-ink" strokeWidth={2} />
          </svg>
          precision
        </li>
        <li className="flex items-center gap-1.5">
          <svg aria-hidden="true" width={18} height={6}>
            <line x2={18} y1={3} y2={3} className="stroke-factor-live-ratio" strokeWidth={2} strokeDasharray="4 2" />
          </svg>
          recall, over the floor
        </li>
      </ul>
      <svg width="100%" height={height} className="mt-1 block overflow-visible">
        <title>Precision and recall over the floor</title>
        <line x2="100%" y1={1} y2={1} className="stroke-line" />
        <line x2="100%" y1={height / 2} y2={height / 2} className="stroke-line" />
        <line x2="100%" y1={height - 1} y2={height - 1} className="stroke-line-strong" />
        <Lines points={points} axis={axis} />
        <line x1={at} x2={at} y2={height} className="stroke-accent" strokeWidth={2} />
      </svg>
    </div>
  );
}

/** Steps, because between two scores nothing changes. */
const Lines = memo(function Lines({ points, axis }: Pick<Props, "points" | "axis">) {
  return (
    <svg aria-hidden="true" width="100%" height={height} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
      <path
        d={pathOf(points, axis, "precision")}
        fill="none"
        className="stroke-ink"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={pathOf(points, axis, "recall")}
        fill="none"
        className="stroke-factor-live-ratio"
        strokeWidth={2}
        strokeDasharray="4 2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
});

function pathOf(points: readonly CurvePoint[], axis: LogAxis, of: "precision" | "recall"): string {
  let path = "";
  for (const point of points) {
    const value = point[of];
    if (value === null) continue;
    const x = axis.at(point.floor).toFixed(3);
    const y = (1 + (1 - value) * (height - 2)).toFixed(2);
    path += path === "" ? `M${x},${y}` : `H${x}V${y}`;
  }
  return path === "" ? "M0,0" : `${path}H100`;
}
