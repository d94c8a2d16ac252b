import { z } from "zod";

export const Nothing = z.object({});

export const DemoStatusOutput = z.object({ present: z.boolean(), memories: z.int(), lookups: z.int() });
export const RemoveDemoOutput = z.object({ removed: z.boolean(), memories: z.int(), lookups: z.int() });

export const HealthOutput = z.object({
  status: z.literal("ok"),
  version: z.string(),
  store: z.enum(["embedded", "postgres"]),
  corpus_seq: z.int(),
});
