import fc from "fast-check";
import { expect, test } from "vitest";
import { formatScore, missing } from "./format-score.ts";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -2, max: 2 });

test("F16: a score is shown on the side of its floor where it lies, whatever the two are", () => {
  fc.assert(
    fc.property(finite, finite, (score, floor) => {
      const shown = Number(formatScore(score, [floor]));
      const shownFloor = Number(formatScore(floor, [score]));
      expect(Math.sign(shown - shownFloor)).toBe(Math.sign(score - floor));
    }),
  );
});

test("F16: what is not 0 or 1 is never shown as 0 or 1", () => {
  expect(formatScore(0.9996)).toBe("0.9996");
  expect(formatScore(1e-7)).toBe("0.0000001");
  expect(Number(formatScore(1 - 1e-9))).toBeLessThan(1);
  expect(Number(formatScore(5e-324))).toBeGreaterThan(0);
  expect(formatScore(1)).toBe("1.00");
  expect(formatScore(0)).toBe("0.00");
});

test("two decimals are enough where nothing is decided beyond them", () => {
  expect(formatScore(0.3141592, [0.1])).toBe("0.31");
  expect(formatScore(0.0369, [0.037])).toBe("0.0369");
  expect(formatScore(0.03701, [0.037])).toBe("0.03701");
});

test("F16: a missing score is shown as missing and not as 0", () => {
  for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) expect(formatScore(value)).toBe(missing);
});
