import { z } from "zod";
import { invariantStates } from "#server/domain/code-context/invariant.ts";
import { Instant, ProjectSlug, pointsText } from "./fields.ts";

export const CodeOverviewInput = z.object({
  project: ProjectSlug.optional().describe("Without it the project that was indexed last."),
});

export const CodeOverviewOutput = z.object({
  /** Indexed projects, the one indexed last first. */
  projects: z.array(z.string()),
  /** Null where nothing is indexed, or not the project that was asked for. */
  shown: z
    .object({
      project: z.string(),
      commit: z.string(),
      indexed_at: Instant,
      shallow: z.boolean(),
      files: z.int(),
      source_files: z.int(),
      commits: z.int(),
      skeleton: z.string(),
      skeleton_tokens: z.int(),
      invariants: z.array(
        z.object({
          rule: z.string(),
          path: z.string(),
          line: z.int(),
          symbol: z.string().nullable(),
          check: z.string().nullable(),
          state: z.enum(invariantStates),
          evidence: z.array(z.string()),
        }),
      ),
      skipped: z.array(z.object({ reason: z.string(), count: z.int(), examples: z.array(z.string()) })),
    })
    .nullable(),
});
export type CodeOverview = z.infer<typeof CodeOverviewOutput>;

export const CoChangeInput = z.object({
  project: ProjectSlug,
  path: pointsText(1_000).describe("File of today, as the repository spells it."),
});

export const CoChangeOutput = z.object({
  path: z.string(),
  commit: z.string(),
  shallow: z.boolean(),
  /** Commits that changed it, under whatever name it had. */
  revisions: z.int(),
  /** The strongest first, at most 30. */
  partners: z.array(z.object({ path: z.string(), shared: z.int(), revisions: z.int(), coupling: z.number() })),
  partner_count: z.int(),
  /** Partners that are gone, under the name they had last. */
  vanished: z.array(z.object({ path: z.string(), shared: z.int() })),
});
export type CoChange = z.infer<typeof CoChangeOutput>;
