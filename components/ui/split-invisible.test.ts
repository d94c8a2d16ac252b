import fc from "fast-check";
import { expect, test } from "vitest";
import { splitInvisible } from "./split-invisible.ts";

test("no character is lost: text and code points give the text again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const again = splitInvisible(text)
        .map((piece) =>
          piece.kind === "text" ? piece.text : String.fromCodePoint(Number.parseInt(piece.codePoint.slice(2), 16)),
        )
        .join("");
      expect(again).toBe(text);
    }),
  );
});

test("a direction override cannot turn a line around unseen", () => {
  expect(splitInvisible("a\u202eb")).toEqual([
    { kind: "text", text: "a" },
    { kind: "invisible", codePoint: "U+202E", name: "right-to-left override" },
    { kind: "text", text: "b" },
  ]);
});

test("terminal escapes and tag letters show, line breaks and emoji stay what they are", () => {
  expect(splitInvisible("\u001b[8mhidden").map((piece) => piece.kind)).toEqual(["invisible", "text"]);
  expect(splitInvisible("\u{e0041}").map((piece) => piece.kind)).toEqual(["invisible"]);
  expect(splitInvisible("one\n\ttwo 👩‍💻")).toEqual([{ kind: "text", text: "one\n\ttwo 👩‍💻" }]);
});
