import fc from "fast-check";
import { expect, test } from "vitest";
import { hasRunOf } from "#server/domain/text/has-run-of.ts";

test("a run is found exactly where the pattern of that many characters finds one", () => {
  const units = fc.constantFrom("a", "f", "0", "9", "g", "-", " ", "é", "\u{1f525}");
  fc.assert(
    fc.property(fc.array(units, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (parts, least) => {
      const text = parts.join("");
      expect(hasRunOf(/[0-9a-f]/, least)(text)).toBe(new RegExp(`[0-9a-f]{${least}}`).test(text));
    }),
  );
});

test("no text and no character are no run", () => {
  expect(hasRunOf(/[a-z]/, 1)("")).toBe(false);
  expect(hasRunOf(/[a-z]/, 3)("ab ab ab")).toBe(false);
  expect(hasRunOf(/[a-z]/, 3)("ab abc")).toBe(true);
});
