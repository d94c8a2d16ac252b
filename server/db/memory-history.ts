import { and, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  attentionMemories,
  attentionRecords,
  labels,
  memorySignatures,
  occurrences,
  outcomes,
} from "#drizzle/schema/schema.ts";
import type { Database } from "./database.ts";
import type { ReadableProjects } from "./memories.ts";

export type Surfacing = {
  lookupId: string;
  recordId: string;
  operation: "memory.context" | "context.prior" | "agent.boot";
  projectId: string | null;
  summary: string;
  wasReturned: boolean;
  at: Date;
  /** The judgement of a person on this memory in that lookup. */
  label: "relevant" | "control" | "unsure" | null;
};

/** The lookups that considered a memory, newest first. */
export async function listSurfacings(
  db: Database,
  workspaceId: string,
  memoryId: string,
  readable: ReadableProjects,
  limit: number,
): Promise<Surfacing[]> {
  return db
    .select({
      lookupId: attentionMemories.lookupId,
      recordId: attentionMemories.recordId,
      operation: attentionRecords.operation,
      projectId: attentionRecords.projectId,
      summary: attentionRecords.summary,
      wasReturned: attentionMemories.wasReturned,
      at: attentionRecords.evaluatedAt,
      label: labels.label,
    })
    .from(attentionMemories)
    .innerJoin(attentionRecords, ofSameRecord)
    .leftJoin(
      labels,
      and(
        eq(labels.workspaceId, attentionMemories.workspaceId),
        eq(labels.lookupId, attentionMemories.lookupId),
        eq(labels.memoryId, attentionMemories.memoryId),
      ),
    )
    .where(surfacingsOf(workspaceId, memoryId, readable))
    .orderBy(desc(attentionRecords.evaluatedAt), desc(attentionRecords.recordId))
    .limit(limit);
}

/** How many readable lookups considered a memory, and how many of them returned it. */
export async function countSurfacings(
  db: Database,
  workspaceId: string,
  memoryId: string,
  readable: ReadableProjects,
): Promise<{ considered: number; returned: number }> {
  const [row] = await db
    .select({
      considered: count(),
      returned: sql<string>`count(*) filter (where ${attentionMemories.wasReturned})`,
    })
    .from(attentionMemories)
    .innerJoin(attentionRecords, ofSameRecord)
    .where(surfacingsOf(workspaceId, memoryId, readable));
  return { considered: row?.considered ?? 0, returned: Number(row?.returned ?? 0) };
}

/** Outcomes that named each of these lookups. One outcome of a task judges several decisions and counts once. */
export async function countOutcomesOfLookups(
  db: Database,
  workspaceId: string,
  lookupIds: readonly string[],
): Promise<Map<string, { pass: number; fail: number }>> {
  const counts = new Map<string, { pass: number; fail: number }>();
  if (lookupIds.length === 0) return counts;
  const rows = await db
    .selectDistinct({ lookupId: outcomes.lookupId, outcomeId: outcomes.outcomeId, verdict: outcomes.verdict })
    .from(outcomes)
    .where(and(eq(outcomes.workspaceId, workspaceId), inArray(outcomes.lookupId, [...lookupIds])));
  for (const { lookupId, verdict } of rows) {
    if (lookupId === null) continue;
    const known = counts.get(lookupId) ?? { pass: 0, fail: 0 };
    counts.set(lookupId, { ...known, [verdict]: known[verdict] + 1 });
  }
  return counts;
}

/** What came of a decision, newest first. Without the rationale, which other sessions are never given. */
export async function listOutcomesOf(
  db: Database,
  workspaceId: string,
  memoryId: string,
  limit: number,
): Promise<{ outcomeId: string; verdict: "pass" | "fail"; sessionId: string; at: Date }[]> {
  return db
    .select({
      outcomeId: outcomes.outcomeId,
      verdict: outcomes.verdict,
      sessionId: outcomes.sessionId,
      at: outcomes.recordedAt,
    })
    .from(outcomes)
    .where(and(eq(outcomes.workspaceId, workspaceId), eq(outcomes.memoryId, memoryId)))
    .orderBy(desc(outcomes.recordedAt), desc(outcomes.outcomeId))
    .limit(limit);
}

/** Sightings of the failures that a memory is linked to, newest first. */
export async function listOccurrencesOf(
  db: Database,
  workspaceId: string,
  memoryId: string,
  readable: ReadableProjects,
  limit: number,
): Promise<
  { signatureId: string; projectId: string | null; sourceKind: "lookup" | "memory"; sourceId: string; at: Date }[]
> {
  return db
    .selectDistinct({
      signatureId: occurrences.signatureId,
      projectId: occurrences.projectId,
      sourceKind: occurrences.sourceKind,
      sourceId: occurrences.sourceId,
      at: occurrences.occurredAt,
    })
    .from(occurrences)
    .where(
      and(
        eq(occurrences.workspaceId, workspaceId),
        inArray(
          occurrences.signatureId,
          db
            .select({ signatureId: memorySignatures.signatureId })
            .from(memorySignatures)
            .where(and(eq(memorySignatures.workspaceId, workspaceId), eq(memorySignatures.memoryId, memoryId))),
        ),
        readable === "all" ? undefined : inArray(occurrences.projectId, [...readable]),
      ),
    )
    .orderBy(desc(occurrences.occurredAt), desc(occurrences.sourceId), occurrences.signatureId)
    .limit(limit);
}

const ofSameRecord = and(
  eq(attentionRecords.workspaceId, attentionMemories.workspaceId),
  eq(attentionRecords.recordId, attentionMemories.recordId),
);

function surfacingsOf(workspaceId: string, memoryId: string, readable: ReadableProjects): SQL | undefined {
  return and(
    eq(attentionMemories.workspaceId, workspaceId),
    eq(attentionMemories.memoryId, memoryId),
    readable === "all" ? undefined : inArray(attentionRecords.projectId, [...readable]),
  );
}
