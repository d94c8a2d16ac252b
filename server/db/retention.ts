import { and, asc, eq, inArray, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import {
  attentionDrops,
  attentionMemories,
  attentionRecords,
  idempotency,
  labels,
  memories,
  sessionEvents,
} from "#drizzle/schema/schema.ts";
import { chunkRows } from "./chunk-rows.ts";
import type { Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { subtractLookups } from "./failure-counts.ts";

/** Whose content one policy keeps: a project with a policy of its own, or everything else. */
export type RetentionScope = { project: string } | { except: readonly string[] };

/** Whether this transaction is the only sweep of the workspace; several processes may serve one store. */
export async function takeRetentionTurn(tx: Transaction, workspaceId: string): Promise<boolean> {
  const [row] = await executeRows(
    tx,
    sql`select case when pg_try_advisory_xact_lock(hashtextextended(${`whence retention ${workspaceId}`}, 0)) then 1 else 0 end as mine`,
    (found) => found.number("mine") === 1,
  );
  return row === true;
}

/**
 * Reasoning and raw evidence written before an instant, oldest first. What stands in for a lesson is left out: without
 * it the lesson that it replaced would answer nothing, and lessons do not expire by themselves.
 */
export async function listExpiredMemories(
  tx: Transaction,
  workspaceId: string,
  scope: RetentionScope,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ memoryId: memories.memoryId })
    .from(memories)
    .where(
      and(
        eq(memories.workspaceId, workspaceId),
        isNull(memories.deletedAt),
        sql`(${memories.kind} = 'reasoning' or ${memories.level} = 'L0')`,
        lt(memories.createdAt, before),
        withinScope(memories.projectId, scope),
        sql`${memories.memoryId} not in (
          with recursive held(memory_id) as (
            select link.successor_id from supersessions link
            join memories lesson on lesson.workspace_id = link.workspace_id and lesson.memory_id = link.memory_id
            where link.workspace_id = ${workspaceId} and link.successor_id is not null
              and lesson.deleted_at is null and lesson.kind <> 'reasoning' and lesson.level <> 'L0'
            union
            select link.successor_id from held
            join supersessions link on link.workspace_id = ${workspaceId} and link.memory_id = held.memory_id
            where link.successor_id is not null)
          select memory_id from held)`,
      ),
    )
    .orderBy(asc(memories.createdAt), asc(memories.memoryId))
    .limit(limit);
  return rows.map((row) => row.memoryId);
}

/**
 * Records that returned one of these memories and still hold the rendered answer. `emptyRendered` is how a record whose
 * answer was taken out begins that field; inside a JSON string its quotes would be escaped, so no text can pass for it.
 */
export async function listRecordsReturning(
  tx: Transaction,
  workspaceId: string,
  memoryIds: readonly string[],
  { emptyRendered, limit }: { emptyRendered: string; limit: number },
): Promise<{ recordId: string; record: string }[]> {
  if (memoryIds.length === 0) return [];
  return tx
    .selectDistinct({ recordId: attentionRecords.recordId, record: attentionRecords.record })
    .from(attentionMemories)
    .innerJoin(
      attentionRecords,
      and(
        eq(attentionRecords.workspaceId, attentionMemories.workspaceId),
        eq(attentionRecords.recordId, attentionMemories.recordId),
      ),
    )
    .where(
      and(
        eq(attentionMemories.workspaceId, workspaceId),
        inArray(attentionMemories.memoryId, [...memoryIds]),
        eq(attentionMemories.wasReturned, true),
        sql`position(${emptyRendered} in ${attentionRecords.record}) = 0`,
      ),
    )
    .orderBy(asc(attentionRecords.recordId))
    .limit(limit);
}

export async function rewriteRecord(
  tx: Transaction,
  workspaceId: string,
  recordId: string,
  changed: { record: string; summary?: string; requestTextRemovedAt?: Date },
): Promise<void> {
  await tx
    .update(attentionRecords)
    .set(changed)
    .where(and(eq(attentionRecords.workspaceId, workspaceId), eq(attentionRecords.recordId, recordId)));
}

/** Records from before an instant that still hold their request's text, oldest first. */
export async function listRequestTexts(
  tx: Transaction,
  workspaceId: string,
  scope: RetentionScope,
  { before, limit }: { before: Date; limit: number },
): Promise<{ recordId: string; record: string }[]> {
  return tx
    .select({ recordId: attentionRecords.recordId, record: attentionRecords.record })
    .from(attentionRecords)
    .where(
      and(
        eq(attentionRecords.workspaceId, workspaceId),
        isNull(attentionRecords.requestTextRemovedAt),
        lt(attentionRecords.evaluatedAt, before),
        withinScope(attentionRecords.projectId, scope),
      ),
    )
    .orderBy(asc(attentionRecords.evaluatedAt), asc(attentionRecords.recordId))
    .limit(limit);
}

