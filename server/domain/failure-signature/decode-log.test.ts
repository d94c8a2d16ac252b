import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLog } from "#server/domain/failure-signature/decode-log.ts";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

describe("decoding a log", () => {
  test("UTF-8 reads as it is, with nothing to note", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\0") && !text.startsWith("\ufeff"));
        expect(decodeLog(bytes(text))).toEqual({ text, notes: [] });
      }),
    );
  });

  test("any bytes become well-formed text without NUL, and never fail", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
        const { text } = decodeLog(content);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain("\0");
      }),
      { numRuns: 1_000 },
    );
  });

  test("a byte order mark goes, and says which encoding the rest has", () => {
    expect(decodeLog(bytes([0xef, 0xbb, 0xbf], "start"))).toEqual({ text: "start", notes: [] });
    expect(decodeLog(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x62, 0)).text).toBe("a\nb");
    expect(decodeLog(Uint8Array.of(0xfe, 0xff, 0, 0x61, 0, 0x0a, 0, 0x62)).text).toBe("a\nb");
  });

  test("UTF-16 without a mark is known by its NUL bytes", () => {
    const text = "error: the lease is lost\nin line two";
    const wide = Uint8Array.from([...text].flatMap((character) => [character.charCodeAt(0), 0]));
    expect(decodeLog(wide)).toEqual({ text, notes: ["decoded as utf-16le"] });
  });

  test("a part in UTF-16 inside a UTF-8 log is read, and what is around it stays", () => {
    const wide = [..."wide text"].flatMap((character) => [character.charCodeAt(0), 0]);
    expect(decodeLog(bytes("before\n", wide, "\nafter"))).toEqual({
      text: "before\nwide text\nafter",
      notes: ["decoded a part as utf-16le"],
    });
  });

  test.each([
    ["overlong forms", [0xc0, 0xaf], "\ufffd\ufffd"],
    ["a byte that begins nothing", [0xff], "\ufffd"],
    ["a cut sequence", [0xe2, 0x82], "\ufffd\ufffd"],
    ["a value over U+10FFFF", [0xf4, 0x90, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"],
    ["a lone surrogate", [0xed, 0xa0, 0xbd], "\ufffd"],
    ["a surrogate pair", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], "😀"],
    ["NUL", [0], "␀"],
  ])("%s", (_, content, text) => {
    expect(decodeLog(bytes("a", content, "b")).text).toBe(`a${text}b`);
    expect(decodeLog(bytes("a", content, "b")).notes).toHaveLength(1);
  });
});
