import { z } from "zod";
import { Cursor, Ground, Instant, PageLimit, ProjectSlug, pointsText, RequestId, saidText } from "./fields.ts";
import { limits } from "./limits.ts";

export const DraftLesson = z.object({
  id: z.string(),
  project: z.string(),
  session: z.string().nullable(),
  tool: z.string().nullable(),
  text: z.string(),
  symptom: z.string().nullable(),
  ground: z.array(z.string()),
  signature: z.object({ id: z.string(), seen_count: z.int() }).nullable(),
  created_at: Instant,
});

export const ListDraftsInput = z.object({
  project: ProjectSlug.optional(),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const ListDraftsOutput = z.object({ items: z.array(DraftLesson), next_cursor: z.string().nullable() });

const DraftId = z.string().min(1).max(limits.nameBytes);

export const ApproveDraftInput = z.object({
  id: DraftId,
  text: saidText(limits.memoryTextPoints).optional().describe("The lesson in your words; without it, as drafted."),
  symptom: pointsText(limits.symptomPoints).optional(),
  ground: Ground.optional(),
  request_id: RequestId.optional(),
});
export const ApproveDraftOutput = z.object({
  id: z.string(),
  state: z.literal("active"),
  near_copies: z.array(z.object({ id: z.string(), similarity: z.number() })),
});

export const DiscardDraftInput = z.object({ id: DraftId });
export const DiscardDraftOutput = z.object({ id: z.string(), deleted_at: Instant });

/** Failures that were seen at least `min_seen` times and that no active lesson explains, the most seen first. */
export const ListUnexplainedInput = z.object({
  project: ProjectSlug.optional(),
  min_seen: z.coerce.number().int().min(1, { message: "at least 1" }).max(1_000_000).default(3),
  limit: PageLimit,
});
export const ListUnexplainedOutput = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      preview: z.string(),
      seen_count: z.int(),
      last_seen: Instant,
      projects: z.array(z.string()),
      drafts: z.int(),
    }),
  ),
});
