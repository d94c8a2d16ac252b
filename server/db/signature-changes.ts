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

/** Sightings of a head whose log is still kept with their attention record, newest first; at most `limit`. */
export async function listSightedLogs(
  tx: Transaction,
  workspaceId: string,
  headId: string,
  limit: number,
): Promise<{ signatureId: string; occurrenceId: string; record: string }[]> {
  return executeRows(
    tx,
    sql`
    select seen.signature_id, seen.occurrence_id, attention.record
    from occurrences seen
    join signatures member on member.workspace_id = seen.workspace_id and member.signature_id = seen.signature_id
    join attention_records attention
      on attention.workspace_id = seen.workspace_id and attention.record_id = seen.source_id
    where seen.workspace_id = ${workspaceId} and member.head_id = ${headId} and seen.source_kind = 'lookup'
    order by seen.occurred_at desc, seen.occurrence_id desc
    limit ${limit}`,
    (row) => ({
      signatureId: row.text("signature_id"),
      occurrenceId: row.text("occurrence_id"),
      record: row.text("record"),
    }),
  );
}

/** Moves sightings to another signature. One that the other already has of the same log or request stays where it is. */
export async function moveOccurrences(
  tx: Transaction,
  workspaceId: string,
  moved: { occurrenceIds: readonly string[]; to: string },
): Promise<number> {
  if (moved.occurrenceIds.length === 0) return 0;
  const rows = await tx
    .update(occurrences)
    .set({ signatureId: moved.to })
    .where(
      and(
        eq(occurrences.workspaceId, workspaceId),
        inArray(occurrences.occurrenceId, [...moved.occurrenceIds]),
        sql`not exists (select 1 from occurrences other where other.workspace_id = ${workspaceId}
          and other.signature_id = ${moved.to}
          and (other.request_id = ${occurrences.requestId} or other.source_id = ${occurrences.sourceId}))`,
      ),
    )
    .returning({ occurrenceId: occurrences.occurrenceId });
  return rows.length;
}
