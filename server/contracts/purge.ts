import { z } from "zod";
import { ProjectSlug, SessionName } from "./fields.ts";

/** A project, or one session of it, with everything that came with it. A dry run says what that would be. */
export const PurgeInput = z.object({
  project: ProjectSlug,
  session: SessionName.optional().describe("Only this session of the project."),
  dry_run: z.boolean().default(false),
});

export const PurgeOutput = z.object({
  project: z.string(),
  session: z.string().nullable(),
  purged: z.boolean(),
  memories: z.int(),
  lookups: z.int(),
});
