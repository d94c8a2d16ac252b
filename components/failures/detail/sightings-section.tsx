import Link from "next/link";
import { ChartFigure } from "#components/charts/chart-figure.tsx";
import { prepareSightings } from "#components/charts/prepare-sightings.ts";
import { SightingsChart } from "#components/charts/sightings-chart.tsx";
import { ProjectName } from "#components/lookups/project-name.tsx";
import { formatCount } from "#components/ui/format-quantity.ts";
import { Section } from "#components/ui/section.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { SignatureDetail } from "#server/contracts/signatures.ts";

const shownSightings = 8;
/** As many rows by day and project as one answer holds. */
const mostDayRows = 1_000;

/** Where and when it was seen, by day and project, and the newest sightings with the lookup or lesson that brought them. */
export function SightingsSection({ failure }: { failure: SignatureDetail }) {
  const model = prepareSightings(failure.days, failure.seen_count);
  return (
    <Section id="sightings" title="Sightings" note="Each log that showed it, once, by UTC day and project.">
      <ChartFigure
        finding={model.finding}
        chart={<SightingsChart model={model} />}
        table={
          <table className="w-full" aria-label="Sightings by day and project">
            <thead>
              <tr>
                <th scope="col" className={headCell}>
                  Day (UTC)
                </th>
                <th scope="col" className={headCell}>
                  Project
                </th>
                <th scope="col" className={headCellRight}>
                  Seen
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {failure.days.map(({ day, project, count }) => (
                <tr key={`${day} ${project ?? ""}`}>
                  <th scope="row" className={`${bodyCell} text-left font-normal tabular-nums`}>
                    {day}
                  </th>
                  <td className={bodyCell}>
                    <ProjectName project={project} />
                  </td>
                  <td className={bodyCellRight}>{formatCount(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        }
      />
      {failure.days.length < mostDayRows ? null : (
        <p className="mt-1 text-muted text-xs">
          The table holds the newest {formatCount(mostDayRows)} days of projects.
        </p>
      )}
      <ul className="mt-3 flex flex-col gap-1 text-sm">
        {failure.occurrences.slice(0, shownSightings).map((seen) => (
          <li key={seen.id} className="flex min-w-0 items-baseline gap-3">
            <span className="group/time w-28 shrink-0 text-muted">
              <TimeAgo instant={seen.at} />
            </span>
            <Link
              href={seen.source === "lookup" ? `/lookups/${seen.source_id}` : `/memories/${seen.source_id}`}
              className="shrink-0 text-accent hover:underline"
            >
              {seen.source === "lookup" ? "lookup" : "lesson"}
              <span className="sr-only"> {seen.source_id}</span>
            </Link>
            <span className="min-w-0">
              <ProjectName project={seen.project} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
