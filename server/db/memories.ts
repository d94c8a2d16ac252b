import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { memories, memorySignatures, occurrences, supersessions, vectors } from "#drizzle/schema/schema.ts";
import { besideRow } from "./beside-row.ts";
import { containing } from "./containing.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { textsOf } from "./texts-of.ts";

export type MemoryRow = typeof memories.$inferSelect;
export type NewMemory = typeof memories.$inferInsert;
export type ReadableProjects = ReadonlySet<string> | "all";

export async function insertMemory(tx: Transaction, memory: NewMemory): Promise<boolean> {
  const inserted = await tx
    .insert(memories)
    .values(memory)
    .onConflictDoNothing()
    .returning({ memoryId: memories.memoryId });
  return inserted.length === 1;
}

export async function findMemory(
  db: Database | Transaction,
  workspaceId: string,
  memoryId: string,
): Promise<MemoryRow | null> {
  const [row] = await db
    .select()
    .from(memories)
    .where(and(eq(memories.workspaceId, workspaceId), eq(memories.memoryId, memoryId)));
  return row ?? null;
}

/**
 * Those of these memories that are not deleted, held as they are until the transaction ends: a deletion waits for it, and
 * then finds what it wrote.
 */
export async function holdStanding(
  tx: Transaction,
  workspaceId: string,
  memoryIds: readonly string[],
): Promise<Set<string>> {
  if (memoryIds.length === 0) return new Set();
  const rows = await tx
    .select({ memoryId: memories.memoryId })
    .from(memories)
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        inArray(memories.memoryId, [...memoryIds]),
        isNull(memories.deletedAt),
      ),
    )
    .orderBy(memories.memoryId)
    .for("share");
  return new Set(rows.map((row) => row.memoryId));
}

/** The active end of a chain, with what was found on the way to it. */
export type ActiveMemory = {
  memory: MemoryRow;
  /** The asked-for ids that lead here, itself included when it was asked for. */
  matched: string[];
  /** Every readable memory that this one replaces, directly or not, oldest first. */
  replaces: string[];
};

/**
 * The one function that every read of memories goes through. Follows each id along its supersessions to the active end;
 * an end that is retired, deleted, a draft or not readable yields nothing. Each end comes once, ordered by id.
 */
export async function readActive(
  db: Database,
  workspaceId: string,
  memoryIds: readonly string[],
  readable: ReadableProjects,
): Promise<ActiveMemory[]> {
  if (memoryIds.length === 0) return [];
  const ids = sql`${textsOf(memoryIds)}`;
  // `depth` only bounds a walk over damaged data: writing refuses cycles.
  const forward = await executeRows(
    db,
    sql`
    with recursive walk(start_id, memory_id, depth) as (
      select id collate "C", id collate "C", 0 from unnest(${ids}) as asked(id)
      union all
      select walk.start_id, link.successor_id, walk.depth + 1
      from walk join supersessions link
        on link.workspace_id = ${workspaceId} and link.memory_id = walk.memory_id
      where link.successor_id is not null and walk.depth < 1000
    )
    select walk.start_id, walk.memory_id as end_id from walk
    where not exists (
      select 1 from supersessions link where link.workspace_id = ${workspaceId} and link.memory_id = walk.memory_id)
    order by walk.start_id collate "C"`,
    (row) => ({ startId: row.text("start_id"), endId: row.text("end_id") }),
  );
  const startsByEnd = new Map<string, string[]>();
  for (const { startId, endId } of forward) startsByEnd.set(endId, [...(startsByEnd.get(endId) ?? []), startId]);
  if (startsByEnd.size === 0) return [];

  const ends = await db
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        inArray(memories.memoryId, [...startsByEnd.keys()]),
        isNull(memories.deletedAt),
        eq(memories.isDraft, false),
        within(readable),
      ),
    )
    .orderBy(memories.memoryId);
  const replaced = await readReplaced(
    db,
    workspaceId,
    ends.map((end) => end.memoryId),
    readable,
  );
  return ends.map((memory) => ({
    memory,
    matched: startsByEnd.get(memory.memoryId) ?? [],
    replaces: replaced.get(memory.memoryId) ?? [],
  }));
}

