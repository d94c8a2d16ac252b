import { TextDecoder } from "node:util";

/** Bytes at the beginning in which a NUL makes a file binary; git's own rule. */
const lookedAt = 8_000;

/** Text of a source file, or null for a binary one. Broken UTF-8 is replaced, so a Latin-1 comment costs no symbols. */
export function decodeSource(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.subarray(0, lookedAt).includes(0)) return null;
  return new TextDecoder("utf-8").decode(bytes);
}
