import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";

/** Version of the rules that new signatures are computed with. Every signature id starts with it. */
export const normaliserVersion = "v1";

/**
 * One masked span. `start` and `end` are UTF-16 offsets into `cleaned` of the same explanation (not into the text that was sent),
 * and `cleaned.slice(start, end) === raw` always holds, so that a page can show raw beside masked.
 */
export type MaskSpan = { rule: string; raw: string; placeholder: string; start: number; end: number };

/** One failure of a log that holds several. `id` is the signature that the part has when it is the only failure of its log. */
export type SignaturePart = { id: string; tool: string | null; masked: string; lines: string[] };

export type Explanation =
  | {
      kind: "failure";
      /** `v1:<sha256 hex>` */
      id: string;
      /** The inferred tool; the given one where nothing could be inferred; `unknown` where neither exists. */
      tool: string;
      inferred: boolean;
      givenTool?: string;
      evidence: { rule: string; line: string }[];
      language?: string;
      /** The normalised lines that were hashed, at most 2,000 code points of them. */
      masked: string;
      masks: MaskSpan[];
      /** The primary signature first, then the other failures of the log in their total order. */
      parts: SignaturePart[];
      notes: string[];
      cleaned: string;
    }
  | {
      kind: "none";
      reason: "empty" | "passed" | "cancelled" | "footer_only" | "no_failure_found";
      cleaned: string;
      notes: string[];
    };

export type FailureInput = {
  text: string;
  givenTool?: string;
  signatureKey?: string;
  version?: typeof normaliserVersion;
};

/** Explains which failure a log holds, as a stable signature, or why it holds none. Pure and linear in the length of the text. */
export function explainFailure({
  text,
  givenTool,
  signatureKey,
  version = normaliserVersion,
}: FailureInput): Explanation {
  const cleaned = cleanLog(text);
  const lines = cleaned.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return { kind: "none", reason: "empty", cleaned, notes: [] };
  const masked = lines.join("\n");
  const digest = sha256(utf8ToBytes(JSON.stringify([version, lines, signatureKey ?? null])));
  const id = `${version}:${bytesToHex(digest)}`;
  return {
    kind: "failure",
    id,
    tool: givenTool ?? "unknown",
    inferred: false,
    ...(givenTool === undefined ? {} : { givenTool }),
    evidence: [],
    masked: Array.from(masked).slice(0, 2000).join(""),
    masks: [],
    parts: [{ id, tool: null, masked, lines }],
    notes: [],
    cleaned,
  };
}