/** For each active end: the readable memories before it, farthest first, equal distance by id. */
async function readReplaced(
  db: Database,
  workspaceId: string,
  endIds: string[],
  readable: ReadableProjects,
): Promise<Map<string, string[]>> {
  const byEnd = new Map<string, string[]>();
  if (endIds.length === 0) return byEnd;
  const rows = await executeRows(
    db,
    sql`
    with recursive back(end_id, memory_id, depth) as (
      select id collate "C", id collate "C", 0 from unnest(${textsOf(endIds)}) as ends(id)
      union all
      select back.end_id, link.memory_id, back.depth + 1
      from back join supersessions link
        on link.workspace_id = ${workspaceId} and link.successor_id = back.memory_id
      where back.depth < 1000
    )
    select back.end_id, back.memory_id, memory.project_id
    from back join memories memory on memory.workspace_id = ${workspaceId} and memory.memory_id = back.memory_id
    where back.depth > 0
    order by back.end_id collate "C", back.depth desc, back.memory_id collate "C"`,
    (row) => ({ endId: row.text("end_id"), memoryId: row.text("memory_id"), projectId: row.text("project_id") }),
  );
  for (const { endId, memoryId, projectId } of rows) {
    if (readable !== "all" && !readable.has(projectId)) continue;
    byEnd.set(endId, [...(byEnd.get(endId) ?? []), memoryId]);
  }
  return byEnd;
}

/** Active memories of one tool, the one whose failure was seen last first; never seen ones by their own age. */
export async function listActiveByTool(
  db: Database,
  workspaceId: string,
  { tool, readable, limit }: { tool: string; readable: ReadableProjects; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ memoryId: memories.memoryId })
    .from(memories)
    .leftJoin(
      memorySignatures,
      and(eq(memorySignatures.workspaceId, memories.workspaceId), eq(memorySignatures.memoryId, memories.memoryId)),
    )
    .leftJoin(
      occurrences,
      and(
        eq(occurrences.workspaceId, memorySignatures.workspaceId),
        eq(occurrences.signatureId, memorySignatures.signatureId),
        readable === "all" ? undefined : inArray(occurrences.projectId, [...readable]),
      ),
    )
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        eq(memories.tool, tool),
        isNull(memories.deletedAt),
        eq(memories.isDraft, false),
        inArray(memories.level, ["L1", "L2"]),
        within(readable),
      ),
    )
    .groupBy(memories.memoryId, memories.createdAt)
    .orderBy(sql`coalesce(max(${occurrences.occurredAt}), ${memories.createdAt}) desc`, memories.memoryId)
    .limit(limit);
  return rows.map((row) => row.memoryId);
}

export type MemoryListRow = Pick<
  MemoryRow,
  "memoryId" | "projectId" | "level" | "kind" | "tool" | "sessionId" | "createdAt" | "isDraft" | "deletedAt"
> & { preview: string; isSuperseded: boolean; successorId: string | null };

const listColumns = {
  memoryId: memories.memoryId,
  projectId: memories.projectId,
  level: memories.level,
  kind: memories.kind,
  tool: memories.tool,
  sessionId: memories.sessionId,
  createdAt: memories.createdAt,
  isDraft: memories.isDraft,
  deletedAt: memories.deletedAt,
  preview: sql<string>`left(${memories.text}, 240)`,
  linkedId: supersessions.memoryId,
  successorId: supersessions.successorId,
};

export type MemoryState = "active" | "draft" | "superseded" | "retired" | "deleted";

const stands = and(isNull(memories.deletedAt), eq(memories.isDraft, false));
const inState = {
  active: and(stands, isNull(supersessions.memoryId)),
  draft: and(isNull(memories.deletedAt), eq(memories.isDraft, true)),
  superseded: and(stands, isNotNull(supersessions.successorId)),
  retired: and(stands, isNotNull(supersessions.memoryId), isNull(supersessions.successorId)),
  deleted: isNotNull(memories.deletedAt),
} satisfies Record<MemoryState, SQL | undefined>;

/** Part of the text or of the symptom, without regard to case, or the id. */
function saying(text: string): SQL | undefined {
  return or(containing(memories.text, text), containing(memories.symptom, text), eq(memories.memoryId, text));
}

