import fc from "fast-check";
import { expect, test } from "vitest";
import { boundValuesLimit, chunkRows } from "./chunk-rows.ts";

test("batches hold every row once, in order, and none binds more values than a statement can", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 1, max: boundValuesLimit }), (count, perRow) => {
      const rows = Array.from({ length: count }, (_, row) => row);
      const batches = [...chunkRows(rows, perRow)];
      expect(batches.flat()).toEqual(rows);
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length * perRow).toBeLessThanOrEqual(boundValuesLimit);
      }
    }),
  );
});

test("a row that binds nothing or more than a statement can is a fault of the caller", () => {
  for (const perRow of [0, -1, 1.5, Number.NaN, boundValuesLimit + 1]) {
    expect(() => [...chunkRows([1], perRow)]).toThrow(RangeError);
  }
});
