import fc from "fast-check";
import { expect, test } from "vitest";
import { windowAround } from "./window-around.ts";

test("a window is a part of the log that begins at its offset, and says what it leaves out", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 400 }), { maxLength: 120 }).map((lines) => lines.join("\n")),
      fc.nat(40_000),
      fc.nat(200),
      (log, at, length) => {
        const start = Math.min(at, log.length);
        const { window, offset } = windowAround(log, { start, end: Math.min(log.length, start + length) });
        expect(log.slice(offset, offset + window.text.length)).toBe(window.text);
        expect(window.text.isWellFormed()).toBe(log.isWellFormed() || window.text.isWellFormed());
        expect(window.is_cut_before).toBe(offset > 0);
        expect(window.is_cut_after).toBe(offset + window.text.length < log.length);
        expect(window.text.length).toBeLessThanOrEqual(16_000);
      },
    ),
  );
});

test("the failure stands in its window, also in a line of a megabyte", () => {
  const log = `${"x".repeat(500_000)} ERROR here ${"y".repeat(500_000)}`;
  const start = log.indexOf("ERROR");
  const { window } = windowAround(log, { start, end: start + 10 });
  expect(window.text).toContain("ERROR here");
});
