import { z } from "zod";

export const Nothing = z.object({});

export const DemoStatusOutput = z.object({ present: z.boolean(), memories: z.int(), lookups: z.int() });
export const RemoveDemoOutput = z.object({ removed: z.boolean(), memories: z.int(), lookups: z.int() });

export const HealthOutput = z.object({
  status: z.literal("ok"),
  version: z.string(),
  store: z.enum(["embedded", "postgres"]),
  /** 0 for a key of some projects only. */
  corpus_seq: z.int(),
});

/** What the examination looks at, in its order. */
export const doctorChecks = [
  "pages",
  "supersession_cycles",
  "superseded_in_answers",
  "stale_records",
  "dangling_links",
  "occurrences",
  "failure_counts",
  "records_parse",
  "indexes",
  "background_jobs",
] as const;

export const DoctorOutput = z.object({
  healthy: z.boolean().describe("True when no check found anything."),
  version: z.string(),
  store: z.object({
    kind: z.enum(["embedded", "postgres"]),
    location: z.string().describe("The data folder, or the address of the database without its password."),
    engine: z.string().describe("The Postgres version as the engine names itself."),
    migration: z.string().nullable().describe("The newest migration that was applied."),
  }),
  /** The process that answered: the one that has the store open. */
  owner: z.object({ pid: z.int(), started_at: z.string(), host: z.string(), url: z.string().nullable() }),
  counts: z.record(z.string(), z.int()),
  checks: z.array(
    z.object({
      name: z.enum(doctorChecks),
      found: z.int().describe("How many rows or pages break the rule; 0 is well."),
      examples: z.array(z.string()).describe("Ids or places of the first ten."),
      rule: z.string(),
      remedy: z.string().nullable().describe("What to do about it; null when nothing was found."),
    }),
  ),
});