/** Removes records from before an instant with what hangs on them: mentions, and labels of a lookup that has no record left. */
export async function deleteRecordsBefore(
  tx: Transaction,
  workspaceId: string,
  scope: RetentionScope,
  { before, limit }: { before: Date; limit: number },
): Promise<{ records: number; labels: number }> {
  const expired = await tx
    .select({ recordId: attentionRecords.recordId, lookupId: attentionRecords.lookupId })
    .from(attentionRecords)
    .where(
      and(
        eq(attentionRecords.workspaceId, workspaceId),
        lt(attentionRecords.evaluatedAt, before),
        withinScope(attentionRecords.projectId, scope),
      ),
    )
    .orderBy(asc(attentionRecords.evaluatedAt), asc(attentionRecords.recordId))
    .limit(limit);
  let removedLabels = 0;
  for (const batch of chunkRows(expired, 2)) {
    const ids = batch.map(({ recordId }) => recordId);
    await tx
      .delete(attentionDrops)
      .where(and(eq(attentionDrops.workspaceId, workspaceId), inArray(attentionDrops.recordId, ids)));
    await tx
      .delete(attentionMemories)
      .where(and(eq(attentionMemories.workspaceId, workspaceId), inArray(attentionMemories.recordId, ids)));
    const gone = await tx
      .delete(attentionRecords)
      .where(and(eq(attentionRecords.workspaceId, workspaceId), inArray(attentionRecords.recordId, ids)))
      .returning({
        signatureId: attentionRecords.signatureId,
        projectId: attentionRecords.projectId,
        tier: attentionRecords.tier,
      });
    await subtractLookups(
      tx,
      workspaceId,
      gone.flatMap(({ signatureId, ...lookup }) => (signatureId === null ? [] : [{ signatureId, ...lookup }])),
    );
    const removed = await tx
      .delete(labels)
      .where(
        and(
          eq(labels.workspaceId, workspaceId),
          inArray(
            labels.lookupId,
            batch.map(({ lookupId }) => lookupId),
          ),
          sql`not exists (select 1 from attention_records record where record.workspace_id = ${workspaceId}
            and record.lookup_id = ${labels.lookupId})`,
        ),
      )
      .returning({ memoryId: labels.memoryId });
    removedLabels += removed.length;
  }
  return { records: expired.length, labels: removedLabels };
}

/** Removes what hosts told of sessions before an instant, oldest first. */
export async function deleteSessionEventsBefore(
  tx: Transaction,
  workspaceId: string,
  scope: RetentionScope,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const expired = tx
    .select({
      workspaceId: sessionEvents.workspaceId,
      projectId: sessionEvents.projectId,
      sessionId: sessionEvents.sessionId,
      eventId: sessionEvents.eventId,
    })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.workspaceId, workspaceId),
        lt(sessionEvents.occurredAt, before),
        withinScope(sessionEvents.projectId, scope),
      ),
    )
    .orderBy(asc(sessionEvents.occurredAt), asc(sessionEvents.sessionId), asc(sessionEvents.eventId))
    .limit(limit);
  const removed = await tx
    .delete(sessionEvents)
    .where(
      sql`(${sessionEvents.workspaceId}, ${sessionEvents.projectId}, ${sessionEvents.sessionId}, ${sessionEvents.eventId}) in (${expired})`,
    )
    .returning({ eventId: sessionEvents.eventId });
  return removed.length;
}

/** Removes kept answers to request ids from before an instant, oldest first. */
export async function deleteAnswersBefore(
  tx: Transaction,
  workspaceId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const removed = await tx
    .delete(idempotency)
    .where(
      sql`(${idempotency.workspaceId}, ${idempotency.keyId}, ${idempotency.operation}, ${idempotency.requestId}) in (
        select old.workspace_id, old.key_id, old.operation, old.request_id from idempotency old
        where old.workspace_id = ${workspaceId} and old.created_at < ${before.toISOString()}
        order by old.created_at, old.key_id, old.operation, old.request_id limit ${limit})`,
    )
    .returning({ requestId: idempotency.requestId });
  return removed.length;
}

function withinScope(
  column: typeof memories.projectId | typeof attentionRecords.projectId | typeof sessionEvents.projectId,
  scope: RetentionScope,
): SQL | undefined {
  if ("project" in scope) return eq(column, scope.project);
  return scope.except.length === 0 ? undefined : or(isNull(column), notInArray(column, [...scope.except]));
}
