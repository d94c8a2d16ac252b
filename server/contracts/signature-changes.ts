import { z } from "zod";
import { signatureChangeKinds, signatureMarks, splitPlaces } from "#server/domain/signature-groups/signature-change.ts";
import { Instant, RequestId, saidText } from "./fields.ts";
import { limits } from "./limits.ts";

export const SignatureId = z
  .string()
  .min(1)
  .max(limits.nameBytes)
  .describe("Id of a signature (v1:…), as a lookup or the list of failures gives it.");

const Reason = saidText(limits.reasonPoints).describe("Why, for whoever reads it later.");
const name = saidText(limits.signatureNamePoints).refine((text) => !/[\r\n\u2028\u2029]/.test(text.trim()), {
  message: "must be one line",
});

/** What somebody decided about a signature. `undone` null means that it holds. */
export const SignatureChange = z.object({
  id: z.string(),
  kind: z.enum(signatureChangeKinds),
  signature_id: z.string(),
  /** Of a merge the signature merged into, of a split the variant that it made. */
  other_id: z.string().nullable(),
  /** Of a split what a log must hold, of a renaming the name. */
  value: z.string().nullable(),
  place: z.enum(splitPlaces).nullable(),
  reason: z.string(),
  by: z.string(),
  at: Instant,
  undone: z.object({ by: z.string(), at: Instant, reason: z.string() }).nullable(),
});

export const MergeSignatureInput = z.object({
  id: SignatureId,
  into: SignatureId.describe("The signature that shall stand for both."),
  reason: Reason,
  request_id: RequestId.optional(),
});

export const SplitSignatureInput = z.object({
  id: SignatureId,
  contains: z
    .string()
    .min(1)
    .max(limits.splitTextPoints)
    .refine((text) => text.trim() !== "" && !text.includes("\n"), { message: "one line that is not blank" })
    .describe("A log that holds these words is the other failure. Compared as they stand, capitals included."),
  place: z
    .enum(splitPlaces)
    .default("failure")
    .describe("`failure`: in the lines of the failure itself, before masks. `log`: anywhere in the log."),
  name: name.optional().describe("Name of what the split takes out."),
  lessons: z
    .array(z.string().min(1).max(limits.nameBytes))
    .max(100)
    .default([])
    .describe("Memories that belong to what the split takes out. They lead there from now on, and no longer here."),
  reason: Reason,
  request_id: RequestId.optional(),
});

export const RenameSignatureInput = z.object({
  id: SignatureId,
  name,
  reason: Reason,
  request_id: RequestId.optional(),
});

export const MarkSignatureInput = z.object({
  id: SignatureId,
  mark: z
    .enum(signatureMarks)
    .describe("`flaky`: a hit says that it comes and goes. `noise`: tier 1 does not answer for it, and says so."),
  reason: Reason,
  request_id: RequestId.optional(),
});

export const UndoSignatureChangeInput = z.object({
  change_id: z.string().min(1).max(limits.nameBytes),
  reason: saidText(limits.reasonPoints).default("undone"),
  request_id: RequestId.optional(),
});

/** `signature_id` is what stands for the signature now. */
export const SignatureChangeOutput = z.object({
  change: SignatureChange,
  signature_id: z.string(),
  /** Of a split: how many earlier sightings hold the words and went over, and how many stayed unread: their log is not kept, or many newer ones are. */
  sightings: z.object({ moved: z.int(), unknown: z.int() }).nullable(),
});

export const RecomputeSignaturesInput = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe("Most examples that one call reads."),
});
export const RecomputeSignaturesOutput = z.object({
  version: z.string(),
  read: z.int(),
  /** Whose id changed; an alias leads to the new one. */
  linked: z.int(),
  /** In whose example the current rules find no failure at that place: the old id goes on answering. */
  kept: z.int(),
  is_done: z.boolean(),
});
