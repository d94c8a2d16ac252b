import { z } from "zod";
import { Cursor, Instant, LogText, PageLimit, ProjectSlug, ToolName } from "./fields.ts";
import { limits } from "./limits.ts";

export const Mask = z.object({
  rule: z.string(),
  raw: z.string(),
  placeholder: z.string(),
  start: z.int(),
  end: z.int(),
});

export const ExplainSignatureInput = z.object({
  text: LogText.describe("Raw log to explain."),
  tool: ToolName.optional(),
  signature_key: z.string().min(1).max(limits.nameBytes).optional(),
});
/** `id` null means that no failure was found; `reason` then says why. Mask offsets index `cleaned`. */
export const ExplainSignatureOutput = z.object({
  id: z.string().nullable(),
  reason: z.string().optional(),
  tool: z.string().nullable(),
  inferred: z.boolean(),
  given_tool: z.string().optional(),
  masked: z.string(),
  cleaned: z.string(),
  masks: z.array(Mask),
  parts: z.array(z.object({ id: z.string(), tool: z.string().nullable(), masked: z.string() })),
  evidence: z.array(z.object({ rule: z.string(), line: z.string() })),
  notes: z.array(z.string()),
});

export const SignatureSummary = z.object({
  id: z.string(),
  tool: z.string(),
  preview: z.string(),
  seen_count: z.int(),
  first_seen: Instant.nullable(),
  last_seen: Instant.nullable(),
  projects: z.array(z.string()),
  lessons: z.int(),
});
export const ListSignaturesInput = z.object({
  project: ProjectSlug.optional(),
  tool: ToolName.optional(),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const ListSignaturesOutput = z.object({ items: z.array(SignatureSummary), next_cursor: z.string().nullable() });

export const GetSignatureInput = z.object({ id: z.string().min(1).max(limits.nameBytes) });
export const GetSignatureOutput = z.object({
  id: z.string(),
  version: z.string(),
  tool: z.string(),
  given_tool: z.string().nullable(),
  masked: z.string(),
  masks: z.array(Mask),
  raw_example: z.string(),
  seen_count: z.int(),
  occurrences: z.array(
    z.object({
      at: Instant,
      project: z.string().nullable(),
      source: z.enum(["lookup", "memory"]),
      source_id: z.string(),
    }),
  ),
  lessons: z.array(z.object({ id: z.string(), preview: z.string() })),
});
