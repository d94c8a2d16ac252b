import { z } from "zod";
import { invariantStates } from "#server/domain/code-context/invariant.ts";
import { RequestId, saidText } from "./fields.ts";
import { limits } from "./limits.ts";

export const RebuildInput = z.object({
  path: saidText(4_096).describe("Folder of a checkout on the machine of the server."),
  apply: z.boolean().default(false).describe("Write what a dry run shows. A dry run writes nothing."),
  request_id: RequestId.optional(),
});

const State = z.enum(invariantStates).nullable();

export const RebuildOutput = z.object({
  /** Of an applied rebuild, for undoing it; null for a dry run and where nothing had to change. */
  rebuild_id: z.string().nullable(),
  applied: z.boolean(),
  project: z.string(),
  commit: z.string(),
  shallow: z.boolean(),
  changes: z.object({
    any: z.boolean(),
    skeleton_changed: z.boolean(),
    commits: z.object({ before: z.int(), after: z.int(), added: z.int(), removed: z.int() }),
    files: z.object({
      added: z.array(z.string()),
      removed: z.array(z.string()),
      added_count: z.int(),
      removed_count: z.int(),
    }),
    symbols: z.object({ before: z.int(), after: z.int() }),
    /** Rules that came, went, or stand otherwise than before. */
    invariants: z.array(z.object({ rule: z.string(), source: z.string(), before: State, after: State })),
    /** Contexts whose file is gone: archived, never deleted. */
    archived_contexts: z.array(z.object({ external_id: z.string(), path: z.string() })),
  }),
  warnings: z.array(z.string()),
});

export const UndoRebuildInput = z.object({
  id: z
    .string()
    .min(1)
    .max(limits.nameBytes)
    .describe("`rebuild_id` of an applied rebuild, the newest of its project."),
  request_id: RequestId.optional(),
});
export const UndoRebuildOutput = z.object({ rebuild_id: z.string(), project: z.string(), restored_contexts: z.int() });
