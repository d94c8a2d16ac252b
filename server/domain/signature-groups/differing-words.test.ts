import fc from "fast-check";
import { expect, test } from "vitest";
import { differingWords, sharedWords, wordsOf } from "./differing-words.ts";

const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 }).map((words) => words.join(" "));

test("the pieces of one side are that side's text, whatever the other says", () => {
  fc.assert(
    fc.property(text, text, (here, there) => {
      const pieces = differingWords(here, there);
      const side = (kept: "here" | "there") =>
        pieces
          .filter(({ side: of }) => of === "both" || of === kept)
          .map(({ text: words }) => words)
          .join(" ");
      expect(side("here")).toBe(here);
      expect(side("there")).toBe(there);
    }),
  );
});

test("equal texts differ in nothing, and share everything", () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(differingWords(one, one).every(({ side }) => side === "both")).toBe(true);
      expect(sharedWords(new Set(wordsOf(one)), new Set(wordsOf(one)))).toBe(1);
    }),
  );
});

test("one changed word is one word on each side", () => {
  expect(differingWords("error TS2322 in cart", "error TS2345 in cart")).toEqual([
    { side: "both", text: "error" },
    { side: "here", text: "TS2322" },
    { side: "there", text: "TS2345" },
    { side: "both", text: "in cart" },
  ]);
});
