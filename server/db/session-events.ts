import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { attentionRecords, sessionEvents } from "#drizzle/schema/schema.ts";
import { chunkRows } from "./chunk-rows.ts";
import type { Database, Transaction } from "./database.ts";

export type SessionEventRow = typeof sessionEvents.$inferSelect;
export type NewSessionEvent = typeof sessionEvents.$inferInsert;

/** Stores events that are not known yet; answers how many those were. */
export async function insertSessionEvents(tx: Transaction, events: readonly NewSessionEvent[]): Promise<number> {
  let stored = 0;
  for (const batch of chunkRows([...events], 12)) {
    const rows = await tx
      .insert(sessionEvents)
      .values(batch)
      .onConflictDoNothing()
      .returning({ eventId: sessionEvents.eventId });
    stored += rows.length;
  }
  return stored;
}

/** Runs and edits of a session in the order in which they happened. */
export async function listSessionEvents(
  db: Database | Transaction,
  { workspaceId, projectId, sessionId }: { workspaceId: string; projectId: string; sessionId: string },
): Promise<SessionEventRow[]> {
  return db
    .select()
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.workspaceId, workspaceId),
        eq(sessionEvents.projectId, projectId),
        eq(sessionEvents.sessionId, sessionId),
        ne(sessionEvents.kind, "end"),
      ),
    )
    .orderBy(asc(sessionEvents.occurredAt), asc(sessionEvents.ordinal), asc(sessionEvents.eventId));
}

/** How many lookups a session made that gave it something, and how much. */
export async function countGiven(
  db: Database | Transaction,
  { workspaceId, projectId, sessionId }: { workspaceId: string; projectId: string; sessionId: string },
): Promise<{ lookups: number; items: number }> {
  const [row] = await db
    .select({
      lookups: count(),
      items: sql<number>`coalesce(sum(${attentionRecords.returnedCount}), 0)::int`,
    })
    .from(attentionRecords)
    .where(
      and(
        eq(attentionRecords.workspaceId, workspaceId),
        eq(attentionRecords.projectId, projectId),
        eq(attentionRecords.sessionId, sessionId),
        sql`${attentionRecords.returnedCount} > 0`,
      ),
    );
  return { lookups: row?.lookups ?? 0, items: row?.items ?? 0 };
}
