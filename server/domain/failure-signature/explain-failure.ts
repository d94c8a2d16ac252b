import { cleanedBlocks } from "#server/domain/failure-signature/clean-log.ts";
import { explainWith } from "#server/domain/failure-signature/explain-with.ts";
import { type NormaliserVersion, type Ruleset, rulesets } from "#server/domain/failure-signature/ruleset.ts";

/** Version of the rules that new signatures are computed with. Every signature id starts with it. */
export const normaliserVersion = "v1" satisfies NormaliserVersion;

/** Versions whose ids can still be computed, the current one first. */
export const normaliserVersions: readonly NormaliserVersion[] = ["v1"];

/** Their rules, in the same order. */
export const keptRulesets: readonly [Ruleset, ...Ruleset[]] = [
  rulesets[normaliserVersion],
  ...normaliserVersions.filter((version) => version !== normaliserVersion).map((version) => rulesets[version]),
];

/**
 * One masked span. `start` and `end` are UTF-16 offsets into `cleaned` of the same explanation (not into the text that was sent),
 * and `cleaned.slice(start, end) === raw` always holds, so that a page can show raw beside masked.
 */
export type MaskSpan = { rule: string; raw: string; placeholder: string; start: number; end: number };

/**
 * One failure of a log. `id` is the signature that it has when it is the only failure of its log; `masked` is what a person reads, `lines` is
 * what was hashed (the two differ where a tool speaks several languages: then the code and its arguments stand for the sentence).
 */
export type SignaturePart = {
  id: string;
  tool: string | null;
  masked: string;
  lines: string[];
  /** Where the failure begins: an offset into `cleaned`. Rules of other versions name the same failure at the same place. */
  start: number;
  /** The failure's own words before any mask: what a rule that splits a signature reads. */
  raw: string;
  masks: MaskSpan[];
};

export type Explanation =
  | {
      kind: "failure";
      /** `v1:<sha256 hex>` of version, tool, lines of the primary part, and `signatureKey`. */
      id: string;
      /** The inferred tool; the given one where nothing could be inferred; `unknown` where neither exists. */
      tool: string;
      inferred: boolean;
      givenTool?: string;
      evidence: { rule: string; line: string }[];
      /** BCP 47 tag of the language of the message, where it is not English. */
      language?: string;
      /** The primary part's normalised lines, at most 2,000 code points of them. */
      masked: string;
      masks: MaskSpan[];
      /** The primary signature first, then the other failures of the log in their total order, at most 50 together. */
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
  /** The tool as the caller names it. It never changes the id; where it disagrees with the inferred one, a note says so. */
  givenTool?: string;
  /** Parts failures that the masks make one. It is hashed in. */
  signatureKey?: string;
  version?: NormaliserVersion;
};

/**
 * Explains which failure a log holds, as a stable signature with everything that led to it, or why it holds none.
 * Pure, and linear in the length of the text. Explaining `cleaned` again gives the same id.
 */
export function explainFailure({ text, version = normaliserVersion, ...request }: FailureInput): Explanation {
  return explainWith(rulesets[version], { cleaned: cleanedBlocks(text), ...request });
}
