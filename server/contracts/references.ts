import { z } from "zod";
import { bytesText, ProjectSlug, pointsText, RequestId, saidText } from "./fields.ts";
import { limits } from "./limits.ts";

export const AddReferenceInput = z.object({
  project: ProjectSlug.optional(),
  path: saidText(1_000).describe("Where the document lives; the same path written again replaces the document."),
  title: pointsText(300).optional(),
  markdown: bytesText(limits.markdownBytes).refine((text) => text.trim() !== "", { message: "must not be empty" }),
  request_id: RequestId.optional(),
});
export const AddReferenceOutput = z.object({ document_id: z.string(), chunks: z.int(), notes: z.array(z.string()) });

export const AddSkillInput = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, { message: "1 to 64 of a-z 0-9 . _ -" }),
  description: saidText(limits.skillDescriptionPoints),
  body: pointsText(limits.skillBodyPoints),
  project: ProjectSlug.optional(),
  request_id: RequestId.optional(),
});
export const AddSkillOutput = z.object({ name: z.string(), version: z.int(), notes: z.array(z.string()) });
