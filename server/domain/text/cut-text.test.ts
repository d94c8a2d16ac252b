import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countCodePoints, cutText } from "#server/domain/text/cut-text.ts";
import { surrogateTexts } from "#server/testing/surrogate-texts.ts";

// Generous, because other suites run beside this one; what must be fast is measured in processor time.
vi.setConfig({ testTimeout: 120_000 });

const hostileText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        "a",
        " ",
        "🔥",
        "\ud83d",
        "\udd25",
        "👨\u200d👩\u200d👧",
        "🇩🇪",
        "e\u0301",
        "한",
        "\r\n",
        "\u0301",
      ),
    )
    .map((parts) => parts.join("")),
);

test("A22: at every cap the cut is well-formed, within the cap and a start of the repaired text", () => {
  for (const text of surrogateTexts) {
    for (let cap = 0; cap <= countCodePoints(text) + 1; cap++) {
      const cut = cutText(text, cap);
      expect(cut.isWellFormed()).toBe(true);
      expect(countCodePoints(cut)).toBeLessThanOrEqual(cap);
      expect(text.toWellFormed().startsWith(cut)).toBe(true);
    }
  }
});

test("no lone surrogate ever leaves cutText, and no grapheme is cut that is shorter than the cap", () => {
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  fc.assert(
    fc.property(hostileText, fc.nat(30), (text, cap) => {
      const cut = cutText(text, cap);
      expect(cut.isWellFormed()).toBe(true);
      expect(countCodePoints(cut)).toBeLessThanOrEqual(cap);
      const [first] = graphemes.segment(text);
      if (first === undefined || countCodePoints(first.segment) > cap) return;
      const borders = new Set([...graphemes.segment(text)].map(({ index }) => index));
      expect(cut.length === text.length || borders.has(cut.length)).toBe(true);
    }),
  );
});

test("a family, a flag and an accent are kept whole or left out", () => {
  expect(cutText("ab👨\u200d👩\u200d👧", 4)).toBe("ab");
  expect(cutText("🇩🇪🇫🇷", 3)).toBe("🇩🇪");
  expect(cutText("cafe\u0301", 4)).toBe("caf");
  expect(cutText("line\r\nnext", 5)).toBe("line");
});

test("a grapheme longer than the cap is cut between code points, so that something is left", () => {
  expect(cutText(`e${"\u0301".repeat(1000)}`, 10)).toBe(`e${"\u0301".repeat(9)}`);
  expect(cutText(`x${"\u0301".repeat(1000)}`, 500)).toHaveLength(500);
});

test("the longest text costs no more than the part that is kept", { timeout: 60_000 }, () => {
  const text = "👨\u200d👩\u200d👧".repeat(1 << 17);
  // Reading the whole text as often takes minutes: the limit of this test is the bound, and a wide one.
  for (let round = 0; round < 10_000; round++) cutText(text, 1_000);
  expect(cutText(text, 1_000).length).toBeLessThan(10_000);
});
