import type { CalibrationLabel } from "#server/domain/calibration/calibration-pair.ts";
import type { Policy } from "#server/domain/policy/policy.ts";
import { thresholdReason } from "#server/domain/selection/select-by-rank.ts";

/** A scored pair; pairs of one task share its number. */
export type TaskPair = { task: number; label: CalibrationLabel; score: number };

export type Thresholds = Pick<Policy, "noise_floor" | "rank_gap_ratio">;

/** The highest score of each task, by its number: what the rank gap is measured from. */
export function bestOfTasks(pairs: readonly TaskPair[]): ReadonlyMap<number, number> {
  const best = new Map<number, number>();
  for (const { task, score } of pairs) best.set(task, Math.max(best.get(task) ?? score, score));
  return best;
}

/** Why each pair would be rejected, `null` for one that is kept: the very test that a selection applies to a score. */
export function judgePairs(
  pairs: readonly TaskPair[],
  best: ReadonlyMap<number, number>,
  thresholds: Thresholds,
): ("below_floor" | "beyond_gap" | null)[] {
  return pairs.map(({ task, score }) => thresholdReason(score, best.get(task) ?? score, { ...thresholds, top_k: 1 }));
}

export type KeptCounts = {
  relevant: number;
  control: number;
  relevant_kept: number;
  controls_kept: number;
  /** Relevant share of what is kept; `null` when nothing is. */
  precision: number | null;
  /** Kept share of the relevant; `null` without any. */
  recall: number | null;
};

export function countKept(pairs: readonly TaskPair[], reasons: readonly (string | null)[]): KeptCounts {
  let relevant = 0;
  let relevantKept = 0;
  let controlsKept = 0;
  for (const [index, { label }] of pairs.entries()) {
    const isKept = reasons[index] === null;
    if (label === "relevant") relevant += 1;
    if (isKept && label === "relevant") relevantKept += 1;
    if (isKept && label === "control") controlsKept += 1;
  }
  const kept = relevantKept + controlsKept;
  return {
    relevant,
    control: pairs.length - relevant,
    relevant_kept: relevantKept,
    controls_kept: controlsKept,
    precision: kept === 0 ? null : relevantKept / kept,
    recall: relevant === 0 ? null : relevantKept / relevant,
  };
}
