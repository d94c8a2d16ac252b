import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { turnsOf } from "./turns-of.ts";

/** Opens a stream that unpacks what is written to it. */
export type Unpacker = (options: { chunkSize: number }) => Transform;

const unpackers: Readonly<Record<string, Unpacker>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** By the name that Content-Encoding gives, in small letters. */
export function findUnpacker(encoding: string): Unpacker | undefined {
  return Object.entries(unpackers).find(([name]) => name === encoding)?.[1];
}

/** What unpacking makes at a time. */
const chunkBytes = 64 * 1024;

/** A hundred packed bodies at once are unpacked in turn. */
const inTurn = turnsOf(1);

/**
 * How many bytes `wire` unpacks to; null when they are more than `limitBytes`. Keeps none of them, so that what is too
 * large never takes memory. Rejects when `wire` ends early or is not what its encoding says.
 */
export function unpackedSize(
  wire: Uint8Array,
  { unpacker, limitBytes }: { unpacker: Unpacker; limitBytes: number },
): Promise<number | null> {
  return inTurn(async () => {
    let size = 0;
    for await (const chunk of chunksOf(wire, unpacker)) {
      size += chunk.length;
      if (size > limitBytes) return null;
    }
    return size;
  });
}

/** The unpacked bytes, of which there are `size`, in one buffer. */
export function unpack(wire: Uint8Array, { unpacker, size }: { unpacker: Unpacker; size: number }): Promise<Buffer> {
  return inTurn(async () => {
    const whole = Buffer.allocUnsafe(size);
    let at = 0;
    for await (const chunk of chunksOf(wire, unpacker)) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  });
}

/** Ends, and frees what it held, also when the reader stops early. */
function chunksOf(wire: Uint8Array, unpacker: Unpacker): AsyncIterable<Uint8Array> {
  const stream = unpacker({ chunkSize: chunkBytes });
  stream.end(wire);
  return stream;
}
