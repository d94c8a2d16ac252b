"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { throttle } from "nuqs";
import { useMemo } from "react";
import { ChartFigure } from "#components/charts/chart-figure.tsx";
import { useTRPC } from "#components/trpc/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { formatShare } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import { Section } from "#components/ui/section.tsx";
import { bodyCellRight, headCellRight } from "#components/ui/table-cells.ts";
import { useUrlState } from "#components/ui/use-url-state.ts";
import { ApplyPanel } from "./apply-panel.tsx";
import { DistributionPanel } from "./distribution-panel.tsx";
import { PairList } from "./pair-list.tsx";
import { PrecisionRecallCurve } from "./precision-recall-curve.tsx";
import { prepareCalibration, prepareCurve, prepareThresholds } from "./prepare-calibration.ts";
import { RunComparison } from "./run-comparison.tsx";
import { thresholdParsers } from "./threshold-state.ts";
import { VerdictBanner } from "./verdict-banner.tsx";

/** How often the address may change while a line is dragged; what is drawn follows at once. */
const urlEveryMs = 250;
const tableRows = 40;

/** One run: both distributions, the two thresholds to move over them, and what each move keeps and costs. */
export function CalibrationWorkbench({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const { data: run } = useSuspenseQuery(trpc.calibration.get.queryOptions({ id: runId }));
  const [state, setState] = useUrlState(thresholdParsers, {
    limitUrlUpdates: throttle(urlEveryMs),
  });
  const model = useMemo(() => prepareCalibration(run), [run]);
  const floor = state.floor ?? run.noise_floor ?? run.policy.noise_floor;
  const gap = state.gap ?? run.rank_gap_ratio ?? run.policy.rank_gap_ratio;
  const view = useMemo(
    () => prepareThresholds(model, { noise_floor: floor, rank_gap_ratio: gap }),
    [model, floor, gap],
  );
  const curve = useMemo(() => prepareCurve(model, gap), [model, gap]);
  const every = Math.max(1, Math.ceil(curve.length / tableRows));
  const isMoved = state.floor !== null || state.gap !== null;
  return (
    <div className="flex flex-col gap-7">
      <VerdictBanner run={run} />
      <Section
        id="thresholds"
        title="Thresholds"
        note="Drag a line, or focus it and use the arrows: Shift for larger steps, Page Up and Page Down for the largest."
        actions={
          isMoved ? (
            <Button onClick={() => void setState({ floor: null, gap: null })}>
              {run.noise_floor === null ? "Back to the policy" : "Back to the suggestion"}
            </Button>
          ) : undefined
        }
      >
        {model.pairs.length === 0 ? (
          <p className="panel p-4 text-muted text-sm">
            No pair of this run has a finite score, so there is nothing to draw.
          </p>
        ) : (
          <ChartFigure
            finding={view.finding}
            chart={
              <>
                <Legend />
                <DistributionPanel
                  title="Score"
                  distribution={model.scores}
                  handleLabel="Noise floor"
                  value={floor}
                  inForce={run.policy.noise_floor}
                  suggested={run.noise_floor}
                  onChange={(next) => void setState({ floor: next })}
                >
                  <PrecisionRecallCurve points={curve} axis={model.scores.axis} floor={floor} />
                </DistributionPanel>
                <DistributionPanel
                  title="Score as a share of the task's best"
                  distribution={model.shares}
                  handleLabel="Rank gap"
                  value={gap}
                  inForce={run.policy.rank_gap_ratio}
                  suggested={run.rank_gap_ratio}
                  onChange={(next) => void setState({ gap: next })}
                />
              </>
            }
            table={
              <table className="w-full" aria-label="Precision and recall over the floor">
                <thead>
                  <tr>
                    <th scope="col" className={headCellRight}>
                      Floor
                    </th>
                    <th scope="col" className={headCellRight}>
                      Precision
                    </th>
                    <th scope="col" className={headCellRight}>
                      Recall
                    </th>
                  </tr>
                </thead>
                <tbody className="divide-y divide-line border-line border-t">
                  {curve
                    .filter((_, index) => index % every === 0)
                    .map((point) => (
                      <tr key={point.floor}>
                        <td className={bodyCellRight}>{formatScore(point.floor)}</td>
                        <td className={bodyCellRight}>{formatShare(point.precision)}</td>
                        <td className={bodyCellRight}>{formatShare(point.recall)}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            }
          />
        )}
        <div className="panel mt-3 grid gap-x-8 gap-y-4 p-4 lg:grid-cols-2">
          <PairList
            title="Would enter"
            pairs={view.entered}
            empty={`Nothing that policy version ${run.policy_version} keeps out.`}
          />
          <PairList
            title="Would leave"
            pairs={view.left}
            empty={`Everything that policy version ${run.policy_version} keeps stays.`}
          />
        </div>
      </Section>
      <ApplyPanel run={run} floor={floor} gap={gap} />
      <RunComparison run={run} otherId={state.with} onChoose={(id) => void setState({ with: id })} />
    </div>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 pt-1 text-xs">
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="bar-mark size-2.5 rounded-xs bg-factor-semantic" /> relevant, upwards
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="bar-mark size-2.5 rounded-xs bg-factor-structural" /> controls, downwards
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3.5 border-accent border-l-2" /> the threshold to move
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3.5 border-ink border-l-2 border-dotted" /> in force
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-3.5 border-good border-l-2 border-dashed" /> suggested
      </li>
    </ul>
  );
}
