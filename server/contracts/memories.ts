import { z } from "zod";
import {
  Cursor,
  GivenId,
  Ground,
  Instant,
  LogText,
  PageLimit,
  ProjectSlug,
  pointsText,
  RequestId,
  SessionName,
  saidText,
  ToolName,
} from "./fields.ts";
import { limits } from "./limits.ts";
import { lookupOperations } from "./lookups.ts";
import { Parent } from "./memory-context.ts";
import { verdicts } from "./prior-context.ts";
import { memoryKinds, memoryLevels, memoryStates, supersessionEnds } from "./vocabularies.ts";

export { memoryKinds, memoryLevels, memoryStates, supersessionEnds };

export const RememberInput = z.object({
  id: GivenId.optional(),
  project: ProjectSlug,
  text: saidText(limits.memoryTextPoints).describe("The lesson: what was wrong, why, and what fixed it."),
  level: z.enum(memoryLevels).default("L1").describe("L1 for a lesson of one session, L2 for a generalised one."),
  kind: z.enum(memoryKinds).default("lesson"),
  symptom: pointsText(limits.symptomPoints).optional().describe("How the failure shows itself, in words."),
  signature_source: LogText.optional().describe(
    "Raw log of the failure that this lesson explains. Links the lesson to it.",
  ),
  signature_key: z.string().min(1).max(limits.nameBytes).optional(),
  tool: ToolName.optional(),
  ground: Ground.optional().describe("Repository-relative files, directories or modules that this is about."),
  parents: z.array(Parent).max(100).optional(),
  session: SessionName.optional(),
  supersedes: z
    .array(
      z.object({
        id: z.string().min(1).max(limits.nameBytes).describe("The memory that is replaced."),
        reason: saidText(limits.reasonPoints).describe("Why it is no longer right."),
      }),
    )
    .max(20)
    .optional()
    .describe("Memories that this one replaces, each with the reason."),
  request_id: RequestId.optional(),
});

export const RememberOutput = z.object({
  id: z.string(),
  signature: z.object({ id: z.string(), tool: z.string(), masked: z.string() }).nullable(),
  near_copies: z.array(z.object({ id: z.string(), similarity: z.number() })),
  notes: z.array(z.string()),
});

export const SupersedeInput = z.object({
  id: z.string().min(1).max(limits.nameBytes).describe("The memory that is no longer right."),
  successor_id: z.string().min(1).max(limits.nameBytes).optional().describe("The memory that replaces it."),
  successor: z
    .object({
      text: saidText(limits.memoryTextPoints).describe("What is right now."),
      symptom: pointsText(limits.symptomPoints).optional().describe("How the failure shows itself, in words."),
      level: z.enum(memoryLevels).optional().describe("Default: that of the old memory."),
      ground: Ground.optional().describe("Files, directories or modules that it is about."),
    })
    .nullable()
    .optional()
    .describe("A new memory to replace it with, or null to retire it without a successor."),
  retire: z.literal(true).optional().describe("Retires it without a successor, as `successor: null` does."),
  reason: saidText(limits.reasonPoints).describe("Why the memory is no longer right."),
  request_id: RequestId.optional(),
});

export const SupersedeOutput = z.object({
  id: z.string(),
  successor_id: z.string().nullable(),
  near_copies: z.array(z.object({ id: z.string(), similarity: z.number() })),
  notes: z.array(z.string()),
});

export const UndoSupersedeInput = z.object({ id: z.string().min(1).max(limits.nameBytes) });
export const UndoSupersedeOutput = z.object({
  id: z.string(),
  removed: z.object({ successor_id: z.string().nullable() }),
});

export const MemorySummary = z.object({
  id: z.string(),
  project: z.string(),
  level: z.enum(memoryLevels),
  kind: z.enum(memoryKinds),
  state: z.enum(memoryStates),
  tool: z.string().nullable(),
  session: z.string().nullable(),
  /** First 240 code points: lists never carry whole texts. */
  preview: z.string(),
  created_at: Instant,
});

export type MemoryRow = z.infer<typeof MemorySummary>;

