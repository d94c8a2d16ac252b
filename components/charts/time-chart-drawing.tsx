"use client";

import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatMeasure } from "./format-measure.ts";
import type { TimeChart } from "./time-chart.ts";

export default function TimeChartDrawing({ chart }: { chart: TimeChart }) {
  const { kind, unit, series, points } = chart;
  const rows = points.map(({ label, values }) => ({ label, ...values }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={rows} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} barCategoryGap="18%">
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          height={22}
          minTickGap={24}
          tick={{ fontSize: 11, fill: "var(--ink-muted)" }}
          stroke="var(--line-strong)"
        />
        <YAxis
          width={52}
          allowDecimals={unit !== "count"}
          domain={unit === "share" ? [0, 1] : [0, "auto"]}
          tickFormatter={(value: number) => formatMeasure(value, unit)}
          tick={{ fontSize: 11, fill: "var(--ink-muted)" }}
          axisLine={false}
          tickLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--surface-hover)", stroke: "var(--line-strong)" }}
          contentStyle={{
            background: "var(--surface-raised)",
            border: "1px solid var(--line)",
            borderRadius: 5,
            color: "var(--ink)",
            fontSize: 12,
          }}
          itemStyle={{ color: "var(--ink)" }}
          formatter={(value, name) => [
            formatMeasure(typeof value === "number" ? value : null, unit),
            series.find(({ key }) => key === name)?.word ?? String(name),
          ]}
        />
        {series.map(({ key, colour, dash }) =>
          kind === "bars" ? (
            <Bar
              key={key}
              dataKey={key}
              stackId="all"
              isAnimationActive={false}
              fill={colour}
              stroke="var(--surface)"
              strokeWidth={0.5}
              maxBarSize={40}
            />
          ) : (
            <Line
              key={key}
              dataKey={key}
              isAnimationActive={false}
              stroke={colour}
              strokeWidth={1.75}
              {...(dash === undefined ? {} : { strokeDasharray: dash })}
              dot={points.length > 40 ? false : { r: 2, fill: colour, strokeDasharray: "0" }}
              connectNulls={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
