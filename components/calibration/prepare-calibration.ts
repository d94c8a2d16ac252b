import type { z } from "zod";
import { type LogAxis, prepareLogAxis } from "#components/charts/prepare-log-axis.ts";
import { countOf, formatCount, formatShare } from "#components/ui/format-quantity.ts";
import { formatScore } from "#components/ui/format-score.ts";
import type { CalibratedPair, CalibrationBody } from "#server/contracts/calibrations.ts";
import {
  bestOfTasks,
  countKept,
  judgePairs,
  type KeptCounts,
  type TaskPair,
  type Thresholds,
} from "#server/domain/calibration/judge-pairs.ts";

export type Pair = Omit<z.infer<typeof CalibratedPair>, "score"> & TaskPair;

/** Counts of both classes in one slice of an axis. */
export type Bin = { from: number; to: number; relevant: number; control: number };

export type Distribution = { axis: LogAxis; bins: Bin[]; most: number };

/** What does not change while a threshold is dragged. */
export type CalibrationModel = {
  pairs: Pair[];
  best: ReadonlyMap<number, number>;
  scores: Distribution;
  /** Each score as a share of the best of its task. */
  shares: Distribution;
  inForce: Thresholds;
  keptInForce: boolean[];
};

const binCount = 44;

export function prepareCalibration(run: CalibrationBody): CalibrationModel {
  const pairs = distinctPairs(run);
  const best = bestOfTasks(pairs);
  const shareOf = ({ task, score }: Pair) => {
    const highest = best.get(task) ?? score;
    return highest > 0 ? score / highest : 0;
  };
  const inForce = run.policy;
  return {
    pairs,
    best,
    scores: distributionOf(pairs, ({ score }) => score, [inForce.noise_floor, run.noise_floor ?? 0]),
    shares: distributionOf(pairs, shareOf, [inForce.rank_gap_ratio, run.rank_gap_ratio ?? 0], 1),
    inForce,
    keptInForce: judgePairs(pairs, best, inForce).map((reason) => reason === null),
  };
}

/** Pairs with a score, each once, as the run itself counted them. */
function distinctPairs(run: CalibrationBody): Pair[] {
  const seen = new Set<string>();
  return run.scored.flatMap((pair) => {
    const { score } = pair;
    if (score === null) return [];
    const key = JSON.stringify([pair.task, pair.memory_id, pair.label, score]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...pair, score }];
  });
}

function distributionOf(
  pairs: readonly Pair[],
  numberOf: (pair: Pair) => number,
  lines: readonly number[],
  top?: number,
): Distribution {
  const values = pairs.map(numberOf);
  const axis = prepareLogAxis([...values, ...lines.filter((line) => line > 0)], top === undefined ? {} : { top });
  const start = axis.at(axis.min);
  const width = (100 - start) / binCount;
  const bins: Bin[] = Array.from({ length: binCount }, (_, index) => ({
    from: start + index * width,
    to: start + (index + 1) * width,
    relevant: 0,
    control: 0,
  }));
  const gutterBin: Bin = { from: 0, to: start * 0.66, relevant: 0, control: 0 };
  for (const [index, value] of values.entries()) {
    const place = Math.min(binCount - 1, Math.floor((axis.at(value) - start) / width));
    const bin = value <= 0 ? gutterBin : bins[Math.max(0, place)];
    const label = pairs[index]?.label;
    if (bin !== undefined && label !== undefined) bin[label] += 1;
  }
  const drawn = [gutterBin, ...bins].filter(({ relevant, control }) => relevant + control > 0);
  return { axis, bins: drawn, most: Math.max(1, ...drawn.flatMap(({ relevant, control }) => [relevant, control])) };
}

/** What the thresholds under the pointer keep, and how that differs from the policy of the run. */
export type ThresholdView = {
  counts: KeptCounts;
  entered: Pair[];
  left: Pair[];
  finding: string;
};

