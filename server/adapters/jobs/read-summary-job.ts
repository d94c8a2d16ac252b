import { z } from "zod";
import type { SummaryJob } from "#server/operations/ports.ts";

const Job = z.object({
  workspaceId: z.string(),
  givenWorkspace: z.string(),
  externalId: z.string(),
  contentHash: z.string(),
  project: z.string().nullable(),
});

/** A job as it was stored, perhaps by another version; null when it is none that this one knows. */
export function readSummaryJob(data: unknown): SummaryJob | null {
  return Job.safeParse(data).data ?? null;
}
