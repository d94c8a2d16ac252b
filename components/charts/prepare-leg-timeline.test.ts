import { expect, test } from "vitest";
import type { aContextRecord } from "#components/lookups/a-context-record.ts";
import { prepareLegTimeline } from "./prepare-leg-timeline.ts";

const leg = (special: Partial<ReturnType<typeof aContextRecord>["legs"][number]>) => ({
  leg: "text" as const,
  status: "answered" as const,
  note: null,
  duration_ms: 2,
  fed_by: null,
  candidates: 0,
  ...special,
});

test("a skipped leg has no duration, a leg of no time has 0 ms", () => {
  const { bars } = prepareLegTimeline([
    leg({ leg: "reference", status: "skipped", duration_ms: 0 }),
    leg({ leg: "text", duration_ms: 0 }),
  ]);
  expect(bars.map(({ durationShown }) => durationShown)).toEqual(["–", "0 ms"]);
});

test("the sentence names the slowest leg and counts those that stayed silent", () => {
  const { finding, ticks } = prepareLegTimeline([
    leg({ leg: "signature", duration_ms: 1.5 }),
    leg({ leg: "skills", status: "timeout", duration_ms: 800 }),
    leg({ leg: "text", duration_ms: 12 }),
  ]);
  expect(finding).toBe("2 legs answered, 1 did not. Skills took longest, 800 ms.");
  expect(ticks).toEqual([0, 400, 800]);
});

test("an axis has a length even when nothing ran", () => {
  expect(prepareLegTimeline([])).toEqual({ bars: [], ticks: [0, 0.5, 1], finding: "0 legs answered. No leg ran." });
});

test("the longest bar ends on the axis, and the axis is not much longer", () => {
  for (const duration of [0.2, 1, 6.31, 7.9, 99, 812, 1_302]) {
    const end = prepareLegTimeline([leg({ duration_ms: duration })]).ticks.at(-1) ?? 0;
    expect(end).toBeGreaterThanOrEqual(duration);
    expect(end).toBeLessThanOrEqual(Math.max(1, 2 * duration));
  }
});
