import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { memories, memorySignatures, occurrences, signatureAliases, signatures } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import type { ReadableProjects } from "./memories.ts";

export type SignatureRow = typeof signatures.$inferSelect;
export type NewSignature = typeof signatures.$inferInsert;
export type NewOccurrence = typeof occurrences.$inferInsert;

/** Keeps the first form and the first raw example of a signature; an example that was removed is filled again. */
export async function upsertSignature(tx: Transaction, signature: NewSignature): Promise<void> {
  await tx
    .insert(signatures)
    .values(signature)
    .onConflictDoUpdate({
      target: [signatures.workspaceId, signatures.signatureId],
      set: { rawExample: signature.rawExample, masks: signature.masks },
      setWhere: eq(signatures.rawExample, ""),
    });
}

/** Where merged and re-computed signatures now stand; an id without an alias stands for itself. */
export async function resolveAliases(
  db: Database | Transaction,
  workspaceId: string,
  signatureIds: readonly string[],
): Promise<Map<string, string>> {
  const resolved = new Map(signatureIds.map((id) => [id, id]));
  if (signatureIds.length === 0) return resolved;
  const rows = await db
    .select({ aliasId: signatureAliases.aliasId, signatureId: signatureAliases.signatureId })
    .from(signatureAliases)
    .where(and(eq(signatureAliases.workspaceId, workspaceId), inArray(signatureAliases.aliasId, [...signatureIds])));
  for (const row of rows) resolved.set(row.aliasId, row.signatureId);
  return resolved;
}

/** Tier 1: the memories that each signature leads to, whether active or not; `readActive` decides that. */
export async function listMemoriesOfSignatures(
  db: Database,
  workspaceId: string,
  signatureIds: readonly string[],
): Promise<{ signatureId: string; memoryId: string }[]> {
  if (signatureIds.length === 0) return [];
  return db
    .select({ signatureId: memorySignatures.signatureId, memoryId: memorySignatures.memoryId })
    .from(memorySignatures)
    .where(and(eq(memorySignatures.workspaceId, workspaceId), inArray(memorySignatures.signatureId, [...signatureIds])))
    .orderBy(asc(memorySignatures.signatureId), asc(memorySignatures.memoryId));
}

export async function linkMemory(
  tx: Transaction,
  link: { workspaceId: string; signatureId: string; memoryId: string; isPrimary: boolean },
): Promise<void> {
  await tx.insert(memorySignatures).values(link).onConflictDoNothing();
}

/** At most one per signature and request id: a repeated id adds nothing. */
export async function insertOccurrence(tx: Transaction, occurrence: NewOccurrence): Promise<void> {
  await tx.insert(occurrences).values(occurrence).onConflictDoNothing();
}

export type Sightings = { seenCount: number; lastSeenBefore: Date | null };

