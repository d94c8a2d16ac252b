import { z } from "zod";
import { Origin, RequestId, SessionName, saidText } from "./fields.ts";
import { limits } from "./limits.ts";

/** A slug as projects have, or the full path of a checkout. Control characters never reach git or a store. */
const Repository = z
  .string()
  .min(1, { message: "must not be empty" })
  .max(4_096, { message: "at most 4096 characters" })
  .refine((repo) => !/\p{Cc}/u.test(repo), { message: "must hold no control characters" })
  .refine((repo) => !repo.startsWith("-"), { message: "must not begin with a dash" })
  .describe(
    "Repository as host/owner/name, for example github.com/acme/shop; on the machine of the server also the full path of a checkout.",
  );

export const BootInput = z.object({
  goal: saidText(limits.taskPoints).describe("The task as it was given to you, with every name, path and error in it."),
  repo: Repository,
  limit: z.coerce
    .number()
    .int()
    .min(1, { message: "1 to 20" })
    .max(20, { message: "1 to 20" })
    .optional()
    .describe("Most candidate files; 5 unless said."),
  session: SessionName.optional(),
  origin: Origin.optional(),
  request_id: RequestId.optional(),
});

export const BootCandidate = z.object({
  path: z.string(),
  score: z.number(),
  /** Each in [0, 1]; what each weighed is in the attention record. */
  factors: z.record(z.string(), z.number()),
});

/** The first five fields are those of the brain's contract and keep their spelling. */
export const BootOutput = z.object({
  repoMap: z.string(),
  invariants: z.array(z.string()),
  lessons: z.array(z.string()),
  candidates: z.array(BootCandidate),
  lookup_id: z.string().nullable(),
  notes: z.array(z.string()),
  project: z.string(),
  /** The commit that everything here speaks of. */
  commit: z.string(),
  /** True where history ends early, so that co-change and recency know only part of it. */
  shallow: z.boolean(),
  /** What of the commit was not read, by reason. */
  skipped: z.array(z.object({ reason: z.string(), count: z.int(), examples: z.array(z.string()) })),
});

export type BootRequest = z.infer<typeof BootInput>;
export type BootAnswer = z.infer<typeof BootOutput>;
