import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** SHA-256 in 64 lower-case hex digits. A string is hashed as UTF-8; lone surrogates as U+FFFD. */
export function sha256Hex(content: string | Uint8Array): string {
  return bytesToHex(sha256(typeof content === "string" ? new TextEncoder().encode(content) : content));
}
