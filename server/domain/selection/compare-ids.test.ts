import fc from "fast-check";
import { expect, test } from "vitest";
import { compareIds } from "#server/domain/selection/compare-ids.ts";

test("ids are in the byte order of UTF-8, for every text", () => {
  const text = fc.string({ unit: "binary", maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const inBytes = Buffer.compare(Buffer.from(a.toWellFormed()), Buffer.from(b.toWellFormed()));
      expect(Math.sign(compareIds(a.toWellFormed(), b.toWellFormed()))).toBe(inBytes);
    }),
  );
});

test("a character above U+FFFF stands behind U+FFFD, although its UTF-16 units stand before it", () => {
  expect(compareIds("\u{1f600}", "\ufffd")).toBeGreaterThan(0);
  expect("\u{1f600}" < "\ufffd").toBe(true);
});
