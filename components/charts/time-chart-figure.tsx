"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { formatMeasure } from "./format-measure.ts";
import type { TimeChart, TimeSeries } from "./time-chart.ts";

const TimeChartDrawing = dynamic(() => import("./time-chart-drawing.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

type Props = {
  chart: TimeChart;
  /** The id of the heading that names it. */
  titleId: string;
  /** What a point is, for the head of the table: an hour or a day, with its zone. */
  pointName: string;
};

/** A chart over time with its sentence, its legend and its table. */
export function TimeChartFigure({ chart, titleId, pointName }: Props) {
  return (
    <ChartFigure
      finding={chart.finding}
      chart={
        <>
          <div className="h-44">
            <TimeChartDrawing chart={chart} />
          </div>
          <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 px-2 text-xs">
            {chart.series.map((series) => (
              <li key={series.key} className="flex items-center gap-1.5">
                <Mark series={series} isLine={chart.kind === "lines"} />
                {series.word}
              </li>
            ))}
          </ul>
        </>
      }
      table={
        <table className="w-full" aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col" className={headCell}>
                {pointName}
              </th>
              {chart.series.map(({ key, word }) => (
                <th key={key} scope="col" className={headCellRight}>
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {chart.points.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row" className={`${bodyCell} whitespace-nowrap text-left font-medium`}>
                  {label}
                </th>
                {chart.series.map(({ key }) => (
                  <td key={key} className={bodyCellRight}>
                    {formatMeasure(values[key] ?? null, chart.unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}

function Mark({ series, isLine }: { series: TimeSeries; isLine: boolean }) {
  return isLine ? (
    <svg aria-hidden="true" width={18} height={10} className="bar-mark">
      <line x1={0} y1={5} x2={18} y2={5} stroke={series.colour} strokeWidth={2} strokeDasharray={series.dash} />
    </svg>
  ) : (
    <svg aria-hidden="true" width={10} height={10} className="bar-mark">
      <rect width={10} height={10} rx={2} fill={series.colour} />
    </svg>
  );
}
