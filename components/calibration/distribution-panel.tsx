"use client";

import { memo, type ReactNode } from "react";
import { formatThreshold } from "#components/ui/format-threshold.ts";
import type { Distribution } from "./prepare-calibration.ts";
import { ThresholdHandle } from "./threshold-handle.tsx";

type Props = {
  /** What the axis counts. */
  title: string;
  distribution: Distribution;
  handleLabel: string;
  value: number;
  /** The threshold of the policy that the pairs were scored under. */
  inForce: number;
  suggested: number | null;
  onChange: (value: number) => void;
  children?: ReactNode;
};

const half = 62;
const height = half * 2;

/** Two distributions on one logarithmic axis, relevant upwards and controls downwards, with a threshold to drag. */
export function DistributionPanel({
  title,
  distribution,
  handleLabel,
  value,
  inForce,
  suggested,
  onChange,
  children,
}: Props) {
  const { axis } = distribution;
  return (
    <div className="px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs">
        <span className="font-medium">{title}</span>
        <span className="text-muted">
          {handleLabel} <span className="font-medium text-ink">{formatThreshold(value)}</span> · in force{" "}
          {formatThreshold(inForce)}
          {suggested === null ? null : <> · suggested {formatThreshold(suggested)}</>}
        </span>
      </p>
      <svg width="100%" height={height} className="mt-1 block overflow-visible">
        <title>{title}</title>
        <Bars distribution={distribution} />
        <line
          x1={`${axis.at(inForce)}%`}
          x2={`${axis.at(inForce)}%`}
          y2={height}
          className="stroke-ink"
          strokeWidth={1.5}
          strokeDasharray="2 3"
        />
        {suggested === null ? null : (
          <line
            x1={`${axis.at(suggested)}%`}
            x2={`${axis.at(suggested)}%`}
            y2={height}
            className="stroke-good"
            strokeWidth={1.5}
            strokeDasharray="6 3"
          />
        )}
        <ThresholdHandle label={handleLabel} axis={axis} value={value} height={height} onChange={onChange} />
      </svg>
      <Ticks distribution={distribution} />
      {children}
    </div>
  );
}

/** The bars stay as they are while a threshold moves over them. */
const Bars = memo(function Bars({ distribution }: { distribution: Distribution }) {
  const { bins, most } = distribution;
  const tall = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * (half - 6)));
  return (
    <g className="bar-mark">
      {bins.map(({ from, to, relevant, control }) => (
        <g key={from}>
          <rect
            x={`${from}%`}
            width={`${to - from}%`}
            y={half - tall(relevant)}
            height={tall(relevant)}
            className="fill-factor-semantic stroke-surface"
          />
          <rect
            x={`${from}%`}
            width={`${to - from}%`}
            y={half}
            height={tall(control)}
            className="fill-factor-structural stroke-surface"
          />
        </g>
      ))}
      <line x2="100%" y1={half} y2={half} className="stroke-line-strong" />
    </g>
  );
});

const Ticks = memo(function Ticks({ distribution: { axis } }: { distribution: Distribution }) {
  return (
    <svg aria-hidden="true" width="100%" height={18} className="block overflow-visible">
      {axis.hasGutter ? (
        <text x={`${axis.at(0)}%`} y={13} textAnchor="middle" className="fill-muted text-2xs">
          ≤ 0
        </text>
      ) : null}
      {axis.ticks.map(({ value, shown }) => (
        <g key={value}>
          <line x1={`${axis.at(value)}%`} x2={`${axis.at(value)}%`} y2={4} className="stroke-line-strong" />
          <text x={`${axis.at(value)}%`} y={15} textAnchor="middle" className="fill-muted text-2xs">
            {shown}
          </text>
        </g>
      ))}
    </svg>
  );
});
