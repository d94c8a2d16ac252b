import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base32 } from "#server/domain/text/base32.ts";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";

/**
 * Names a question together with its answer: the same question answered the same way has the same id, in every process.
 * `request` comes without `request_id`, `answer` without `lookup_id`. 130 bits of SHA-256 in lower-case base32.
 */
export function lookupIdOf(named: { workspace: string; operation: string; request: unknown; answer: unknown }): string {
  return `lk_${base32(sha256(utf8ToBytes(canonicalJson(named)))).slice(0, 26)}`;
}
