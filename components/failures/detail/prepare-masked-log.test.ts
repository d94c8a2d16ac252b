import fc from "fast-check";
import { expect, test } from "vitest";
import { prepareMaskedLog } from "./prepare-masked-log.ts";

test("the pieces of a log are the log, whatever the masks are, and each mask piece is what its mask took out", () => {
  const mask = fc.record({ start: fc.nat(60), length: fc.nat(20) }).map(({ start, length }) => ({
    rule: "r",
    raw: "",
    placeholder: "<x>",
    start,
    end: start + length,
    reason: "",
    trade_off: "",
  }));
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.array(mask, { maxLength: 8 }), fc.nat(70), (text, masks, splitAt) => {
      const pieces = prepareMaskedLog(text, masks, splitAt);
      expect(pieces.map((piece) => piece.text).join("")).toBe(text);
      for (const piece of pieces)
        if (piece.kind === "mask") expect(text.slice(piece.mask.start, piece.mask.end)).toBe(piece.text);
      const over = pieces.find(({ at, text: own }) => at < splitAt && splitAt < at + own.length);
      expect(over?.kind ?? "mask").toBe("mask");
    }),
  );
});