/** Newest first. Texts are cut in the database: a page of rows never carries whole memories. */
export async function listMemories(
  db: Database,
  workspaceId: string,
  filter: {
    readable: ReadableProjects;
    level?: string | undefined;
    kind?: string | undefined;
    state?: MemoryState | undefined;
    tool?: string | undefined;
    q?: string | undefined;
    after?: { at: Date; id: string } | undefined;
    limit: number;
  },
): Promise<MemoryListRow[]> {
  const rows = await db
    .select(listColumns)
    .from(memories)
    .leftJoin(
      supersessions,
      and(eq(supersessions.workspaceId, memories.workspaceId), eq(supersessions.memoryId, memories.memoryId)),
    )
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        within(filter.readable),
        filter.level === undefined ? undefined : sql`${memories.level} = ${filter.level}`,
        filter.kind === undefined ? undefined : sql`${memories.kind} = ${filter.kind}`,
        filter.tool === undefined ? undefined : eq(memories.tool, filter.tool),
        filter.state === undefined ? undefined : inState[filter.state],
        filter.q === undefined ? undefined : saying(filter.q),
        filter.after === undefined
          ? undefined
          : besideRow(memories.createdAt, memories.memoryId, "older", filter.after),
      ),
    )
    .orderBy(desc(memories.createdAt), desc(memories.memoryId))
    .limit(filter.limit);
  return rows.map(({ linkedId, ...row }) => ({ ...row, isSuperseded: linkedId !== null }));
}

/** The rows of these ids as the list shows them, oldest first; unknown ids are left out. */
export async function listMemoriesById(
  db: Database,
  workspaceId: string,
  memoryIds: readonly string[],
  readable: ReadableProjects,
): Promise<MemoryListRow[]> {
  if (memoryIds.length === 0) return [];
  const rows = await db
    .select(listColumns)
    .from(memories)
    .leftJoin(
      supersessions,
      and(eq(supersessions.workspaceId, memories.workspaceId), eq(supersessions.memoryId, memories.memoryId)),
    )
    .where(and(eq(memories.workspaceId, workspaceId), inArray(memories.memoryId, [...memoryIds]), within(readable)))
    .orderBy(memories.createdAt, memories.memoryId);
  return rows.map(({ linkedId, ...row }) => ({ ...row, isSuperseded: linkedId !== null }));
}

/**
 * Removes every text of a memory and keeps a tombstone. The caller rewrites attention records and kept answers, which
 * hold copies of the text, in the same transaction.
 */
export async function buryMemory(
  tx: Transaction,
  memory: { workspaceId: string; memoryId: string; changeSeq: number; deletedAt: Date; deletedBy: string },
): Promise<void> {
  const isIt = and(eq(memories.workspaceId, memory.workspaceId), eq(memories.memoryId, memory.memoryId));
  await tx
    .update(memories)
    .set({
      text: "",
      symptom: null,
      ground: [],
      parents: [],
      contentHash: "",
      deletedAt: memory.deletedAt,
      deletedBy: memory.deletedBy,
      changeSeq: memory.changeSeq,
    })
    .where(isIt);
  await tx
    .delete(vectors)
    .where(
      and(
        eq(vectors.workspaceId, memory.workspaceId),
        eq(vectors.ownerKind, "memory"),
        eq(vectors.ownerId, memory.memoryId),
      ),
    );
  await tx
    .delete(memorySignatures)
    .where(and(eq(memorySignatures.workspaceId, memory.workspaceId), eq(memorySignatures.memoryId, memory.memoryId)));
}

/** Everything that changed after `afterSeq`, for the in-memory indexes. Ordered, so that a page can be resumed. */
export async function listMemoryChanges(
  db: Database,
  workspaceId: string,
  { afterSeq, afterId, limit }: { afterSeq: number; afterId: string; limit: number },
): Promise<
  Pick<
    MemoryRow,
    "memoryId" | "projectId" | "level" | "kind" | "text" | "symptom" | "changeSeq" | "isDraft" | "deletedAt"
  >[]
> {
  return db
    .select({
      memoryId: memories.memoryId,
      projectId: memories.projectId,
      level: memories.level,
      kind: memories.kind,
      text: memories.text,
      symptom: memories.symptom,
      changeSeq: memories.changeSeq,
      isDraft: memories.isDraft,
      deletedAt: memories.deletedAt,
    })
    .from(memories)
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        sql`(${memories.changeSeq}, ${memories.memoryId}) > (${afterSeq}, ${afterId})`,
      ),
    )
    .orderBy(memories.changeSeq, memories.memoryId)
    .limit(limit);
}

function within(readable: ReadableProjects): SQL | undefined {
  if (readable === "all") return undefined;
  return readable.size === 0 ? sql`false` : inArray(memories.projectId, [...readable]);
}