export function prepareThresholds(
  { pairs, best, keptInForce }: CalibrationModel,
  thresholds: Thresholds,
): ThresholdView {
  const reasons = judgePairs(pairs, best, thresholds);
  const counts = countKept(pairs, reasons);
  const entered: Pair[] = [];
  const left: Pair[] = [];
  for (const [index, pair] of pairs.entries()) {
    const isKept = reasons[index] === null;
    if (isKept === keptInForce[index]) continue;
    (isKept ? entered : left).push(pair);
  }
  return { counts, entered: byScore(entered), left: byScore(left), finding: findingOf(counts) };
}

function byScore(pairs: Pair[]): Pair[] {
  return pairs.sort((a, b) => b.score - a.score || a.index - b.index);
}

function findingOf({ relevant, control, relevant_kept, controls_kept, precision, recall }: KeptCounts): string {
  return `Keeps ${formatCount(relevant_kept)} of ${formatCount(relevant)} relevant and ${formatCount(controls_kept)} of ${countOf(control, "control")}: precision ${formatShare(precision)}, recall ${formatShare(recall)}.`;
}

export type CurvePoint = { floor: number; precision: number | null; recall: number | null };

const mostCurvePoints = 160;

/** Precision and recall at every floor that changes anything, under one rank gap; of many floors an even choice. */
export function prepareCurve({ pairs, best, scores }: CalibrationModel, rankGapRatio: number): CurvePoint[] {
  const relevantInAll = pairs.filter(({ label }) => label === "relevant").length;
  const reasons = judgePairs(pairs, best, { noise_floor: Number.NEGATIVE_INFINITY, rank_gap_ratio: rankGapRatio });
  const passing = pairs.filter((_, index) => reasons[index] === null).sort((a, b) => b.score - a.score);
  const points: CurvePoint[] = [];
  let relevant = 0;
  for (const [index, { label, score }] of passing.entries()) {
    if (label === "relevant") relevant += 1;
    const next = passing[index + 1];
    if (next !== undefined && next.score === score) continue;
    const floor = next === undefined ? 0 : Math.max(0, next.score);
    points.push({
      floor,
      precision: relevant / (index + 1),
      recall: relevantInAll === 0 ? null : relevant / relevantInAll,
    });
    if (floor === 0) break;
  }
  points.push({
    floor: scores.axis.min,
    precision: points.at(-1)?.precision ?? null,
    recall: points.at(-1)?.recall ?? null,
  });
  const ascending = points.toReversed().filter(({ floor }) => floor > 0);
  const step = Math.max(1, ascending.length / mostCurvePoints);
  return ascending.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** What a run found, said first and plainly. */
export function verdictOf(run: CalibrationBody): { look: "good" | "bad" | "weak"; headline: string; detail: string } {
  const { relevant, control } = run.pairs;
  const classes = `${countOf(relevant, "relevant pair")} and ${countOf(control, "control")}`;
  if (run.refused !== undefined) {
    const headline =
      run.refused.reason === "overlap"
        ? "Not separable: no floor keeps every relevant pair and no control"
        : run.refused.reason === "not_a_number"
          ? "Not every pair has a finite score"
          : run.refused.reason === "no_relevant"
            ? "No relevant pair, so there is nothing to keep"
            : run.refused.reason === "no_control"
              ? "No control, so there is nothing to keep out"
              : "Relevant pairs score nothing, like any stranger";
    return { look: "bad", headline, detail: `${classes}: ${run.refused.message}. The policy keeps its floor.` };
  }
  const factor = run.factor === null ? "" : `, a factor of ${formatScore(run.factor)}`;
  const detail = `${classes}. The worst relevant scores ${formatScore(run.worst_relevant, [run.best_control])}, the best control ${formatScore(run.best_control, [run.worst_relevant])}${factor}.`;
  return run.evidence === "weak"
    ? { look: "weak", headline: "Separable, on weak evidence", detail: `${detail} Fewer than 3 pairs of a class.` }
    : { look: "good", headline: "Separable: one floor keeps every relevant pair and no control", detail };
}
