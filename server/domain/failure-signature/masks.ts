import { addressRules } from "#server/domain/failure-signature/mask-addresses.ts";
import { codeRules } from "#server/domain/failure-signature/mask-codes.ts";
import { idRules } from "#server/domain/failure-signature/mask-ids.ts";
import { pathRules } from "#server/domain/failure-signature/mask-paths.ts";
import { quantityRules } from "#server/domain/failure-signature/mask-quantities.ts";
import { timeRules } from "#server/domain/failure-signature/mask-times.ts";
import { valueRules } from "#server/domain/failure-signature/mask-values.ts";
import { versionRules } from "#server/domain/failure-signature/mask-versions.ts";
import type { Checkout } from "#server/domain/failure-signature/repository-path.ts";

/**
 * What kind of text a line is, which decides how much of it may vary between two runs of one failure.
 * `prose`: a log message; its numbers and names are data. `message`: the message of an error; its quoted names identify it.
 * `diagnostic`: a compiler speaks about code; nothing but places and addresses varies. `assertion`: a test compares values; the values identify it. `frame`: a
 * place in the code.
 */
export const maskProfiles = ["prose", "message", "diagnostic", "assertion", "frame"] as const;
export type MaskProfile = (typeof maskProfiles)[number];

/** What a rule makes of one match: the part of it that is replaced (offsets from the start of the match), and by what. */
export type MaskReplacement = { from: number; to: number; placeholder: string };

/** What a rule may look at besides its match. */
export type MaskContext = {
  /** The whole line; spans that earlier rules masked are filled with U+E000, so that offsets stay. */
  line: string;
  /** Offset of the match in `line`. */
  at: number;
  profile: MaskProfile;
  checkout: Checkout;
};

/** A named rule that takes out what varies between two runs of one failure, or keeps what identifies it. Rules apply in order; what one has masked no later one sees. */
export type MaskRule = {
  name: string;
  /** What stands in for the value, as a page explains it; empty where the value is dropped. */
  placeholder: string;
  reason: string;
  /** What is lost by masking it, and where that can make two failures one. */
  tradeOff: string;
  profiles: readonly MaskProfile[];
  /**
   * Cheap test of the whole line: without a match the rule is not tried. Best begins with a fixed character, and tries a run of one kind of
   * character only where it begins, not again at each of its characters.
   */
  needs: RegExp;
  /** Where no fixed text can be read out of `needs`: a wider pattern of which it can. It has a match wherever `needs` has one. */
  hint?: RegExp;
  /** Where `needs` asks for a long run of one kind of character: tells in a fraction of its time that a line has none. */
  mayHold?: (line: string) => boolean;
  /** Global, with bounded repetitions. */
  pattern: RegExp;
  /** The match identifies the failure: it stays as it is, and no later rule sees it. */
  keeps?: true;
  /** Undefined keeps the match as it is. Absent: the whole match becomes `placeholder`. */
  replace?: (match: RegExpExecArray, context: MaskContext) => MaskReplacement | undefined;
};

/** The mask rules of version 1, in the order in which they apply. */
export const maskRules: readonly MaskRule[] = [
  ...codeRules,
  ...timeRules,
  ...idRules,
  ...addressRules,
  ...pathRules,
  ...quantityRules,
  ...versionRules,
  ...valueRules,
];
