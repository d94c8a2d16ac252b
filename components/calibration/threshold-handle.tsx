"use client";

import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { type LogAxis, stepAlong } from "#components/charts/prepare-log-axis.ts";
import { formatThreshold } from "#components/ui/format-threshold.ts";

type Props = {
  label: string;
  axis: LogAxis;
  value: number;
  /** Drawn height in pixels. */
  height: number;
  onChange: (value: number) => void;
};

/** Percent of the axis that one press of an arrow moves. */
const fine = 0.5;
const coarse = 5;

const steps: Readonly<Record<string, number>> = {
  ArrowRight: fine,
  ArrowUp: fine,
  ArrowLeft: -fine,
  ArrowDown: -fine,
  PageUp: coarse,
  PageDown: -coarse,
};

/** Three digits say all that a threshold means, and keep its address in the URL short. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** The next rounded value in this direction: rounding must never swallow a step. */
function stepped(axis: LogAxis, value: number, percent: number): number {
  const next = rounded(stepAlong(axis, value, percent));
  if (next !== value) return next;
  return rounded(stepAlong(axis, value, percent * 4));
}

/** A line across a chart that is dragged by pointer or moved by arrows, as one slider. */
export function ThresholdHandle({ label, axis, value, height, onChange }: Props) {
  const isDragging = useRef(false);

  function moveTo(event: PointerEvent<SVGSVGElement>) {
    const panel = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (panel === undefined || panel.width === 0) return;
    onChange(rounded(axis.valueAt(((event.clientX - panel.left) / panel.width) * 100)));
  }

  function press(event: KeyboardEvent) {
    const step = steps[event.key];
    const next =
      step !== undefined
        ? stepped(axis, value, event.shiftKey ? step * 4 : step)
        : event.key === "Home"
          ? 0
          : event.key === "End"
            ? axis.max
            : null;
    if (next === null) return;
    event.preventDefault();
    onChange(next);
  }

  return (
    <svg
      x={`${axis.at(value)}%`}
      overflow="visible"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: inside a drawing no other element could be the slider
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={axis.max}
      aria-valuenow={value}
      aria-valuetext={formatThreshold(value)}
      aria-orientation="horizontal"
      className="group cursor-ew-resize touch-none outline-none"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragging.current = true;
      }}
      onPointerMove={(event) => {
        if (isDragging.current) moveTo(event);
      }}
      onPointerUp={() => {
        isDragging.current = false;
      }}
      onPointerCancel={() => {
        isDragging.current = false;
      }}
    >
      <rect x={-14} width={28} height={height} className="fill-transparent" />
      <line y2={height} className="stroke-accent" strokeWidth={2} />
      <rect
        x={-7}
        y={height / 2 - 13}
        width={14}
        height={26}
        rx={4}
        className="fill-surface stroke-accent group-focus-visible:stroke-ink"
        strokeWidth={2}
      />
      <path d={`M-2,${height / 2 - 5}v10M2,${height / 2 - 5}v10`} className="stroke-accent" strokeWidth={1.5} />
    </svg>
  );
}
