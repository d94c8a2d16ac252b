import { and, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import {
  attentionDrops,
  attentionMemories,
  attentionRecords,
  idempotency,
  labels,
  memories,
} from "#drizzle/schema/schema.ts";
import { besideRow } from "./beside-row.ts";
import { chunkRows } from "./chunk-rows.ts";
import { containing } from "./containing.ts";
import type { Database, Transaction } from "./database.ts";
import { addLookup } from "./failure-counts.ts";
import type { ReadableProjects } from "./memories.ts";
import { textsOf } from "./texts-of.ts";

/** Something that a lookup left out to keep its budget; `neededTokens` is the smallest limit that would have kept it. */
export type AttentionDrop = Pick<
  typeof attentionDrops.$inferInsert,
  "kind" | "tier" | "itemId" | "tokens" | "neededTokens"
>;

export type AttentionRow = typeof attentionRecords.$inferSelect;
export type NewAttention = typeof attentionRecords.$inferInsert;

/** What a list row shows: everything but the record itself. */
export type AttentionSummary = Omit<
  AttentionRow,
  "record" | "workspaceId" | "signatureId" | "policyVersion" | "requestTextRemovedAt"
>;

const summaryColumns = {
  recordId: attentionRecords.recordId,
  lookupId: attentionRecords.lookupId,
  operation: attentionRecords.operation,
  evaluatedAt: attentionRecords.evaluatedAt,
  projectId: attentionRecords.projectId,
  sessionId: attentionRecords.sessionId,
  tool: attentionRecords.tool,
  tier: attentionRecords.tier,
  origin: attentionRecords.origin,
  summary: attentionRecords.summary,
  foundCount: attentionRecords.foundCount,
  returnedCount: attentionRecords.returnedCount,
  droppedCount: attentionRecords.droppedCount,
  degradedLegs: attentionRecords.degradedLegs,
  budgetLimit: attentionRecords.budgetLimit,
  budgetUsed: attentionRecords.budgetUsed,
  durationMs: attentionRecords.durationMs,
};

export type AttentionFilter = {
  readable: ReadableProjects;
  tier?: number | "none" | undefined;
  tool?: string | undefined;
  project?: string | undefined;
  operation?: AttentionRow["operation"] | undefined;
  q?: string | undefined;
};

export async function insertAttention(
  tx: Transaction,
  record: NewAttention,
  mentioned: { memoryId: string; wasReturned: boolean }[],
  drops: readonly AttentionDrop[],
): Promise<void> {
  await tx.insert(attentionRecords).values(record);
  if (record.signatureId) {
    const { workspaceId, signatureId, projectId = null, tier = null } = record;
    await addLookup(tx, workspaceId, { signatureId, projectId, tier });
  }
  const links = mentioned.map((mention) => ({
    workspaceId: record.workspaceId,
    recordId: record.recordId,
    lookupId: record.lookupId,
    ...mention,
  }));
  for (const batch of chunkRows(links, 5)) await tx.insert(attentionMemories).values(batch).onConflictDoNothing();
  const dropped = drops.map((drop, position) => ({
    workspaceId: record.workspaceId,
    recordId: record.recordId,
    projectId: record.projectId ?? null,
    position,
    droppedAt: record.evaluatedAt,
    ...drop,
  }));
  for (const batch of chunkRows(dropped, 10)) await tx.insert(attentionDrops).values(batch);
}

/** Newest first, equal times by id. */
export async function listAttention(
  db: Database,
  workspaceId: string,
  filter: AttentionFilter & { after?: { at: Date; id: string } | undefined; limit: number },
): Promise<AttentionSummary[]> {
  return db
    .select(summaryColumns)
    .from(attentionRecords)
    .where(
      and(
        matching(workspaceId, filter),
        filter.after === undefined
          ? undefined
          : besideRow(attentionRecords.evaluatedAt, attentionRecords.recordId, "older", filter.after),
      ),
    )
    .orderBy(desc(attentionRecords.evaluatedAt), desc(attentionRecords.recordId))
    .limit(filter.limit);
}

/** How many matching records are newer than one, counted up to 1,000. */
export async function countNewerAttention(
  db: Database,
  workspaceId: string,
  filter: AttentionFilter & { afterRecordId: string | null },
): Promise<number> {
  let newer: SQL | undefined;
  if (filter.afterRecordId !== null) {
    const [from] = await db
      .select({ evaluatedAt: attentionRecords.evaluatedAt })
      .from(attentionRecords)
      .where(and(eq(attentionRecords.workspaceId, workspaceId), eq(attentionRecords.recordId, filter.afterRecordId)));
    if (!from) return 0;
    const position = { at: from.evaluatedAt, id: filter.afterRecordId };
    newer = besideRow(attentionRecords.evaluatedAt, attentionRecords.recordId, "newer", position);
  }
  const bounded = db
    .select({ recordId: attentionRecords.recordId })
    .from(attentionRecords)
    .where(and(matching(workspaceId, filter), newer))
    .limit(1_000)
    .as("bounded");
  const [row] = await db.select({ value: count() }).from(bounded);
  return row?.value ?? 0;
}

/** By record id, or the newest of a lookup id. */
export async function findAttention(db: Database, workspaceId: string, id: string): Promise<AttentionRow | null> {
  const [row] = await db
    .select()
    .from(attentionRecords)
    .where(
      and(
        eq(attentionRecords.workspaceId, workspaceId),
        id.startsWith("lk_") ? eq(attentionRecords.lookupId, id) : eq(attentionRecords.recordId, id),
      ),
    )
    .orderBy(desc(attentionRecords.evaluatedAt), desc(attentionRecords.recordId))
    .limit(1);
  return row ?? null;
}

export async function listSameLookup(
  db: Database,
  workspaceId: string,
  lookupId: string,
  readable: ReadableProjects,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ recordId: attentionRecords.recordId })
    .from(attentionRecords)
    .where(
      and(
        eq(attentionRecords.workspaceId, workspaceId),
        eq(attentionRecords.lookupId, lookupId),
        withinProjects(readable),
      ),
    )
    .orderBy(desc(attentionRecords.evaluatedAt), desc(attentionRecords.recordId))
    .limit(limit);
  return rows.map((row) => row.recordId);
}