/** Counts sightings in readable projects. `excludingSource` is the sighting that asks: it counts, but is not the one before. */
export async function countSightings(
  db: Database | Transaction,
  workspaceId: string,
  signatureIds: readonly string[],
  readable: ReadableProjects,
  excludingSource: string | null,
): Promise<Map<string, Sightings>> {
  if (signatureIds.length === 0) return new Map();
  const rows = await db
    .select({
      signatureId: occurrences.signatureId,
      seenCount: count(),
      lastSeenBefore: sql<string | null>`to_char(max(${occurrences.occurredAt})
        filter (where ${occurrences.sourceId} is distinct from ${excludingSource}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(occurrences)
    .where(
      and(
        eq(occurrences.workspaceId, workspaceId),
        inArray(occurrences.signatureId, [...signatureIds]),
        withinOccurrences(readable),
      ),
    )
    .groupBy(occurrences.signatureId);
  return new Map(
    rows.map((row) => [
      row.signatureId,
      { seenCount: row.seenCount, lastSeenBefore: row.lastSeenBefore === null ? null : new Date(row.lastSeenBefore) },
    ]),
  );
}

export async function findSignature(
  db: Database,
  workspaceId: string,
  signatureId: string,
): Promise<SignatureRow | null> {
  const [row] = await db
    .select()
    .from(signatures)
    .where(and(eq(signatures.workspaceId, workspaceId), eq(signatures.signatureId, signatureId)));
  return row ?? null;
}

export async function listOccurrences(
  db: Database,
  workspaceId: string,
  signatureId: string,
  readable: ReadableProjects,
  limit: number,
): Promise<{ at: Date; projectId: string | null; sourceKind: "lookup" | "memory"; sourceId: string }[]> {
  return db
    .select({
      at: occurrences.occurredAt,
      projectId: occurrences.projectId,
      sourceKind: occurrences.sourceKind,
      sourceId: occurrences.sourceId,
    })
    .from(occurrences)
    .where(
      and(
        eq(occurrences.workspaceId, workspaceId),
        eq(occurrences.signatureId, signatureId),
        withinOccurrences(readable),
      ),
    )
    .orderBy(desc(occurrences.occurredAt), desc(occurrences.occurrenceId))
    .limit(limit);
}

export async function listLessonsOfSignature(
  db: Database,
  workspaceId: string,
  signatureId: string,
  readable: ReadableProjects,
): Promise<{ memoryId: string; preview: string }[]> {
  return db
    .select({ memoryId: memories.memoryId, preview: sql<string>`left(${memories.text}, 240)` })
    .from(memorySignatures)
    .innerJoin(
      memories,
      and(eq(memories.workspaceId, memorySignatures.workspaceId), eq(memories.memoryId, memorySignatures.memoryId)),
    )
    .where(
      and(
        eq(memorySignatures.workspaceId, workspaceId),
        eq(memorySignatures.signatureId, signatureId),
        isNull(memories.deletedAt),
        readable === "all" ? undefined : inArray(memories.projectId, [...readable]),
      ),
    )
    .orderBy(memories.memoryId)
    .limit(100);
}

export async function listSignaturesOfMemory(
  db: Database | Transaction,
  workspaceId: string,
  memoryId: string,
): Promise<{ signatureId: string; tool: string; masked: string }[]> {
  return db
    .select({ signatureId: signatures.signatureId, tool: signatures.tool, masked: signatures.masked })
    .from(memorySignatures)
    .innerJoin(
      signatures,
      and(
        eq(signatures.workspaceId, memorySignatures.workspaceId),
        eq(signatures.signatureId, memorySignatures.signatureId),
      ),
    )
    .where(and(eq(memorySignatures.workspaceId, workspaceId), eq(memorySignatures.memoryId, memoryId)))
    .orderBy(signatures.signatureId);
}

export type SignatureListRow = {
  signatureId: string;
  tool: string;
  preview: string;
  seenCount: number;
  firstSeen: Date;
  lastSeen: Date;
  projects: string[];
  lessons: number;
};

/** The failures that were seen last first; only those seen in a readable project. */
export async function listSignatures(
  db: Database,
  workspaceId: string,
  filter: {
    readable: ReadableProjects;
    project?: string | undefined;
    tool?: string | undefined;
    after?: { lastSeen: Date; signatureId: string } | undefined;
    limit: number;
  },
): Promise<SignatureListRow[]> {
  const readable =
    filter.readable === "all" ? sql`true` : sql`seen.project_id = any(${sql.param([...filter.readable])}::text[])`;
  return executeRows(
    db,
    sql`
    select seen.signature_id, signature.tool, left(signature.masked, 240) as preview,
      count(*) as seen_count, min(seen.occurred_at) as first_seen, max(seen.occurred_at) as last_seen,
      coalesce(json_agg(distinct seen.project_id) filter (where seen.project_id is not null), '[]'::json)::text as projects,
      (select count(*) from memory_signatures link
        join memories memory on memory.workspace_id = link.workspace_id and memory.memory_id = link.memory_id
        where link.workspace_id = ${workspaceId} and link.signature_id = seen.signature_id and memory.deleted_at is null
          and not memory.is_draft) as lessons
    from occurrences seen
    join signatures signature on signature.workspace_id = seen.workspace_id and signature.signature_id = seen.signature_id
    where seen.workspace_id = ${workspaceId} and ${readable}
      and ${filter.project === undefined ? sql`true` : sql`seen.project_id = ${filter.project}`}
      and ${filter.tool === undefined ? sql`true` : sql`signature.tool = ${filter.tool}`}
    group by seen.signature_id, signature.tool, signature.masked
    having ${
      filter.after === undefined
        ? sql`true`
        : sql`(max(seen.occurred_at), seen.signature_id) < (${filter.after.lastSeen.toISOString()}::timestamptz, ${filter.after.signatureId})`
    }
    order by max(seen.occurred_at) desc, seen.signature_id desc
    limit ${filter.limit}`,
    (row) => {
      const projects: unknown = JSON.parse(row.text("projects"));
      return {
        signatureId: row.text("signature_id"),
        tool: row.text("tool"),
        preview: row.text("preview"),
        seenCount: row.number("seen_count"),
        firstSeen: row.date("first_seen"),
        lastSeen: row.date("last_seen"),
        projects: Array.isArray(projects) ? projects.map(String).sort() : [],
        lessons: row.number("lessons"),
      };
    },
  );
}

function withinOccurrences(readable: ReadableProjects): SQL | undefined {
  if (readable === "all") return undefined;
  return readable.size === 0 ? sql`false` : inArray(occurrences.projectId, [...readable]);
}

/** Empties the raw example of every signature that only this memory is linked to: the log came with the memory. */
export async function clearExamplesOf(tx: Transaction, workspaceId: string, memoryId: string): Promise<void> {
  await tx
    .update(signatures)
    .set({ rawExample: "", masks: [] })
    .where(
      and(
        eq(signatures.workspaceId, workspaceId),
        sql`${signatures.signatureId} in (
          select own.signature_id from memory_signatures own
          where own.workspace_id = ${workspaceId} and own.memory_id = ${memoryId})`,
        sql`${signatures.signatureId} not in (
          select other.signature_id from memory_signatures other
          where other.workspace_id = ${workspaceId} and other.memory_id <> ${memoryId})`,
      ),
    );
}
