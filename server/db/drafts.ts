import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { memories, memorySignatures } from "#drizzle/schema/schema.ts";
import { besideRow } from "./beside-row.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { allProjects } from "./failure-counts.ts";
import { keptCounts } from "./failures.ts";
import type { MemoryRow, ReadableProjects } from "./memories.ts";
import { textsOf } from "./texts-of.ts";

export type DraftRow = MemoryRow & { signatureId: string | null };

/** Drafts that wait, newest first, equal times by id. */
export async function listDrafts(
  db: Database,
  workspaceId: string,
  filter: {
    readable: ReadableProjects;
    after?: { at: Date; id: string } | undefined;
    limit: number;
  },
): Promise<DraftRow[]> {
  if (filter.readable !== "all" && filter.readable.size === 0) return [];
  const rows = await db
    .select({ memory: memories, signatureId: memorySignatures.signatureId })
    .from(memories)
    .leftJoin(
      memorySignatures,
      and(
        eq(memorySignatures.workspaceId, memories.workspaceId),
        eq(memorySignatures.memoryId, memories.memoryId),
        eq(memorySignatures.isPrimary, true),
      ),
    )
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        eq(memories.isDraft, true),
        isNull(memories.deletedAt),
        filter.readable === "all" ? undefined : inArray(memories.projectId, [...filter.readable]),
        filter.after === undefined
          ? undefined
          : besideRow(memories.createdAt, memories.memoryId, "older", filter.after),
      ),
    )
    .orderBy(desc(memories.createdAt), desc(memories.memoryId))
    .limit(filter.limit);
  return rows.map(({ memory, signatureId }) => ({ ...memory, signatureId }));
}

/** Makes a draft an active memory. The caller has read it and holds the workspace's row. */
export async function activateDraft(
  tx: Transaction,
  draft: Pick<MemoryRow, "workspaceId" | "memoryId" | "text" | "symptom" | "ground" | "contentHash" | "changeSeq"> & {
    isSymptomDerived: boolean;
  },
): Promise<void> {
  const { workspaceId, memoryId, ...content } = draft;
  await tx
    .update(memories)
    .set({ ...content, isDraft: false })
    .where(and(eq(memories.workspaceId, workspaceId), eq(memories.memoryId, memoryId)));
}

export type UnexplainedRow = {
  signatureId: string;
  tool: string;
  preview: string;
  seenCount: number;
  lastSeen: Date;
  projects: string[];
  drafts: number;
};

/** Failures seen often that no active memory explains, what was merged counted as one: the most seen first, then the newest, then by id. */
export async function listUnexplained(
  db: Database,
  workspaceId: string,
  filter: { readable: ReadableProjects; minSeen: number; limit: number },
): Promise<UnexplainedRow[]> {
  const readable = filter.readable === "all" ? sql`true` : sql`counts.project_id = any(${textsOf(filter.readable)})`;
  return executeRows(
    db,
    sql`
    with page as materialized (
      select counts.head_id, counts.seen_count, counts.last_seen, taught.drafts
      from ${keptCounts(workspaceId, filter)} counts
      cross join lateral (
        select count(distinct memory.memory_id) filter (where memory.is_draft) as drafts,
          coalesce(bool_or(not memory.is_draft and retired.memory_id is null), false) as is_explained
        from signatures kin
        join memory_signatures link on link.workspace_id = kin.workspace_id and link.signature_id = kin.signature_id
        join memories memory on memory.workspace_id = link.workspace_id and memory.memory_id = link.memory_id
        left join supersessions retired on retired.workspace_id = memory.workspace_id
          and retired.memory_id = memory.memory_id and retired.successor_id is null
        where kin.workspace_id = ${workspaceId} and kin.head_id = counts.head_id and memory.deleted_at is null
      ) taught
      where counts.seen_count >= ${filter.minSeen}::int and not taught.is_explained
      order by counts.seen_count desc, counts.last_seen desc, counts.head_id
      limit ${filter.limit}
    )
    select head.signature_id, head.tool, left(head.masked, 240) as preview, page.seen_count, page.last_seen, page.drafts,
      array(select counts.project_id from failure_counts counts
        where counts.workspace_id = ${workspaceId} and counts.head_id = page.head_id and counts.project_id <> ${allProjects}
          and counts.seen_count > 0 and ${readable}
        order by counts.project_id) as projects
    from page
    join signatures head on head.workspace_id = ${workspaceId} and head.signature_id = page.head_id
    order by page.seen_count desc, page.last_seen desc, head.signature_id`,
    (row) => ({
      signatureId: row.text("signature_id"),
      tool: row.text("tool"),
      preview: row.text("preview"),
      seenCount: row.number("seen_count"),
      lastSeen: row.date("last_seen"),
      projects: row.texts("projects"),
      drafts: row.number("drafts"),
    }),
  );
}
