import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32c } from "./crc32c.ts";

test("the check value of CRC-32C is met", () => {
  // Source: https://reveng.sourceforge.io/crc-catalogue/17plus.htm#crc.cat.crc-32-iscsi
  expect(crc32c(new TextEncoder().encode("123456789"))).toBe(0xe3069283);
});

test("where the parts are cut changes nothing, one flipped bit always does", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), fc.nat(), (bytes, cut, bit) => {
      const at = cut % (bytes.length + 1);
      expect(crc32c(bytes.subarray(0, at), bytes.subarray(at))).toBe(crc32c(bytes));
      const flipped = Uint8Array.from(bytes);
      const position = bit % (bytes.length * 8);
      flipped[position >> 3] = (flipped[position >> 3] ?? 0) ^ (1 << (position & 7));
      expect(crc32c(flipped)).not.toBe(crc32c(bytes));
    }),
  );
});
