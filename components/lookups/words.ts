import type { z } from "zod";
import type { ContextRecordBody, candidateFates, LegReport, lookupOperations } from "#server/contracts/lookups.ts";
import type { degradedReasons, dropKinds, matchedKinds } from "#server/contracts/memory-context.ts";

/** What the vocabularies of a lookup are called on a page. A new member breaks the build here. */

export const operationWord = {
  "memory.context": "Three-tier lookup",
  "context.prior": "Prior context",
  "agent.boot": "Scope",
} as const satisfies Record<(typeof lookupOperations)[number], string>;

export const tierWord = { "1": "Exact", "2": "Similar", "3": "Reference", none: "Nothing" } as const;
export type TierKey = keyof typeof tierWord;

export function tierKey(tier: number | null): TierKey {
  return tier === 1 ? "1" : tier === 2 ? "2" : tier === 3 ? "3" : "none";
}

export const tierMeaning = {
  "1": "Tier 1: this exact failure was seen before",
  "2": "Tier 2: similar, not the same",
  "3": "Tier 3: from the documentation",
  none: "No tier: nothing passed its floor",
} as const satisfies Record<TierKey, string>;

type Leg = z.infer<typeof LegReport>;

export const legWord = {
  signature: "Signature",
  symptom: "Symptom",
  text: "Text",
  reference: "Reference",
  skills: "Skills",
  embedder: "Embedder",
} as const satisfies Record<Leg["leg"], string>;

export const degradedLegWord = { ...legWord, record: "Attention record" } as const satisfies Record<
  ContextRecordBody["degraded"][number]["leg"],
  string
>;

export const legStatusWord = {
  answered: "Answered",
  skipped: "Skipped",
  timeout: "Timed out",
  failed: "Failed",
  nonsense: "Nonsense",
  indexing: "Indexing",
} as const satisfies Record<Leg["status"], string>;

export const degradedReasonWord = {
  timeout: "timed out",
  failed: "failed",
  nonsense: "answered nonsense",
  indexing: "is still being indexed",
} as const satisfies Record<(typeof degradedReasons)[number], string>;

export const fedByWord = {
  signature: "masked signature",
  signature_source: "cleaned log",
  task: "task",
  tool: "tool",
} as const satisfies Record<NonNullable<Leg["fed_by"]>, string>;

export const fateWord = {
  returned: "Returned",
  dropped: "Dropped",
  below_floor: "Below floor",
  over_limit: "Over limit",
  superseded: "Superseded",
  duplicate: "Duplicate",
} as const satisfies Record<(typeof candidateFates)[number], string>;

export const matchedKindWord = {
  signature: "exact signature",
  symptom: "symptom",
  text: "text",
  tool: "tool",
  reference: "reference",
} as const satisfies Record<(typeof matchedKinds)[number], string>;

export const dropKindWord = {
  reference: "Reference",
  memory: "Memory",
  skill: "Skill",
} as const satisfies Record<(typeof dropKinds)[number], string>;

/** The word for a leg that a list names by text, which may be one this version does not know. */
export function legWordOf(leg: string): string {
  return Object.entries(degradedLegWord).find(([name]) => name === leg)?.[1] ?? leg;
}
