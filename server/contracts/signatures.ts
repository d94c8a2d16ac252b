import { z } from "zod";
import { wordSides } from "#server/domain/signature-groups/differing-words.ts";
import { signatureMarks } from "#server/domain/signature-groups/signature-change.ts";
import { Cursor, Instant, LogText, PageLimit, ProjectSlug, ToolName } from "./fields.ts";
import { limits } from "./limits.ts";
import { SignatureChange, SignatureId } from "./signature-changes.ts";
import { lessonFilters, markFilters, signatureSorts } from "./vocabularies.ts";

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

/** Days of the small chart in a row of the list, today last. */
export const sparklineDays = 30;

export const SignatureSummary = z.object({
  id: z.string(),
  tool: z.string(),
  name: z.string().nullable(),
  preview: z.string(),
  marks: z.array(z.enum(signatureMarks)),
  seen_count: z.int(),
  first_seen: Instant,
  last_seen: Instant,
  projects: z.array(z.string()),
  /** Active lessons that tier 1 finds through it. */
  lessons: z.int(),
  drafts: z.int(),
  /** Sightings of the last 30 UTC days, the last one today. */
  days: z.array(z.int()),
  /** Lookups whose first failure it was, and how many of them tier 1 answered. */
  tier1: z.object({ lookups: z.int(), hits: z.int() }),
});
export type SignatureRow = z.infer<typeof SignatureSummary>;

export const ListSignaturesInput = z.object({
  project: ProjectSlug.optional(),
  tool: ToolName.optional(),
  q: z.string().max(200).optional().describe("Part of the name or of the masked text, or the start of an id."),
  mark: z.enum(markFilters).optional(),
  lessons: z.enum(lessonFilters).optional().describe("`without`: nobody has left a lesson for it yet."),
  min_seen: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe("Only what was seen at least this often."),
  sort: z.enum(signatureSorts).default("last_seen"),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const ListSignaturesOutput = z.object({ items: z.array(SignatureSummary), next_cursor: z.string().nullable() });

export const SignatureFacetsOutput = z.object({ tools: z.array(z.string()), projects: z.array(z.string()) });

/** How many failures were seen since a moment: what the live list announces. */
export const CountNewerSignaturesInput = ListSignaturesInput.pick({ project: true, tool: true }).extend({
  since: Instant.nullable(),
});
export const CountNewerSignaturesOutput = z.object({ count: z.int() });

export const GetSignatureInput = z.object({
  id: SignatureId,
  example: z
    .enum(["whole", "window"])
    .default("whole")
    .describe("`window` leaves out `raw_example`; `raw` then holds the part of it around the failure, as always."),
});
/**
 * One failure with all that it stands for. `id` is the head; `asked_id` what was asked for, which may be a signature that
 * was merged or that older rules gave. `raw` is the part of the example around the failure; mask offsets index `raw.text`.
 */
export const GetSignatureOutput = z.object({
  id: z.string(),
  asked_id: z.string(),
  version: z.string(),
  tool: z.string(),
  given_tool: z.string().nullable(),
  signature_key: z.string().nullable(),
  name: z.string().nullable(),
  marks: z.array(z.enum(signatureMarks)),
  masked: z.string(),
  mask_rules: z.array(z.string()),
  masks: z.array(Mask.extend({ reason: z.string(), trade_off: z.string() })),
  /** The whole log that it was first seen in, secrets masked; empty where it was removed, and for a key of some projects. */
  raw_example: z.string(),
  raw: z
    .object({
      text: z.string(),
      /** Where in \`text\` the failure begins; null where the rules find it there no more. */
      failure_at: z.int().nullable(),
      is_cut_before: z.boolean(),
      is_cut_after: z.boolean(),
      total: z.int(),
    })
    .nullable(),
  parts: z.array(
    z.object({
      id: z.string(),
      tool: z.string().nullable(),
      masked: z.string(),
      is_this: z.boolean(),
      is_known: z.boolean(),
    }),
  ),
  evidence: z.array(z.object({ rule: z.string(), line: z.string() })),
  /** The signatures that it stands for, itself first. */
  names: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      masked: z.string(),
      /** How it came to stand here; null for the head. */
      because: z.enum(["rules_changed", "merged", "split_undone"]).nullable(),
      change_id: z.string().nullable(),
      seen_count: z.int(),
    }),
  ),
  split_from: z.string().nullable(),
  changes: z.array(SignatureChange),
  seen_count: z.int(),
  first_seen: Instant.nullable(),
  last_seen: Instant.nullable(),
  tier1: z.object({ lookups: z.int(), hits: z.int() }),
  /** Sightings by UTC day and project, the newest day first; at most 1,000 rows. */
  days: z.array(z.object({ day: z.string(), project: z.string().nullable(), count: z.int() })),
  occurrences: z.array(
    z.object({
      id: z.string(),
      at: Instant,
      project: z.string().nullable(),
      source: z.enum(["lookup", "memory"]),
      source_id: z.string(),
      signature_id: z.string(),
    }),
  ),
  lessons: z.array(
    z.object({
      id: z.string(),
      preview: z.string(),
      project: z.string(),
      state: z.enum(["active", "superseded", "draft"]),
      created_at: Instant,
    }),
  ),
});
export type SignatureDetail = z.infer<typeof GetSignatureOutput>;

export const SignatureNeighboursInput = z.object({
  id: SignatureId,
  limit: z.coerce.number().int().min(1).max(20).default(5),
});
/** `words` is the neighbour's masked text in pieces: what both say, what only the one asked for says, what only the neighbour says. */
export const SignatureNeighboursOutput = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      name: z.string().nullable(),
      similarity: z.number(),
      seen_count: z.int(),
      words: z.array(z.object({ side: z.enum(wordSides), text: z.string() })),
    }),
  ),
  /** How many failures were compared, and whether there are more. */
  compared: z.int(),
  is_cut: z.boolean(),
});
