import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { stripControl } from "#server/domain/text/strip-control.ts";

// Generous, because other suites run beside this one; what must be fast is measured in processor time.
vi.setConfig({ testTimeout: 120_000 });

test("colours, titles and links of a terminal leave their text", () => {
  expect(
    stripControl("\x1b[1;31merror\x1b[0m: \x1b]8;;https://x.test\x07link\x1b]8;;\x1b\\ \x1b]0;title\x07done\x1b(B"),
  ).toBe("error: link done");
  expect(stripControl("\x9b31mred\x9b0m")).toBe("red");
});

test("every line end is a line feed, tabs stay", () => {
  expect(stripControl("a\r\nb\rc\u2028d\te")).toBe("a\nb\nc\nd\te");
});

test("an override, an isolate or a tag character cannot make a text read differently from what it says", () => {
  expect(stripControl("safe\u202egpj.exe\u2066x\u2069\u{e0041}\u{e007f}\ufeff")).toBe("safegpj.exex");
});

test("an unterminated title swallows nothing beyond its introducer", () => {
  expect(stripControl("\x1b]0;title\nerror TS2322")).toContain("error TS2322");
});

test("nothing unseen is left, stripping twice changes nothing, and visible text stays as it is", () => {
  const parts = fc.array(
    fc.constantFrom("\x1b", "[", "]", "31m", "\x9b", "\x07", "\\", "a", "\r", "\n", "é", "\u202e", "😀", "0"),
  );
  fc.assert(
    fc.property(parts, (pieces) => {
      const once = stripControl(pieces.join(""));
      expect(once).toMatch(/^[\n\t\P{Cc}]*$/u);
      expect(stripControl(once)).toBe(once);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", " ", "é", "中", "😀", "\n", "[31m")), (pieces) => {
      expect(stripControl(pieces.join(""))).toBe(pieces.join(""));
    }),
  );
});

test("a megabyte of introducers is linear", { timeout: 60_000 }, () => {
  for (const unit of ["\x1b[", "\x1b]", "\x1b", "\x9b0", "\x1b[0", "\x1b]0"]) {
    // A square of a megabyte takes hours: the limit of this test is the bound, and a wide one.
    expect(stripControl(unit.repeat(1 << 19)).length, JSON.stringify(unit)).toBeLessThan(1 << 21);
    expect(stripControl(unit + "0".repeat(1 << 20)).length, JSON.stringify(unit)).toBeLessThan(1 << 21);
  }
});
