import { z } from "zod";
import { BootCandidate } from "./boot.ts";

/** What a page reads of the attention record of one SCOPE; the record itself holds more. */
export const BootRecordBody = z.object({
  operation: z.literal("agent.boot"),
  request: z.object({
    goal: z.object({ text: z.string().nullable(), bytes: z.number(), sha256: z.string() }),
    project: z.string(),
    limit: z.number(),
  }),
  session: z.string().nullable(),
  /** Weight of each factor on that day. */
  policy: z.record(z.string(), z.number()),
  versions: z.object({ ranking: z.string(), graph_commit: z.string(), rerank: z.string().nullable() }),
  corpus_seq: z.number(),
  history: z.object({ commits: z.number(), shallow: z.boolean() }),
  mentions: z.object({
    paths: z.array(z.string()),
    dotted: z.array(z.string()),
    identifiers: z.array(z.string()),
    traces: z.array(z.array(z.string())).default([]),
  }),
  counts: z.object({ considered: z.number(), returned: z.number(), lessons: z.number() }),
  /** `co_change` stands beside the factors: it came last and moves only what is coupled with a leader. */
  candidates: z.array(BootCandidate.extend({ co_change: z.number() })),
  truncated: z.boolean(),
  lessons: z.array(z.object({ id: z.string(), score: z.number(), tokens: z.number() })),
  decision: z.object({ candidates: z.array(z.object({ path: z.string() })) }),
  rendered: z.string(),
});
export type BootRecordBody = z.infer<typeof BootRecordBody>;
