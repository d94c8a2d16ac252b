import { expect, test } from "vitest";
import { countOf, formatBytes, formatCount, formatDuration, formatShare } from "./format-quantity.ts";

test("F16: a count above 2^53 keeps its last digit", () => {
  expect(formatCount(9_007_199_254_740_993n)).toBe("9,007,199,254,740,993");
  expect(formatCount("9007199254740993")).toBe("9,007,199,254,740,993");
  expect(formatCount("not a number")).toBe("–");
});

test("F16: no duration is shown as missing and a missing one not as 0 ms", () => {
  expect(formatDuration(0)).toBe("0 ms");
  expect(formatDuration(null)).toBe("–");
  expect(formatDuration(Number.NaN)).toBe("–");
});

test("durations keep two or three digits in the unit that fits", () => {
  expect([0.004, 0.42, 7.25, 87.4, 999.4, 999.6, 1240, 12_345, 59_960, 123_000].map(formatDuration)).toEqual([
    "<0.01 ms",
    "0.42 ms",
    "7.3 ms",
    "87 ms",
    "999 ms",
    "1.00 s",
    "1.24 s",
    "12.3 s",
    "1 min 00 s",
    "2 min 03 s",
  ]);
});

test("sizes and shares never round away what is there", () => {
  expect([0, 312, 1024, 1_048_575, 1_048_576].map(formatBytes)).toEqual([
    "0 B",
    "312 B",
    "1.0 KiB",
    "1.0 MiB",
    "1.0 MiB",
  ]);
  expect([0, 0.0001, 0.5, 0.9999, 1, 1.2].map(formatShare)).toEqual(["0 %", "<1 %", "50 %", ">99 %", "100 %", "120 %"]);
});

test("one thing is singular", () => {
  expect([countOf(0, "lesson"), countOf(1, "lesson"), countOf(2, "memory", "memories")]).toEqual([
    "0 lessons",
    "1 lesson",
    "2 memories",
  ]);
});
