import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";

test("the digest is that of the platform, for text and bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const expected = createHash("sha256").update(text.toWellFormed(), "utf8").digest("hex");
      expect(sha256Hex(text)).toBe(expected);
      expect(sha256Hex(Buffer.from(text.toWellFormed(), "utf8"))).toBe(expected);
    }),
  );
});
