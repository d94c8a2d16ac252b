import fc from "fast-check";
import { expect, test } from "vitest";
import { base32 } from "#server/domain/text/base32.ts";

test("base32 spells the examples of RFC 4648 in lower case without padding", () => {
  const spellings = ["f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => base32(new TextEncoder().encode(text)));
  expect(spellings).toEqual(["my", "mzxq", "mzxw6", "mzxw6yq", "mzxw6ytb", "mzxw6ytboi"]);
});

test("different bytes never share a base32 spelling", () => {
  const read = (text: string) => {
    const bits = [...text]
      .map((c) => "abcdefghijklmnopqrstuvwxyz234567".indexOf(c).toString(2).padStart(5, "0"))
      .join("");
    return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  };
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(read(base32(bytes))).toEqual(bytes);
    }),
  );
});