/** What the list shows of the newest record of each lookup; of those whose text is still kept. */
export async function listLookupSummaries(
  db: Database,
  workspaceId: string,
  readable: ReadableProjects,
  lookupIds: readonly string[],
): Promise<Map<string, string>> {
  const summaries = new Map<string, string>();
  for (const batch of chunkRows([...lookupIds], 1)) {
    const rows = await db
      .selectDistinctOn([attentionRecords.lookupId], {
        lookupId: attentionRecords.lookupId,
        summary: attentionRecords.summary,
      })
      .from(attentionRecords)
      .where(
        and(
          eq(attentionRecords.workspaceId, workspaceId),
          inArray(attentionRecords.lookupId, batch),
          withinProjects(readable),
        ),
      )
      .orderBy(attentionRecords.lookupId, desc(attentionRecords.evaluatedAt), desc(attentionRecords.recordId));
    for (const { lookupId, summary } of rows) if (summary !== "") summaries.set(lookupId, summary);
  }
  return summaries;
}

/** The tools and projects of the newest 5,000 records, by name. */
export async function listAttentionFacets(
  db: Database,
  workspaceId: string,
  readable: ReadableProjects,
): Promise<{ tools: string[]; projects: string[] }> {
  const newest = db
    .select({ tool: attentionRecords.tool, projectId: attentionRecords.projectId })
    .from(attentionRecords)
    .where(and(eq(attentionRecords.workspaceId, workspaceId), withinProjects(readable)))
    .orderBy(desc(attentionRecords.evaluatedAt), desc(attentionRecords.recordId))
    .limit(5_000)
    .as("newest");
  const rows = await db.selectDistinct({ tool: newest.tool, projectId: newest.projectId }).from(newest);
  const named = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))].sort();
  return { tools: named(rows.map((row) => row.tool)), projects: named(rows.map((row) => row.projectId)) };
}

