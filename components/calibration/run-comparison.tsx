"use client";

import { useQuery } from "@tanstack/react-query";
import { failureWords } from "#components/trpc/failure-words.ts";
import { useTRPC } from "#components/trpc/provider.tsx";
import { FilterSelect } from "#components/ui/filter-select.tsx";
import { formatCount } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { formatThreshold } from "#components/ui/format-threshold.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { bodyCell, bodyCellRight, headCell, headCellRight } from "#components/ui/table-cells.ts";
import type { CalibrationBody } from "#server/contracts/calibrations.ts";
import { compareRuns } from "./compare-runs.ts";
import { PairList } from "./pair-list.tsx";
import { isRunId } from "./run-id.ts";
import { runName } from "./run-name.ts";

type Props = { run: CalibrationBody; otherId: string | null; onChoose: (id: string | null) => void };

/** Another run beside this one: what their pairs, their spread and their suggestions have in common. */
export function RunComparison({ run, otherId, onChoose }: Props) {
  const trpc = useTRPC();
  const { data: runs } = useQuery(trpc.calibration.list.queryOptions());
  const asked = otherId !== null && isRunId(otherId) ? otherId : null;
  const { data: other, error } = useQuery({
    ...trpc.calibration.get.queryOptions({ id: asked ?? "" }),
    enabled: asked !== null,
  });
  const others = (runs?.items ?? []).filter(({ id }) => id !== run.id);
  return (
    <Section
      id="comparison"
      title="Comparison"
      actions={
        <FilterSelect
          label="Run"
          width="sm:w-72"
          value={asked}
          options={others.map((each) => ({ value: each.id, word: runName(each) }))}
          onChange={onChoose}
        />
      }
    >
      {asked === null ? (
        <p className="panel p-4 text-muted text-sm">
          {others.length === 0 ? "There is no other run to compare with yet." : "Choose a run to set beside this one."}
        </p>
      ) : error ? (
        <Notice look="failed" title="The other run could not be loaded">
          {failureWords(error)}
        </Notice>
      ) : other === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <Compared run={run} other={other} />
      )}
    </Section>
  );
}

function Compared({ run, other }: { run: CalibrationBody; other: CalibrationBody }) {
  const difference = compareRuns(run, other);
  const rows = [
    ["Pairs, relevant", formatCount(run.pairs.relevant), formatCount(other.pairs.relevant)],
    ["Pairs, controls", formatCount(run.pairs.control), formatCount(other.pairs.control)],
    ["Scored under policy version", String(run.policy_version), String(other.policy_version)],
    ["Worst relevant", formatScore(run.worst_relevant), formatScore(other.worst_relevant)],
    ["Best control", formatScore(run.best_control), formatScore(other.best_control)],
    ["Factor between them", formatScore(run.factor), formatScore(other.factor)],
    ["Suggested noise floor", formatThreshold(run.noise_floor), formatThreshold(other.noise_floor)],
    ["Suggested rank gap", formatThreshold(run.rank_gap_ratio), formatThreshold(other.rank_gap_ratio)],
    ["Separable", run.separable ? "yes" : "no", other.separable ? "yes" : "no"],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <div className="panel scroll-region">
        <table className="w-full" aria-labelledby="comparison">
          <thead>
            <tr>
              <th scope="col" className={headCell}>
                <span className="sr-only">Measure</span>
              </th>
              <th scope="col" className={headCellRight}>
                This run
              </th>
              <th scope="col" className={headCellRight}>
                The other
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {rows.map(([name, here, there]) => (
              <tr key={name}>
                <th scope="row" className={`${bodyCell} text-left font-normal`}>
                  {name}
                </th>
                <td className={bodyCellRight}>{here}</td>
                <td className={`${bodyCellRight} ${here === there ? "text-muted" : "font-medium"}`}>{there}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="panel grid gap-x-8 gap-y-4 p-4 lg:grid-cols-3">
        <PairList title="Only in this run" pairs={difference.onlyHere} empty="Every pair is in both." />
        <PairList title="Only in the other" pairs={difference.onlyThere} empty="Every pair is in both." />
        <PairList title="Other score there" pairs={difference.rescored} empty="Every common pair scores alike." />
      </div>
    </div>
  );
}
