import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { occurrences, signatureChanges, signatures } from "#drizzle/schema/schema.ts";
import type { SplitPlace } from "#server/domain/signature-groups/signature-change.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";

export type SignatureChangeRow = typeof signatureChanges.$inferSelect;
export type NewSignatureChange = Omit<SignatureChangeRow, "undoneAt" | "undoneBy" | "undoneReason">;

export async function insertSignatureChange(tx: Transaction, change: NewSignatureChange): Promise<void> {
  await tx.insert(signatureChanges).values(change);
}

export async function findSignatureChange(
  db: Database | Transaction,
  workspaceId: string,
  changeId: string,
): Promise<SignatureChangeRow | null> {
  const [row] = await db
    .select()
    .from(signatureChanges)
    .where(and(eq(signatureChanges.workspaceId, workspaceId), eq(signatureChanges.changeId, changeId)));
  return row ?? null;
}

/** False when it was undone before. */
export async function markUndone(
  tx: Transaction,
  key: { workspaceId: string; changeId: string },
  undone: { by: string; at: Date; reason: string },
): Promise<boolean> {
  const rows = await tx
    .update(signatureChanges)
    .set({ undoneBy: undone.by, undoneAt: undone.at, undoneReason: undone.reason })
    .where(
      and(
        eq(signatureChanges.workspaceId, key.workspaceId),
        eq(signatureChanges.changeId, key.changeId),
        isNull(signatureChanges.undoneAt),
      ),
    )
    .returning({ changeId: signatureChanges.changeId });
  return rows.length === 1;
}

/** What was decided about these signatures, undone or not, the newest first. */
export async function listSignatureChanges(
  db: Database | Transaction,
  workspaceId: string,
  signatureIds: readonly string[],
  limit: number,
): Promise<SignatureChangeRow[]> {
  if (signatureIds.length === 0) return [];
  return db
    .select()
    .from(signatureChanges)
    .where(
      and(
        eq(signatureChanges.workspaceId, workspaceId),
        or(
          inArray(signatureChanges.signatureId, [...signatureIds]),
          inArray(signatureChanges.otherId, [...signatureIds]),
        ),
      ),
    )
    .orderBy(desc(signatureChanges.madeAt), desc(signatureChanges.changeId))
    .limit(limit);
}

export type StandingSplit = {
  changeId: string;
  headId: string;
  signatureId: string;
  variantId: string;
  contains: string;
  place: SplitPlace;
};

/** The splits that hold for logs of these heads, in the order in which they were made: the first that fits decides. */
export async function listStandingSplits(
  db: Database | Transaction,
  workspaceId: string,
  headIds: readonly string[],
): Promise<StandingSplit[]> {
  if (headIds.length === 0) return [];
  const rows = await db
    .select({
      changeId: signatureChanges.changeId,
      headId: signatures.headId,
      signatureId: signatureChanges.signatureId,
      variantId: signatureChanges.otherId,
      contains: signatureChanges.value,
      place: signatureChanges.place,
    })
    .from(signatureChanges)
    .innerJoin(
      signatures,
      and(
        eq(signatures.workspaceId, signatureChanges.workspaceId),
        eq(signatures.signatureId, signatureChanges.signatureId),
      ),
    )
    .where(
      and(
        eq(signatureChanges.workspaceId, workspaceId),
        eq(signatureChanges.kind, "split"),
        isNull(signatureChanges.undoneAt),
        inArray(signatures.headId, [...headIds]),
      ),
    )
    .orderBy(asc(signatureChanges.madeAt), asc(signatureChanges.changeId));
  return rows.flatMap(({ variantId, contains, place, ...row }) =>
    variantId === null || contains === null || place === null ? [] : [{ ...row, variantId, contains, place }],
  );
}

export type SightedLog = {
  ownId: string;
  /** The caller's key that parted the own signature. */
  signatureKey: string | null;
  occurrenceId: string;
  sourceId: string;
  record: string;
};

/**
 * Sightings of a head by lookups whose record is still there, of the `limit` newest logs, with what each log's own words
 * gave; and how many logs there are in all.
 */
export async function listSightedLogs(
  tx: Transaction,
  workspaceId: string,
  headId: string,
  limit: number,
): Promise<{ sightings: SightedLog[]; logs: number }> {
  const seenByLookups = sql`
    from occurrences seen
    join signatures member on member.workspace_id = seen.workspace_id and member.signature_id = seen.signature_id
    where seen.workspace_id = ${workspaceId} and member.head_id = ${headId} and seen.source_kind = 'lookup'`;
  const [logs] = await executeRows(tx, sql`select count(distinct seen.source_id) as logs ${seenByLookups}`, (row) =>
    row.number("logs"),
  );
  const sightings = await executeRows(
    tx,
    sql`
    with newest as (
      select seen.source_id, max(seen.occurred_at) as seen_at ${seenByLookups}
      group by seen.source_id order by seen_at desc, seen.source_id desc limit ${limit}
    )
    select seen.own_id, own.signature_key, seen.occurrence_id, seen.source_id, attention.record
    from newest
    join occurrences seen on seen.workspace_id = ${workspaceId} and seen.source_id = newest.source_id
    join signatures member on member.workspace_id = seen.workspace_id and member.signature_id = seen.signature_id
    join attention_records attention
      on attention.workspace_id = seen.workspace_id and attention.record_id = seen.source_id
    left join signatures own on own.workspace_id = seen.workspace_id and own.signature_id = seen.own_id
    where member.head_id = ${headId}
    order by newest.seen_at desc, seen.source_id desc, seen.own_id`,
    (row) => ({
      ownId: row.text("own_id"),
      signatureKey: row.textOrNull("signature_key"),
      occurrenceId: row.text("occurrence_id"),
      sourceId: row.text("source_id"),
      record: row.text("record"),
    }),
  );
  return { sightings, logs: logs ?? 0 };
}

/** Moves sightings to another signature; what their own words gave stays known. Answers how many logs these were. */
export async function moveOccurrences(
  tx: Transaction,
  workspaceId: string,
  moved: { occurrenceIds: readonly string[]; to: string },
): Promise<number> {
  if (moved.occurrenceIds.length === 0) return 0;
  const rows = await tx
    .update(occurrences)
    .set({ signatureId: moved.to })
    .where(and(eq(occurrences.workspaceId, workspaceId), inArray(occurrences.occurrenceId, [...moved.occurrenceIds])))
    .returning({ sourceId: occurrences.sourceId });
  return new Set(rows.map(({ sourceId }) => sourceId)).size;
}
