import {
  calibrationCurve,
  type FloorPoint,
  type LabelledScores,
  pointAt,
} from "#server/domain/calibration/calibration-curve.ts";
import { type CalibrationLabel, type CalibrationPair, taskKey } from "#server/domain/calibration/calibration-pair.ts";
import { largestGapRatio } from "#server/domain/calibration/largest-gap-ratio.ts";
import { noiseFloorBetween } from "#server/domain/calibration/noise-floor-between.ts";
import type { Policy } from "#server/domain/policy/policy.ts";

/** Pairs of a class below which the evidence is weak. */
const enoughPairs = 3;

export const refusalReasons = ["not_a_number", "no_relevant", "no_control", "overlap", "nothing_above_zero"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A pair that stands in the way, with its place in the list that was given. */
export type OffendingPair = {
  index: number;
  task_text: string;
  memory_id: string | null;
  label: CalibrationLabel;
  score: unknown;
};

export type CalibrationRefusal = { reason: RefusalReason; message: string; pairs: OffendingPair[] };

export type Calibration = {
  /** Whether one floor keeps every relevant pair and no control. */
  separable: boolean;
  /** `weak` below three distinct pairs of a class: applied only when somebody accepts that. */
  evidence: "enough" | "weak";
  /** Distinct pairs behind every number here. */
  pairs: { relevant: number; control: number; duplicates: number };
  worst_relevant: number | null;
  best_control: number | null;
  /** How often the best control goes into the worst relevant; `null` where no finite number says it. */
  factor: number | null;
  /** Suggestion; `null` where it is refused, and then the policy keeps its floor. */
  noise_floor: number | null;
  rank_gap_ratio: number | null;
  notes: string[];
  refused?: CalibrationRefusal;
  /** What the suggested floor keeps; `null` without one. */
  at_suggested: FloorPoint | null;
  /** What the floor of the policy keeps. */
  at_policy: FloorPoint;
  /** Both distributions, ascending. */
  scores: { relevant: number[]; control: number[] };
  curve: FloorPoint[];
};

type ScoredPair = Omit<OffendingPair, "score"> & { score: number; task: string };

/**
 * Finds thresholds that separate the pairs, or says which pairs prevent it. A pure function of the pairs: neither their order
 * nor a repeated pair changes anything. Pairs of 0 or less on the relevant side are refused, because a memory that
 * shares nothing with a task scores 0: no floor keeps the one without the other.
 */
export function calibrate(pairs: readonly CalibrationPair[], policy: Pick<Policy, "noise_floor">): Calibration {
  const { distinct, broken, duplicates } = readPairs(pairs);
  const ofLabel = (label: CalibrationLabel) =>
    distinct.filter((pair) => pair.label === label).toSorted((a, b) => a.score - b.score);
  const relevant = ofLabel("relevant");
  const control = ofLabel("control");
  const scores = { relevant: relevant.map(({ score }) => score), control: control.map(({ score }) => score) };
  const worst = relevant[0]?.score ?? null;
  const best = control.at(-1)?.score ?? null;
  const refused = refusalOf({ broken, relevant, control });
  const suggestion =
    refused === undefined && worst !== null && best !== null ? suggest(distinct, { worst, best }) : null;
  return {
    separable: worst !== null && best !== null && worst > best,
    evidence: Math.min(relevant.length, control.length) < enoughPairs ? "weak" : "enough",
    pairs: { relevant: relevant.length, control: control.length, duplicates },
    worst_relevant: worst,
    best_control: best,
    factor: factorOf(worst, best),
    noise_floor: suggestion?.noise_floor ?? null,
    rank_gap_ratio: suggestion?.rank_gap_ratio ?? null,
    notes: suggestion?.notes ?? [],
    ...(refused === undefined ? {} : { refused }),
    at_suggested: suggestion === null ? null : pointAt(suggestion.noise_floor, scores),
    at_policy: pointAt(policy.noise_floor, scores),
    scores,
    curve: curveOf(scores, [policy.noise_floor, ...(suggestion === null ? [] : [suggestion.noise_floor])]),
  };
}

function curveOf(scores: LabelledScores, floors: readonly number[]): FloorPoint[] {
  return scores.relevant.length + scores.control.length === 0 ? [] : calibrationCurve(scores, floors);
}

/** Each pair once; those without a finite score apart. */
function readPairs(pairs: readonly CalibrationPair[]): {
  distinct: ScoredPair[];
  broken: OffendingPair[];
  duplicates: number;
} {
  const seen = new Set<string>();
  const distinct: ScoredPair[] = [];
  const broken: OffendingPair[] = [];
  let duplicates = 0;
  for (const [index, { task_text, current_nodes, memory_id = null, label, score }] of pairs.entries()) {
    const named = { index, task_text, memory_id, label };
    if (typeof score !== "number" || !Number.isFinite(score)) {
      broken.push({ ...named, score });
      continue;
    }
    const task = taskKey({ task_text, ...(current_nodes === undefined ? {} : { current_nodes }) });
    const key = JSON.stringify([task, memory_id, label, score]);
    if (seen.has(key)) duplicates += 1;
    // Minus zero is zero to whoever compares or prints it: which of the two came first must not show.
    else distinct.push({ ...named, score: score + 0, task });
    seen.add(key);
  }
  return { distinct, broken, duplicates };
}

function refusalOf({
  broken,
  relevant,
  control,
}: {
  broken: readonly OffendingPair[];
  relevant: readonly ScoredPair[];
  control: readonly ScoredPair[];
}): CalibrationRefusal | undefined {
  if (broken.length > 0) {
    return { reason: "not_a_number", message: `${count(broken, "pair")} without a finite score`, pairs: [...broken] };
  }
  const worst = relevant[0]?.score;
  const best = control.at(-1)?.score;
  if (worst === undefined)
    return { reason: "no_relevant", message: "no relevant pair", pairs: control.map(asOffending) };
  if (best === undefined) return { reason: "no_control", message: "no control pair", pairs: relevant.map(asOffending) };
  if (worst <= best) {
    const low = relevant.filter(({ score }) => score <= best);
    const high = control.filter(({ score }) => score >= worst);
    return {
      reason: "overlap",
      message: `${count(low, "relevant pair")} at or below the best control (${short(best)}); ${count(high, "control")} at or above the worst relevant (${short(worst)})`,
      pairs: [...low, ...high].map(asOffending),
    };
  }
  const unlifted = relevant.filter(({ score }) => score <= 0);
  if (unlifted.length === 0) return undefined;
  return {
    reason: "nothing_above_zero",
    message: `${count(unlifted, "relevant pair")} at 0 or below, where a memory that shares nothing with the task stands`,
    pairs: unlifted.map(asOffending),
  };
}

function suggest(
  pairs: readonly ScoredPair[],
  { worst, best }: { worst: number; best: number },
): { noise_floor: number; rank_gap_ratio: number; notes: string[] } {
  const bestOfTask = new Map<string, number>();
  for (const { task, score } of pairs) bestOfTask.set(task, Math.max(bestOfTask.get(task) ?? score, score));
  const ratios = pairs
    .filter(({ label }) => label === "relevant")
    .map(({ task, score }) => largestGapRatio({ score, best: bestOfTask.get(task) ?? score }));
  return {
    noise_floor: noiseFloorBetween({ worstRelevant: worst, bestControl: best }),
    rank_gap_ratio: ratios.reduce((least, ratio) => Math.min(least, ratio), 1),
    notes:
      best > 0
        ? []
        : [
            `The best control scores ${best}, so there is no geometric mean: the floor is a tenth of the worst relevant.`,
          ],
  };
}

function factorOf(worst: number | null, best: number | null): number | null {
  if (worst === null || best === null || best <= 0) return null;
  const factor = worst / best;
  return Number.isFinite(factor) ? factor : null;
}

function asOffending({ index, task_text, memory_id, label, score }: ScoredPair): OffendingPair {
  return { index, task_text, memory_id, label, score };
}

/** Four digits for a sentence; the numbers themselves stand in their fields. */
function short(score: number): string {
  return String(Number(score.toPrecision(4)));
}

function count(items: readonly unknown[], noun: string): string {
  return `${items.length} ${noun}${items.length === 1 ? "" : "s"}`;
}
