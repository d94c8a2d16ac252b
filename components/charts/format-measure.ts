import { formatCount, formatDuration, formatShare } from "#components/ui/format-quantity.ts";
import type { TimeChart } from "./time-chart.ts";

/** A value in the unit of its chart; a dash where there is none. */
export function formatMeasure(value: number | null, unit: TimeChart["unit"]): string {
  switch (unit) {
    case "count":
      return formatCount(value);
    case "milliseconds":
      return formatDuration(value);
    case "share":
      return formatShare(value);
  }
}
