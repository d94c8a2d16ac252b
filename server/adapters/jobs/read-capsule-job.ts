import { z } from "zod";
import type { CapsuleJob } from "#server/operations/ports.ts";

const Job = z.object({
  workspaceId: z.string(),
  givenWorkspace: z.string(),
  runId: z.string(),
  diffSha: z.string(),
  externalIds: z.array(z.string()),
  project: z.string().nullable(),
});

/** A job as it was stored, perhaps by another version; null when it is none that this one knows. */
export function readCapsuleJob(data: unknown): CapsuleJob | null {
  return Job.safeParse(data).data ?? null;
}
