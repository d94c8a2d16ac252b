import { and, eq, inArray, sql } from "drizzle-orm";
import { memorySignatures, signatures } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";

/** `ownId` is the signature that the log's own words give, where a split made another one of it. */
export async function linkMemory(
  tx: Transaction,
  link: { workspaceId: string; signatureId: string; ownId?: string; memoryId: string; isPrimary: boolean },
): Promise<void> {
  await tx
    .insert(memorySignatures)
    .values({ ...link, ownId: link.ownId ?? link.signatureId })
    .onConflictDoNothing();
}

/** Leads lessons of a head to another signature instead. Answers those that belonged to the head. */
export async function moveLessons(
  tx: Transaction,
  workspaceId: string,
  moved: { memoryIds: readonly string[]; fromHead: string; to: string },
): Promise<string[]> {
  if (moved.memoryIds.length === 0) return [];
  const ofHead = sql`(select member.signature_id from signatures member
    where member.workspace_id = ${workspaceId} and member.head_id = ${moved.fromHead})`;
  const rows = await tx
    .update(memorySignatures)
    .set({ signatureId: moved.to })
    .where(
      and(
        eq(memorySignatures.workspaceId, workspaceId),
        inArray(memorySignatures.memoryId, [...moved.memoryIds]),
        sql`${memorySignatures.signatureId} in ${ofHead}`,
      ),
    )
    .returning({ memoryId: memorySignatures.memoryId });
  return [...new Set(rows.map(({ memoryId }) => memoryId))];
}

/** The failures that a memory answers for, by id. */
export async function listSignaturesOfMemory(
  db: Database | Transaction,
  workspaceId: string,
  memoryId: string,
): Promise<{ signatureId: string; tool: string; masked: string }[]> {
  return db
    .selectDistinct({ signatureId: signatures.signatureId, tool: signatures.tool, masked: signatures.masked })
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

/** Whatever leads to the one memory leads to the other as well. */
export async function copyLinks(
  tx: Transaction,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.execute(sql`
    insert into memory_signatures (workspace_id, signature_id, own_id, memory_id, is_primary)
    select workspace_id, signature_id, own_id, ${to}, true from memory_signatures
    where workspace_id = ${workspaceId} and memory_id = ${from}
    on conflict do nothing`);
}
