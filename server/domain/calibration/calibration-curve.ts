/** What a floor keeps of both classes. A pair is kept when it scores above the floor. */
export type FloorPoint = {
  floor: number;
  relevant_kept: number;
  controls_kept: number;
  /** Relevant share of what is kept; `null` when nothing is. */
  precision: number | null;
  /** Kept share of the relevant; `null` without any. */
  recall: number | null;
};

/** Scores in ascending order. */
export type LabelledScores = { relevant: readonly number[]; control: readonly number[] };

const mostPoints = 200;

export function pointAt(floor: number, { relevant, control }: LabelledScores): FloorPoint {
  const relevantKept = countAbove(relevant, floor);
  const controlsKept = countAbove(control, floor);
  const kept = relevantKept + controlsKept;
  return {
    floor,
    relevant_kept: relevantKept,
    controls_kept: controlsKept,
    precision: kept === 0 ? null : relevantKept / kept,
    recall: relevant.length === 0 ? null : relevantKept / relevant.length,
  };
}

/** Points at 0, at every score above it, and at the given floors; of more than 200 scores an even choice. Ascending. */
export function calibrationCurve(scores: LabelledScores, floors: readonly number[]): FloorPoint[] {
  const distinct = [...new Set([...scores.relevant, ...scores.control])]
    .filter((score) => score > 0)
    .toSorted((a, b) => a - b);
  const step = Math.max(1, distinct.length / mostPoints);
  const chosen = distinct.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  return [...new Set([0, ...chosen, ...floors])].toSorted((a, b) => a - b).map((floor) => pointAt(floor, scores));
}

function countAbove(ascending: readonly number[], floor: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) > floor) high = middle;
    else low = middle + 1;
  }
  return ascending.length - low;
}
