/** Percent of the width that values of 0 or less share at its left: they have no place on a logarithmic axis. */
const gutter = 6;

/** Smaller positive values than this share of the end of the axis stand at its start: a score of 1e-300 must not squeeze the rest. */
const leastShare = 1e-6;

export type LogAxis = {
  min: number;
  max: number;
  /** Where a value stands, in percent of the width. */
  at(value: number): number;
  /** The value that stands at a percentage; 0 in the gutter. */
  valueAt(percent: number): number;
  ticks: { value: number; shown: string }[];
  hasGutter: boolean;
};

/** A logarithmic axis over the positive ones of these values, with a little room on both sides. */
export function prepareLogAxis(values: readonly number[], { top }: { top?: number } = {}): LogAxis {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  const lowest = positive.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const highest = positive.reduce((most, value) => Math.max(most, value), 0);
  const max = top ?? (highest > 0 ? highest * 1.25 : 1);
  const min = Math.max(Math.min(Number.isFinite(lowest) ? lowest / 1.5 : 0.001, max / 10), max * leastShare);
  const span = Math.log(max / min);
  return {
    min,
    max,
    hasGutter: values.some((value) => value <= 0),
    at(value) {
      if (value <= 0) return gutter / 3;
      const share = Math.log(Math.min(max, Math.max(min, value)) / min) / span;
      return gutter + share * (100 - gutter);
    },
    valueAt(percent) {
      if (percent < gutter / 2) return 0;
      const share = Math.min(1, Math.max(0, (percent - gutter) / (100 - gutter)));
      return min * Math.exp(share * span);
    },
    ticks: ticksBetween(min, max),
  };
}

/** 1, 2 and 5 of each power of ten; only the powers where those would be many. */
function ticksBetween(min: number, max: number): LogAxis["ticks"] {
  const powers = Math.ceil(Math.log10(max)) - Math.floor(Math.log10(min));
  const steps = powers > 3 ? [1] : [1, 2, 5];
  const every = powers > 9 ? Math.ceil(powers / 9) : 1;
  const ticks: LogAxis["ticks"] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power += every) {
    for (const step of steps) {
      const value = Number(`${step}e${power}`);
      if (value >= min && value <= max) ticks.push({ value, shown: power < -4 ? `${step}e${power}` : String(value) });
    }
  }
  return ticks;
}

/** A value moved along the axis by a share of its width; stays on it. */
export function stepAlong(axis: LogAxis, value: number, percent: number): number {
  const from = value <= 0 ? gutter : axis.at(value);
  return axis.valueAt(Math.min(100, Math.max(value <= 0 && percent < 0 ? 0 : gutter, from + percent)));
}
