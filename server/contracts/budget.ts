import { z } from "zod";
import { Instant } from "./fields.ts";
import { dropKinds } from "./memory-context.ts";

/** What was left out by its tier; skills and prior context belong to none. */
const DropTiers = z.object({ "1": z.int(), "2": z.int(), "3": z.int(), skills: z.int(), prior: z.int() });

export const BudgetOutput = z.object({
  from: Instant,
  to: Instant,
  zone: z.string(),
  unit: z.enum(["hour", "day"]),
  totals: z.object({
    lookups: z.int(),
    /** That left something out. */
    dropping: z.int(),
    drops: z.int(),
    /** Of everything that was left out. */
    tokens: z.int(),
    tiers: DropTiers,
  }),
  /** One a bucket, oldest first, empty ones too. `at` is where it begins. */
  buckets: z.array(z.object({ at: Instant, drops: DropTiers })),
  /** Left out most often, with the mean of its tokens. */
  most_dropped: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(dropKinds),
      tier: z.int().nullable(),
      drops: z.int(),
      /** Lookups of the same range that returned it; null for references and skills, which are not counted so. */
      returned: z.int().nullable(),
      tokens: z.int(),
      preview: z.string().nullable(),
    }),
  ),
  /** For each limit, how many of the drops it would have kept. Ascending; the last keeps all of them. */
  larger: z.array(z.object({ limit: z.int(), kept: z.int(), whole: z.int() })),
});
export type BudgetAnswer = z.infer<typeof BudgetOutput>;
