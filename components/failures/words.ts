import type { z } from "zod";
import type { GetSignatureOutput } from "#server/contracts/signatures.ts";
import type { lessonFilters, markFilters, signatureSorts } from "#server/contracts/vocabularies.ts";
import type { SignatureChangeKind, SignatureMark } from "#server/domain/signature-groups/signature-change.ts";

/** What the vocabularies of a failure are called on a page. A new member breaks the build here. */

export const markWord = { flaky: "Flaky", noise: "Noise" } as const satisfies Record<SignatureMark, string>;

export const markMeaning = {
  flaky: "Comes and goes without a change of the code; a hit says so",
  noise: "Tells nothing: tier 1 does not answer for it, and says so",
} as const satisfies Record<SignatureMark, string>;

export const markFilterWord = {
  flaky: "Flaky",
  noise: "Noise",
  none: "Without a mark",
} as const satisfies Record<(typeof markFilters)[number], string>;

export const lessonFilterWord = {
  with: "With a lesson",
  without: "Without a lesson",
} as const satisfies Record<(typeof lessonFilters)[number], string>;

export const sortWord = {
  last_seen: "Seen last",
  seen_count: "Seen most often",
  first_seen: "Newest kind",
} as const satisfies Record<(typeof signatureSorts)[number], string>;

export const changeWord = {
  merge: "Merged",
  split: "Split",
  rename: "Renamed",
  flaky: "Marked as flaky",
  noise: "Marked as noise",
} as const satisfies Record<SignatureChangeKind, string>;

type Because = NonNullable<z.infer<typeof GetSignatureOutput>["names"][number]["because"]>;

export const becauseWord = {
  rules_changed: "what older rules called it",
  merged: "merged into it",
  split_undone: "was split from it, and the split was undone",
} as const satisfies Record<Because, string>;

/** An id by its version and its first letters; the whole one is in the title. */
export function shortId(id: string): string {
  return id.length <= 18 ? id : `${id.slice(0, 15)}…`;
}
