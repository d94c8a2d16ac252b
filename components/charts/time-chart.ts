/** A series of a chart over time; its colour is a token of `globals.css`, its dash tells it apart without colour. */
export type TimeSeries = { key: string; word: string; colour: string; dash?: string };

/** One bucket: what its label says, and a value a series; null where there is nothing to measure, which is not 0. */
export type TimePoint = { label: string; values: Record<string, number | null> };

/** Everything that a chart over time draws and its table tells. */
export type TimeChart = {
  /** Stacked counts, or lines of a measure. */
  kind: "bars" | "lines";
  unit: "count" | "milliseconds" | "share";
  series: readonly TimeSeries[];
  points: readonly TimePoint[];
  finding: string;
};
