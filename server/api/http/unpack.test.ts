import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findUnpacker, type Unpacker, unpack, unpackedSize } from "./unpack.ts";

const gzip = findUnpacker("gzip");
const deflate = findUnpacker("deflate");
if (!gzip || !deflate) throw new Error("Both are known.");

async function whole(wire: Buffer, { unpacker, limitBytes }: { unpacker: Unpacker; limitBytes: number }) {
  const size = await unpackedSize(wire, { unpacker, limitBytes });
  return size === null ? null : unpack(wire, { unpacker, size });
}

test("what was packed comes back whole up to the limit, and not at all above it", async () => {
  const piece = fc.uint8Array({ minLength: 1, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(piece, fc.nat(200_000), fc.constantFrom(-1, 0, 1), async (pattern, length, distance) => {
      const given = Buffer.alloc(length, pattern);
      const limitBytes = given.length + distance;
      // An empty body is among what is asked; a limit below nothing is not.
      fc.pre(limitBytes >= 0);
      const unpacked = await whole(gzipSync(given), { unpacker: gzip, limitBytes });
      expect(unpacked === null ? null : unpacked.equals(given)).toBe(distance < 0 ? null : true);
    }),
    { numRuns: 50 },
  );
});

test("what ends early or is something else is refused, and the next in turn is served", async () => {
  const packed = gzipSync(Buffer.alloc(100_000, "x"));
  const options = { unpacker: gzip, limitBytes: 1_000_000 };
  const outcomes = await Promise.allSettled([
    whole(packed.subarray(0, 40), options),
    whole(Buffer.from("no gzip"), options),
    whole(deflateSync("x"), options),
    whole(packed, options),
    whole(gzipSync("x"), { ...options, unpacker: deflate }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "fulfilled", "rejected"]);
});
