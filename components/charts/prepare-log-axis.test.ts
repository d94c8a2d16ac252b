import fc from "fast-check";
import { expect, test } from "vitest";
import { prepareLogAxis, stepAlong } from "./prepare-log-axis.ts";

const scores = fc.array(
  fc.oneof(fc.double({ min: 1e-5, max: 1, noNaN: true }), fc.double({ min: -1, max: 0, noNaN: true })),
  { maxLength: 30 },
);

test("a value comes back from its place, and the order of values is that of their places", () => {
  fc.assert(
    fc.property(scores, (values) => {
      const axis = prepareLogAxis(values);
      const sorted = values.filter((value) => value > 0).toSorted((a, b) => a - b);
      let before = -1;
      for (const value of sorted) {
        const at = axis.at(value);
        expect(at).toBeGreaterThanOrEqual(before);
        expect(at).toBeLessThanOrEqual(100);
        expect(Math.abs(axis.valueAt(at) / value - 1)).toBeLessThan(1e-6);
        before = at;
      }
    }),
  );
});

test("what is 0 or less stands left of everything else, and the gutter gives 0 back", () => {
  const axis = prepareLogAxis([0, 0.01, 0.5]);
  expect(axis.hasGutter).toBe(true);
  expect(axis.at(0)).toBeLessThan(axis.at(axis.min));
  expect(axis.valueAt(axis.at(0))).toBe(0);
});

test("an axis without values has a length and marks", () => {
  const axis = prepareLogAxis([]);
  expect(axis.min).toBeLessThan(axis.max);
  expect(axis.ticks.length).toBeGreaterThan(1);
});

test("a step moves, and stays on the axis", () => {
  const axis = prepareLogAxis([0.01, 0.5]);
  expect(stepAlong(axis, 0.1, 1)).toBeGreaterThan(0.1);
  expect(stepAlong(axis, 0.1, -1)).toBeLessThan(0.1);
  expect(stepAlong(axis, axis.max, 5)).toBeCloseTo(axis.max, 9);
  expect(stepAlong(axis, axis.min, -50)).toBeCloseTo(axis.min, 9);
});
