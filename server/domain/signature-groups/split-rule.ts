import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import type { SplitPlace } from "./signature-change.ts";

/** A log of a signature that holds these words is another failure. Compared as they stand, capitals included. */
export type SplitRule = { signatureId: string; contains: string; place: SplitPlace };

/** The id of what a split takes out: it follows from the rule alone, so that the same split made again finds its history. */
export function variantIdOf({ signatureId, contains, place }: SplitRule): string {
  const version = signatureId.slice(0, signatureId.indexOf(":"));
  return `${version}:${sha256Hex(JSON.stringify(["split", signatureId, place, contains]))}`;
}

/** Whether a rule takes a failure out. `raw` is the failure's own words before any mask, `cleaned` the whole log. */
export function splitsOff(
  rule: Pick<SplitRule, "contains" | "place">,
  failure: { raw: string; cleaned: string },
): boolean {
  return (rule.place === "failure" ? failure.raw : failure.cleaned).includes(rule.contains);
}