export const ListMemoriesInput = z.object({
  project: ProjectSlug.optional(),
  level: z.enum(memoryLevels).optional(),
  kind: z.enum(memoryKinds).optional(),
  state: z.enum(memoryStates).optional(),
  tool: ToolName.optional(),
  q: pointsText(500).optional().describe("Part of the text or of the symptom, or a whole id."),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const ListMemoriesOutput = z.object({ items: z.array(MemorySummary), next_cursor: z.string().nullable() });

export const GetMemoryInput = z.object({ id: z.string().min(1).max(limits.nameBytes) });
export const GetMemoryOutput = z.object({
  id: z.string(),
  project: z.string(),
  level: z.enum(memoryLevels),
  kind: z.enum(memoryKinds),
  type: z.enum(["decision", "assumption", "constraint"]).nullable(),
  state: z.enum(memoryStates),
  tool: z.string().nullable(),
  session: z.string().nullable(),
  text: z.string(),
  symptom: z.string().nullable(),
  ground: z.array(z.string()),
  parents: z.array(Parent),
  created_at: Instant,
  deleted: z.object({ at: Instant, by: z.string() }).nullable(),
  /** From the oldest to the active end; each link with its reason and date. */
  chain: z.array(
    z.object({ id: z.string(), successor_id: z.string().nullable(), reason: z.string(), created_at: Instant }),
  ),
  signatures: z.array(z.object({ id: z.string(), tool: z.string(), masked: z.string(), seen_count: z.int() })),
  /** The newest 100 lookups that considered it, and what is known to have come of each. */
  surfaced: z.array(
    z.object({
      lookup_id: z.string(),
      record_id: z.string(),
      operation: z.enum(lookupOperations),
      project: z.string().nullable(),
      summary: z.string(),
      returned: z.boolean(),
      at: Instant,
      label: z.enum(["relevant", "control", "unsure"]).nullable(),
      outcomes: z.object({ pass: z.int(), fail: z.int() }),
    }),
  ),
  surfaced_counts: z.object({ considered: z.int(), returned: z.int() }),
  /** The newest 50 sightings of its failures. */
  occurrences: z.array(
    z.object({
      signature_id: z.string(),
      project: z.string().nullable(),
      source: z.enum(["lookup", "memory"]),
      source_id: z.string(),
      at: Instant,
    }),
  ),
  /** What came of it as a decision, newest first; never with the rationale. */
  outcomes: z.array(z.object({ id: z.string(), verdict: z.enum(verdicts), session: z.string(), at: Instant })),
});

/** What the memories page offers to filter by. */
export const MemoryFacetsOutput = z.object({ tools: z.array(z.string()), projects: z.array(z.string()) });

export const ListNearCopiesInput = z.object({ id: z.string().min(1).max(limits.nameBytes) });
export const ListNearCopiesOutput = z.object({
  items: z.array(z.object({ of: z.string(), similarity: z.number(), memory: MemorySummary })),
  /** False when the indexes did not answer in time: then there may be more. */
  complete: z.boolean(),
});

export const ListSupersessionsInput = z.object({
  project: ProjectSlug.optional(),
  end: z.enum(supersessionEnds).optional().describe("Whether a memory answers at the end of the chain, or nothing."),
  q: pointsText(500).optional().describe("Part of the text at the end of the chain or of its newest reason."),
  cursor: Cursor.optional(),
  limit: PageLimit,
});
export const SupersessionSummary = z.object({
  end_id: z.string(),
  end: z.enum(supersessionEnds),
  project: z.string(),
  preview: z.string(),
  reason: z.string(),
  replaced: z.int(),
  changed_at: Instant,
});
export type ChainRow = z.infer<typeof SupersessionSummary>;
export const ListSupersessionsOutput = z.object({
  items: z.array(SupersessionSummary),
  next_cursor: z.string().nullable(),
});

export const GetSupersessionInput = z.object({
  id: z.string().min(1).max(limits.nameBytes).describe("Any memory of the chain."),
});
export const GetSupersessionOutput = z.object({
  /** Every readable memory of the tree of chains, oldest first; the one asked for always. */
  memories: z.array(MemorySummary),
  links: z.array(
    z.object({ id: z.string(), successor_id: z.string().nullable(), reason: z.string(), created_at: Instant }),
  ),
});

export const DeleteMemoryInput = z.object({ id: z.string().min(1).max(limits.nameBytes) });
export const DeleteMemoryOutput = z.object({ id: z.string(), deleted_at: Instant });
