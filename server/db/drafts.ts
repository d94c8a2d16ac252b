import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { memories, memorySignatures } from "#drizzle/schema/schema.ts";
import { besideRow } from "./beside-row.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import type { MemoryRow, ReadableProjects } from "./memories.ts";

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
  const readable =
    filter.readable === "all" ? sql`true` : sql`seen.project_id = any(${sql.param([...filter.readable])}::text[])`;
  return executeRows(
    db,
    sql`
    -- Counted first: only what was seen often enough is worth the search for its lessons.
    with often as materialized (
      select logs.head_id, count(*) as seen_count, max(logs.last_seen) as last_seen
      from (
        select member.head_id, seen.source_id, max(seen.occurred_at) as last_seen
        from occurrences seen
        join signatures member on member.workspace_id = seen.workspace_id and member.signature_id = seen.signature_id
        where seen.workspace_id = ${workspaceId} and ${readable}
        group by member.head_id, seen.source_id
      ) logs
      group by logs.head_id
      having count(*) >= ${filter.minSeen}
    ), taught as materialized (
      select kin.head_id, count(distinct memory.memory_id) filter (where memory.is_draft) as drafts,
        bool_or(not memory.is_draft and retired.memory_id is null) as is_explained
      from signatures kin
      join memory_signatures link on link.workspace_id = kin.workspace_id and link.signature_id = kin.signature_id
      join memories memory on memory.workspace_id = link.workspace_id and memory.memory_id = link.memory_id
      left join supersessions retired on retired.workspace_id = memory.workspace_id
        and retired.memory_id = memory.memory_id and retired.successor_id is null
      where kin.workspace_id = ${workspaceId} and kin.head_id in (select head_id from often)
        and memory.deleted_at is null
      group by kin.head_id
    ), page as materialized (
      select often.head_id, often.seen_count, often.last_seen, coalesce(taught.drafts, 0) as drafts
      from often left join taught on taught.head_id = often.head_id
      where not coalesce(taught.is_explained, false)
      order by often.seen_count desc, often.last_seen desc, often.head_id
      limit ${filter.limit}
    )
    select head.signature_id, head.tool, left(head.masked, 240) as preview, page.seen_count, page.last_seen, page.drafts,
      coalesce((select json_agg(distinct seen.project_id) from signatures member
        join occurrences seen on seen.workspace_id = member.workspace_id and seen.signature_id = member.signature_id
        where member.workspace_id = ${workspaceId} and member.head_id = head.signature_id
          and seen.project_id is not null and ${readable}), '[]'::json)::text as projects
    from page
    join signatures head on head.workspace_id = ${workspaceId} and head.signature_id = page.head_id
    order by page.seen_count desc, page.last_seen desc, head.signature_id`,
    (row) => {
      const projects: unknown = JSON.parse(row.text("projects"));
      return {
        signatureId: row.text("signature_id"),
        tool: row.text("tool"),
        preview: row.text("preview"),
        seenCount: row.number("seen_count"),
        lastSeen: row.date("last_seen"),
        projects: Array.isArray(projects) ? projects.map(String).sort() : [],
        drafts: row.number("drafts"),
      };
    },
  );
}
