import { legStatusWord, legWord } from "#components/lookups/words.ts";
import { countOf, formatDuration } from "#components/ui/format-quantity.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";

export type LegBar = {
  leg: string;
  /** Milliseconds; 0 for a leg that did not run. */
  duration: number;
  durationShown: string;
  status: ContextRecordBody["legs"][number]["status"];
  statusWord: string;
  isSilent: boolean;
};

export type LegTimeline = {
  bars: LegBar[];
  /** Marks of the axis in milliseconds, from 0 to its end, which is above zero. */
  ticks: number[];
  finding: string;
};

const steps = [1, 2, 3, 4, 6, 8, 10];

/** The next number that is easy to halve and to read. */
function roundedUp(duration: number): number {
  const power = 10 ** Math.floor(Math.log10(duration));
  return power * (steps.find((step) => step * power >= duration) ?? 10);
}

/**
 * Legs start together, so a lookup is as slow as its slowest leg: bars share one axis from the start. A leg that was
 * skipped has no bar; one that took no measurable time has one of length 0, and its number says so.
 */
export function prepareLegTimeline(legs: ContextRecordBody["legs"]): LegTimeline {
  const bars = legs.map(({ leg, status, duration_ms }) => ({
    leg: legWord[leg],
    duration: status === "skipped" || !Number.isFinite(duration_ms) ? 0 : Math.max(0, duration_ms),
    durationShown: status === "skipped" ? "–" : formatDuration(duration_ms),
    status,
    statusWord: legStatusWord[status],
    isSilent: status !== "answered" && status !== "skipped",
  }));
  const slowest = bars.reduce<LegBar | null>(
    (before, each) => (before === null || each.duration > before.duration ? each : before),
    null,
  );
  const silent = bars.filter(({ isSilent }) => isSilent);
  const answered = bars.filter(({ status }) => status === "answered").length;
  const took = slowest === null ? "No leg ran." : `${slowest.leg} took longest, ${slowest.durationShown}.`;
  const finding = `${countOf(answered, "leg")} answered${silent.length === 0 ? "" : `, ${silent.length} did not`}. ${took}`;
  const end = roundedUp(Math.max(1, slowest?.duration ?? 0));
  return { bars, ticks: [0, end / 2, end], finding };
}
