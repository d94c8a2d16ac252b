import fc from "fast-check";
import { expect, test } from "vitest";
import { prepareSparkline } from "./prepare-sparkline.ts";

test("every day that saw something has a bar inside the box, and no other day has one", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 60 }), (days) => {
      const { bars, width, height } = prepareSparkline(days);
      expect(bars).toHaveLength(days.filter((count) => count > 0).length);
      for (const bar of bars) {
        expect(bar.height).toBeGreaterThan(0);
        expect(bar.y + bar.height).toBe(height);
        expect(bar.x + bar.width).toBeLessThanOrEqual(width);
      }
    }),
  );
});

test("the words say what the picture shows, also when it shows nothing", () => {
  expect(prepareSparkline([0, 2, 1]).finding).toBe("Seen 3 times on 2 days of the last 3, at most 2 a day");
  expect(prepareSparkline([0, 0]).finding).toBe("Not seen in the last 2 days");
});
