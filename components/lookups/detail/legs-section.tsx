import { ChartFigure } from "#components/charts/chart-figure.tsx";
import { LegTimelineBox } from "#components/charts/leg-timeline-box.tsx";
import { prepareLegTimeline } from "#components/charts/prepare-leg-timeline.ts";
import { formatCount, formatDuration } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";
import { LegStatusMark } from "../leg-status-mark.tsx";
import { fedByWord, legWord } from "../words.ts";

/** Which parts of the lookup ran, what each was given, and how long it took. */
export function LegsSection({ legs }: Pick<ContextRecordBody, "legs">) {
  const model = prepareLegTimeline(legs);
  return (
    <Section id="legs" title="Legs">
      <ChartFigure
        finding={model.finding}
        chart={<LegTimelineBox model={model} />}
        table={
          <table className="w-full" aria-labelledby="legs">
            <thead>
              <tr>
                <th scope="col" className={headCell}>
                  Leg
                </th>
                <th scope="col" className={headCell}>
                  Status
                </th>
                <th scope="col" className={headCell}>
                  Fed by
                </th>
                <th scope="col" className={headCellRight}>
                  Candidates
                </th>
                <th scope="col" className={headCellRight}>
                  Took
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {legs.map((leg) => (
                <tr key={leg.leg}>
                  <th scope="row" className={`${bodyCell} text-left font-medium`}>
                    {legWord[leg.leg]}
                  </th>
                  <td className={bodyCell}>
                    <LegStatusMark status={leg.status} />
                    {leg.note === null ? null : <span className="block text-muted text-xs">{leg.note}</span>}
                  </td>
                  <td className={bodyCell}>{leg.fed_by === null ? "–" : fedByWord[leg.fed_by]}</td>
                  <td className={bodyCellRight}>{formatCount(leg.candidates)}</td>
                  <td className={bodyCellRight}>{leg.status === "skipped" ? "–" : formatDuration(leg.duration_ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        }
      />
    </Section>
  );
}
