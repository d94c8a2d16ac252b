import fc from "fast-check";
import { expect, test } from "vitest";
import { repairText } from "#server/domain/text/well-formed.ts";
import { surrogateTexts } from "#server/testing/surrogate-texts.ts";

test("A22: every text comes out storable, and the note says what was replaced", () => {
  for (const text of surrogateTexts) {
    const repaired = repairText(text);
    expect(repaired.text.isWellFormed()).toBe(true);
    expect(repaired.text).not.toContain("\0");
    expect(repaired.notes.length > 0).toBe(repaired.text !== text);
  }
  expect(repairText("swapped \udd25\ud83d, nul \0")).toEqual({
    text: "swapped \ufffd\ufffd, nul \u2400",
    notes: ["2 lone surrogates replaced by U+FFFD", "1 NUL character replaced by U+2400"],
  });
});

test("a right text is left alone, and repairing twice changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "\0", "\ud83d", "\udd25", "🔥", "é")), (parts) => {
      const once = repairText(parts.join(""));
      expect(repairText(once.text)).toEqual({ text: once.text, notes: [] });
    }),
  );
});
