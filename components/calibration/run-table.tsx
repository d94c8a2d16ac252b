import { CircleCheck, CircleSlash, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { z } from "zod";
import { formatCount } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { formatThreshold } from "#components/ui/format-threshold.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import { TimeAgo } from "#components/ui/time-ago.tsx";
import type { CalibrationSummary } from "#server/contracts/calibrations.ts";
import { refusalWord } from "./refusal-word.ts";

type Run = z.output<typeof CalibrationSummary>;

/** The runs with what each found; the time leads to the run. */
export function RunTable({ runs }: { runs: readonly Run[] }) {
  return (
    <div className="panel">
      <ScrollRegion label="Runs, scrolls sideways">
        <table className="w-full min-w-200" aria-labelledby="runs">
          <thead className="border-line border-b">
            <tr>
              <th scope="col" className={headCell}>
                Time
              </th>
              <th scope="col" className={headCell}>
                Found
              </th>
              <th scope="col" className={headCell}>
                Project
              </th>
              <th scope="col" className={headCellRight}>
                Relevant
              </th>
              <th scope="col" className={headCellRight}>
                Controls
              </th>
              <th scope="col" className={headCellRight}>
                Factor
              </th>
              <th scope="col" className={headCellRight}>
                Floor
              </th>
              <th scope="col" className={headCellRight}>
                Gap
              </th>
              <th scope="col" className={headCellRight}>
                Applied as
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {runs.map((run) => (
              <tr key={run.id}>
                <td className={`${bodyCell} group/time whitespace-nowrap`}>
                  <Link href={`/calibration/${run.id}`} className="text-accent hover:underline">
                    <TimeAgo instant={run.created_at} />
                  </Link>
                </td>
                <td className={bodyCell}>
                  <RunMark run={run} />
                </td>
                <td className={bodyCell}>{run.project ?? <span className="text-muted">all projects</span>}</td>
                <td className={bodyCellRight}>{formatCount(run.pairs.relevant)}</td>
                <td className={bodyCellRight}>{formatCount(run.pairs.control)}</td>
                <td className={bodyCellRight}>{formatScore(run.factor)}</td>
                <td className={bodyCellRight}>{formatThreshold(run.noise_floor)}</td>
                <td className={bodyCellRight}>{formatThreshold(run.rank_gap_ratio)}</td>
                <td className={bodyCellRight}>
                  {run.applied_version === null ? "–" : `version ${run.applied_version}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

function RunMark({ run }: { run: Run }) {
  const look =
    run.refusal !== null
      ? { Icon: CircleSlash, ink: "text-bad", word: refusalWord[run.refusal] }
      : run.evidence === "weak"
        ? { Icon: TriangleAlert, ink: "text-caution", word: "Separable, weak evidence" }
        : { Icon: CircleCheck, ink: "text-good", word: "Separable" };
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium ${look.ink}`}>
      <look.Icon aria-hidden="true" size={14} />
      {look.word}
    </span>
  );
}
