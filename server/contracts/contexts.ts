import { z } from "zod";
import { bytesText, Cursor, Instant, PageLimit, ProjectSlug, pointsText } from "./fields.ts";
import { limits } from "./limits.ts";
import { verdicts } from "./prior-context.ts";

/**
 * The bulk-upsert contract of CARRY. Its field names are camelCase because other servers speak it too; a field that this
 * server does not know is ignored.
 */

export const upsertStatuses = ["created", "updated", "unchanged", "rejected"] as const;

const shortText = (most: number) => pointsText(most).refine((text) => text !== "", { message: "must not be empty" });

/** It becomes the name of a folder, so it may hold nothing but these, and must not be a step up. */
export const RunId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, { message: "1 to 64 of A-Z a-z 0-9 . _ -" })
  .refine((id) => !/^\.+$/.test(id), { message: "must not consist of dots alone" })
  .describe("Your name for the run: letters, digits, dot, dash, underscore.");

export const DiffSha = shortText(128).describe(
  "Names the diff that the run left: the same run and diff are one capsule.",
);

const paths = (most: number) => z.array(shortText(4_096)).max(most, { message: `at most ${most} paths` });
const sentences = z.array(shortText(limits.reasonPoints)).max(100, { message: "at most 100" });

/** All parts may be missing: other senders leave some out, and this server keeps what it is given. */
export const CapsuleShape = z.looseObject({
  repo: ProjectSlug.optional(),
  task: pointsText(limits.taskPoints).optional().describe("What the run was asked to do."),
  verdict: z.enum(verdicts).optional().describe("How it ended."),
  filesTouched: paths(2_000).optional().describe("Paths that it changed."),
  filesNotRead: z
    .array(
      z.looseObject({
        path: shortText(4_096).describe("Path in the repository."),
        why: pointsText(limits.reasonPoints).describe("Why it was not needed."),
      }),
    )
    .max(2_000, { message: "at most 2000 files" })
    .optional()
    .describe("Files left unread on purpose."),
  invariants: sentences.optional().describe("Rules it relied on."),
  nextSteps: sentences.optional().describe("What is likely next."),
});

export const ContextMetadata = z.looseObject({
  kind: pointsText(100).optional().describe("code-file for a file."),
  content_hash: shortText(256).describe("sha256 of the file's bytes."),
  lang: pointsText(64).optional().describe("Language of the file."),
  preset: pointsText(64).optional().describe("How the body was made."),
  symbols: z
    .array(shortText(500))
    .max(5_000, { message: "at most 5000 symbols" })
    .default([])
    .describe("Names that the file declares."),
  symbols_from: pointsText(64).optional().describe("tree-sitter or pattern."),
});

export const ContextEntry = z.object({
  externalId: shortText(4_500).describe("code:<project>:<path> for a file."),
  title: shortText(500).describe("The path, for a file."),
  description: pointsText(2_000).default("").describe("One sentence."),
  body: bytesText(64 * 1024).describe("Path, language, and the sections Signatures, Summary, Related."),
  type: shortText(64).default("reference").describe("reference, for a file."),
  tags: z.array(shortText(64)).max(50, { message: "at most 50 tags" }).default([]).describe("Words to find it by."),
  metadata: ContextMetadata.describe("Of the file as it was read."),
});

export const BulkUpsertInput = z.object({
  workspace: shortText(limits.nameBytes).describe(
    "Your own name for the workspace; entries of different ones never meet.",
  ),
  runId: RunId,
  diffSha: DiffSha,
  capsule: CapsuleShape.default({}).describe("What the run leaves behind."),
  contexts: z
    .array(ContextEntry)
    .max(limits.contexts, { message: `at most ${limits.contexts} contexts` })
    .default([])
    .describe("One entry a file that was read or changed."),
});

export const BulkUpsertOutput = z.object({
  results: z.array(
    z.object({
      externalId: z.string(),
      status: z.enum(upsertStatuses),
      /** Of a rejected entry: each symbol that its summary names and its file does not have. */
      reasons: z.array(z.string()),
    }),
  ),
});

const ContextSummary = z.object({
  workspace: z.string(),
  external_id: z.string(),
  project: z.string().nullable(),
  path: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
  run_id: z.string(),
  updated_at: Instant,
  archived_at: Instant.nullable(),
  summary_by: z.enum(["caller", "model"]),
});

export const contextStates = ["active", "archived", "all"] as const;

export const ListContextsInput = z.object({
  project: ProjectSlug.optional(),
  q: pointsText(200).optional().describe("Only those whose title, path or description holds this text."),
  state: z.enum(contextStates).default("active"),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const ListContextsOutput = z.object({ items: z.array(ContextSummary), next_cursor: z.string().nullable() });

export const GetContextInput = z.object({
  external_id: shortText(4_500),
  workspace: shortText(limits.nameBytes).optional().describe("Needed only where two workspaces hold the same id."),
});
export const GetContextOutput = ContextSummary.extend({
  /** As it was sent, with the summary that stands now. */
  body: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  diff_sha: z.string(),
  summary_model: z.string().nullable(),
  created_at: Instant,
});

const CapsuleSummary = z.object({
  run_id: z.string(),
  diff_sha: z.string(),
  project: z.string().nullable(),
  task: z.string(),
  verdict: z.enum(verdicts).nullable(),
  files_touched: z.int(),
  rejected: z.int(),
  carried_at: Instant,
});
export const ListCapsulesInput = z.object({
  project: ProjectSlug.optional(),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const ListCapsulesOutput = z.object({ items: z.array(CapsuleSummary), next_cursor: z.string().nullable() });

export const RejectedContext = z.object({
  workspace: z.string(),
  external_id: z.string(),
  project: z.string().nullable(),
  title: z.string(),
  run_id: z.string(),
  diff_sha: z.string(),
  written_by: z.enum(["caller", "model"]),
  summary: z.string(),
  unknown_symbols: z.array(z.string()),
  rejected_at: Instant,
});

export const GetCapsuleInput = z.object({ run_id: RunId, diff_sha: DiffSha.optional() });
export const GetCapsuleOutput = CapsuleSummary.extend({
  files: z.array(z.string()),
  files_not_read: z.array(z.object({ path: z.string(), why: z.string() })),
  invariants: z.array(z.string()),
  next_steps: z.array(z.string()),
  contexts: z.array(z.object({ external_id: z.string(), title: z.string(), workspace: z.string() })),
  rejections: z.array(RejectedContext),
});

export const ListRejectionsInput = z.object({
  project: ProjectSlug.optional(),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const ListRejectionsOutput = z.object({ items: z.array(RejectedContext), next_cursor: z.string().nullable() });

export type BulkUpsertRequest = z.infer<typeof BulkUpsertInput>;
export type CapsuleBody = z.infer<typeof CapsuleShape>;
export type ContextItem = z.infer<typeof ContextEntry>;
