import { countOf } from "#components/ui/format-quantity.ts";

export type Sparkline = {
  /** One bar a value, in a box of `width` by `height`; a value of 0 has none. */
  bars: { x: number; y: number; width: number; height: number }[];
  width: number;
  height: number;
  /** What the picture says, in words. */
  finding: string;
};

const step = 4;
const barWidth = 3;
const boxHeight = 22;
const lowest = 2;

/** Counts by day, the last one today, as bars; the highest fills the box. Every count above 0 is at least two units high. */
export function prepareSparkline(days: readonly number[]): Sparkline {
  const highest = Math.max(0, ...days);
  const total = days.reduce((sum, count) => sum + count, 0);
  const bars = days.flatMap((count, index) => {
    if (count <= 0 || highest === 0) return [];
    const height = Math.max(lowest, Math.round((count / highest) * boxHeight));
    return [{ x: index * step, y: boxHeight - height, width: barWidth, height }];
  });
  const active = days.filter((count) => count > 0).length;
  const finding =
    total === 0
      ? `Not seen in the last ${days.length} days`
      : `Seen ${countOf(total, "time")} on ${countOf(active, "day")} of the last ${days.length}, at most ${highest} a day`;
  return { bars, width: days.length * step - (step - barWidth), height: boxHeight, finding };
}
