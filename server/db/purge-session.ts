import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  attentionDrops,
  attentionMemories,
  attentionRecords,
  labels,
  memories,
  memorySignatures,
  occurrences,
  outcomes,
  sessionEvents,
  sessions,
  supersessions,
  vectors,
  workspaces,
} from "#drizzle/schema/schema.ts";
import { chunkRows } from "./chunk-rows.ts";
import type { Transaction } from "./database.ts";
import { lockHeads, recountFailures } from "./failure-counts.ts";
import { clearExamplesMet, dropUnusedExamples, listExamplesMet } from "./signatures.ts";
import { textsOf } from "./texts-of.ts";
import { nextChangeSeq } from "./workspaces.ts";

/** A project, or one session of it. */
export type Purged = { workspaceId: string; projectId: string; sessionId: string | null };

/** The memories that a purge would take, by id: their texts may stand in records of others too. */
export async function listPurgedMemories(tx: Transaction, purged: Purged): Promise<string[]> {
  const rows = await tx
    .select({ memoryId: memories.memoryId })
    .from(memories)
    .where(
      and(
        eq(memories.workspaceId, purged.workspaceId),
        eq(memories.projectId, purged.projectId),
        purged.sessionId === null ? undefined : eq(memories.sessionId, purged.sessionId),
      ),
    )
    .orderBy(memories.memoryId);
  return rows.map((row) => row.memoryId);
}

export async function countPurgedLookups(tx: Transaction, purged: Purged): Promise<number> {
  const [row] = await tx.select({ value: count() }).from(attentionRecords).where(ownRecords(purged));
  return row?.value ?? 0;
}

/** Outcomes name their project only since it is known, so they go by the memory that they judge. */
export async function purgeOutcomesOf(
  tx: Transaction,
  workspaceId: string,
  memoryIds: readonly string[],
): Promise<void> {
  for (const ids of chunkRows([...memoryIds], 1)) {
    await tx.delete(outcomes).where(and(eq(outcomes.workspaceId, workspaceId), inArray(outcomes.memoryId, ids)));
  }
}

/**
 * Removes what one session left in its project, tombstones included: memories, lookups, sightings, outcomes, events.
 * The indexes notice by `purgedSeq`, because a row that is gone announces nothing.
 */
export async function purgeSession(
  tx: Transaction,
  purged: Purged & { sessionId: string },
  memoryIds: readonly string[],
): Promise<void> {
  const { workspaceId, projectId, sessionId } = purged;
  const purgedSeq = await nextChangeSeq(tx, workspaceId);
  const seen = await lockHeads(
    tx,
    workspaceId,
    sql`select signature_id from occurrences
        where workspace_id = ${workspaceId} and project_id = ${projectId} and session_id = ${sessionId}
      union select signature_id from attention_records
        where workspace_id = ${workspaceId} and project_id = ${projectId} and session_id = ${sessionId} and signature_id is not null
      union select unnest(${textsOf(await listExamplesMet(tx, purged))})`,
  );
  for (const ids of chunkRows([...memoryIds], 1)) {
    await tx
      .delete(vectors)
      .where(and(eq(vectors.workspaceId, workspaceId), eq(vectors.ownerKind, "memory"), inArray(vectors.ownerId, ids)));
    for (const table of [supersessions, memorySignatures, memories]) {
      await tx.delete(table).where(and(eq(table.workspaceId, workspaceId), inArray(table.memoryId, ids)));
    }
  }
  const records = sql`(select record_id from attention_records where workspace_id = ${workspaceId}
    and project_id = ${projectId} and session_id = ${sessionId})`;
  const lookups = sql`(select lookup_id from attention_records where workspace_id = ${workspaceId}
    and project_id = ${projectId} and session_id = ${sessionId})`;
  await tx.delete(labels).where(and(eq(labels.workspaceId, workspaceId), sql`${labels.lookupId} in ${lookups}`));
  for (const table of [attentionMemories, attentionDrops]) {
    await tx.delete(table).where(and(eq(table.workspaceId, workspaceId), sql`${table.recordId} in ${records}`));
  }
  await clearExamplesMet(tx, purged);
  for (const table of [occurrences, attentionRecords, outcomes, sessionEvents, sessions]) {
    await tx
      .delete(table)
      .where(and(eq(table.workspaceId, workspaceId), eq(table.projectId, projectId), eq(table.sessionId, sessionId)));
  }
  await recountFailures(tx, workspaceId, seen);
  await dropUnusedExamples(tx, workspaceId);
  await tx.update(workspaces).set({ purgedSeq }).where(eq(workspaces.workspaceId, workspaceId));
}

function ownRecords(purged: Purged): SQL | undefined {
  return and(
    eq(attentionRecords.workspaceId, purged.workspaceId),
    eq(attentionRecords.projectId, purged.projectId),
    purged.sessionId === null ? undefined : eq(attentionRecords.sessionId, purged.sessionId),
  );
}
