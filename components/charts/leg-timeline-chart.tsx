"use client";

import { Bar, BarChart, LabelList, Rectangle, type RectangleProps, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { formatDuration } from "#components/ui/format-quantity.ts";
import type { LegBar, LegTimeline } from "./prepare-leg-timeline.ts";

type Props = { model: LegTimeline };

const axisHeight = 22;

function drawBar(props: RectangleProps & { payload?: LegBar }) {
  return <Rectangle {...props} className={props.payload?.isSilent ? "fill-bad" : "fill-accent"} />;
}

export default function LegTimelineChart({ model }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart layout="vertical" data={model.bars} margin={{ top: 0, right: 72, bottom: 0, left: 0 }} barSize={10}>
        <XAxis
          type="number"
          domain={[0, model.ticks.at(-1) ?? 1]}
          ticks={model.ticks}
          height={axisHeight}
          tickFormatter={(value: number) => formatDuration(value)}
          tick={{ fontSize: 11, fill: "var(--ink-muted)" }}
          stroke="var(--line-strong)"
        />
        <YAxis
          type="category"
          dataKey="leg"
          width={84}
          tick={{ fontSize: 12, fill: "var(--ink)" }}
          tickLine={false}
          axisLine={false}
          interval={0}
        />
        <Bar
          dataKey="duration"
          isAnimationActive={false}
          minPointSize={(_, index) => (model.bars[index]?.status === "skipped" ? 0 : 1)}
          shape={drawBar}
        >
          <LabelList dataKey="durationShown" position="right" fontSize={11} fill="var(--ink-muted)" />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
