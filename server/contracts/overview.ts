import { z } from "zod";
import { Instant, ProjectSlug } from "./fields.ts";
import { overviewRanges } from "./vocabularies.ts";

export { overviewRanges };

const Zone = z
  .string()
  .min(1)
  .max(64, { message: "at most 64 characters" })
  .refine(isKnownZone, { message: "must be an IANA time zone, for example Europe/Berlin" })
  .describe("Time zone whose midnights begin the days, for example Europe/Berlin.");

function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** What every statistic over time is asked with. */
export const RangeInput = z.object({
  range: z.enum(overviewRanges).default("7d"),
  zone: Zone.default("UTC"),
  project: ProjectSlug.optional(),
});

/** Counts of the lookups of one bucket, or of all of them. */
const Counts = z.object({
  lookups: z.int(),
  /** Three-tier lookups by the tier of their answer, `none` for those that found nothing. */
  tiers: z.object({ "1": z.int(), "2": z.int(), "3": z.int(), none: z.int() }),
  /** Of prior context and SCOPE, which know no tiers. */
  other: z.int(),
  /** That returned nothing. */
  empty: z.int(),
  /** In which a leg did not answer. */
  degraded: z.int(),
  /** That left something out to keep the budget. */
  dropping: z.int(),
  /** Milliseconds that half, and that all but 5 of 100, stayed under; null without lookups. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  budget_used: z.int(),
  budget_limit: z.int(),
});

export const OverviewOutput = z.object({
  from: Instant,
  to: Instant,
  zone: z.string(),
  unit: z.enum(["hour", "day"]),
  totals: Counts.extend({ injected: z.int(), distinct: z.int() }),
  /** One a bucket, oldest first, empty ones too. `at` is where it begins. */
  buckets: z.array(Counts.extend({ at: Instant })),
  degraded_legs: z.array(z.object({ leg: z.string(), lookups: z.int() })),
  /** What was recorded of decisions and tasks in this time. */
  outcomes: z.object({ pass: z.int(), fail: z.int() }),
  /** The failures that most lookups asked about. */
  top_failures: z.array(
    z.object({ signature_id: z.string(), tool: z.string(), preview: z.string(), lookups: z.int(), last_seen: Instant }),
  ),
});
export type OverviewAnswer = z.infer<typeof OverviewOutput>;