/** The memories that a record returned and that still have a text, by id. */
export async function listReturnedMemories(
  db: Database,
  workspaceId: string,
  recordId: string,
): Promise<{ id: string; projectId: string; ground: string[]; text: string }[]> {
  return db
    .select({ id: memories.memoryId, projectId: memories.projectId, ground: memories.ground, text: memories.text })
    .from(attentionMemories)
    .innerJoin(
      memories,
      and(
        eq(memories.workspaceId, attentionMemories.workspaceId),
        eq(memories.memoryId, attentionMemories.memoryId),
        isNull(memories.deletedAt),
      ),
    )
    .where(
      and(
        eq(attentionMemories.workspaceId, workspaceId),
        eq(attentionMemories.recordId, recordId),
        eq(attentionMemories.wasReturned, true),
      ),
    )
    .orderBy(memories.memoryId);
}

/** The records and kept answers that hold a memory's text, for its deletion. */
export async function rewriteRecordsOf(
  tx: Transaction,
  workspaceId: string,
  memoryId: string,
  rewrite: (record: string) => string,
): Promise<void> {
  const rows = await tx
    .select({ recordId: attentionRecords.recordId, record: attentionRecords.record })
    .from(attentionMemories)
    .innerJoin(
      attentionRecords,
      and(
        eq(attentionRecords.workspaceId, attentionMemories.workspaceId),
        eq(attentionRecords.recordId, attentionMemories.recordId),
      ),
    )
    .where(and(eq(attentionMemories.workspaceId, workspaceId), eq(attentionMemories.memoryId, memoryId)));
  for (const row of rows) {
    await tx
      .update(attentionRecords)
      .set({ record: rewrite(row.record) })
      .where(and(eq(attentionRecords.workspaceId, workspaceId), eq(attentionRecords.recordId, row.recordId)));
  }
}

export async function rewriteAnswersHolding(
  tx: Transaction,
  workspaceId: string,
  memoryIds: readonly string[],
  rewrite: (response: string) => string,
): Promise<void> {
  if (memoryIds.length === 0) return;
  const patterns = memoryIds.map((id) => `%${JSON.stringify(id).replace(/[\\%_]/g, "\\$&")}%`);
  const rows = await tx
    .select()
    .from(idempotency)
    .where(and(eq(idempotency.workspaceId, workspaceId), sql`${idempotency.response} like any (${textsOf(patterns)})`));
  for (const row of rows) {
    await tx
      .update(idempotency)
      .set({ response: rewrite(row.response) })
      .where(
        and(
          eq(idempotency.workspaceId, workspaceId),
          eq(idempotency.keyId, row.keyId),
          eq(idempotency.operation, row.operation),
          eq(idempotency.requestId, row.requestId),
        ),
      );
  }
}

export async function listLabels(
  db: Database,
  workspaceId: string,
  lookupId: string,
): Promise<{ memoryId: string; label: "relevant" | "control" | "unsure" }[]> {
  return db
    .select({ memoryId: labels.memoryId, label: labels.label })
    .from(labels)
    .where(and(eq(labels.workspaceId, workspaceId), eq(labels.lookupId, lookupId)))
    .orderBy(labels.memoryId);
}

function matching(workspaceId: string, filter: AttentionFilter): SQL | undefined {
  return and(
    eq(attentionRecords.workspaceId, workspaceId),
    withinProjects(filter.readable),
    filter.project === undefined ? undefined : eq(attentionRecords.projectId, filter.project),
    filter.tool === undefined ? undefined : eq(attentionRecords.tool, filter.tool),
    filter.operation === undefined ? undefined : eq(attentionRecords.operation, filter.operation),
    filter.tier === undefined
      ? undefined
      : filter.tier === "none"
        ? isNull(attentionRecords.tier)
        : eq(attentionRecords.tier, filter.tier),
    filter.q === undefined ? undefined : containing(attentionRecords.summary, filter.q),
  );
}

function withinProjects(readable: ReadableProjects): SQL | undefined {
  if (readable === "all") return undefined;
  return readable.size === 0 ? sql`false` : inArray(attentionRecords.projectId, [...readable]);
}
