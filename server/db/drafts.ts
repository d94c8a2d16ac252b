import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { memories, memorySignatures } from "#drizzle/schema/schema.ts";
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
    after?: { createdAt: Date; memoryId: string } | undefined;
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
          : or(
              lt(memories.createdAt, filter.after.createdAt),
              and(eq(memories.createdAt, filter.after.createdAt), lt(memories.memoryId, filter.after.memoryId)),
            ),
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

/** Failures seen often that no active memory explains: the most seen first, then the newest, then by id. */
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
    select seen.signature_id, signature.tool, left(signature.masked, 240) as preview, count(*) as seen_count,
      max(seen.occurred_at) as last_seen,
      coalesce(json_agg(distinct seen.project_id) filter (where seen.project_id is not null), '[]'::json)::text as projects,
      (select count(*) from memory_signatures link
        join memories memory on memory.workspace_id = link.workspace_id and memory.memory_id = link.memory_id
        where link.workspace_id = ${workspaceId} and link.signature_id = seen.signature_id
          and memory.deleted_at is null and memory.is_draft) as drafts
    from occurrences seen
    join signatures signature on signature.workspace_id = seen.workspace_id and signature.signature_id = seen.signature_id
    where seen.workspace_id = ${workspaceId} and ${readable}
      and not exists (select 1 from memory_signatures link
        join memories memory on memory.workspace_id = link.workspace_id and memory.memory_id = link.memory_id
        left join supersessions retired on retired.workspace_id = link.workspace_id
          and retired.memory_id = link.memory_id and retired.successor_id is null
        where link.workspace_id = ${workspaceId} and link.signature_id = seen.signature_id
          and memory.deleted_at is null and not memory.is_draft and retired.memory_id is null)
    group by seen.signature_id, signature.tool, signature.masked
    having count(*) >= ${filter.minSeen}
    order by count(*) desc, max(seen.occurred_at) desc, seen.signature_id
    limit ${filter.limit}`,
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
