import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { referenceChunks, referenceDocuments } from "#drizzle/schema/schema.ts";
import { chunkRows } from "./chunk-rows.ts";
import type { Database, Transaction } from "./database.ts";
import type { ReadableProjects } from "./memories.ts";

export type NewChunk = typeof referenceChunks.$inferInsert;
export type ChunkRow = typeof referenceChunks.$inferSelect;

export async function findDocumentByPath(
  tx: Transaction,
  workspaceId: string,
  projectId: string | null,
  path: string,
): Promise<{ documentId: string; contentHash: string } | null> {
  const [row] = await tx
    .select({ documentId: referenceDocuments.documentId, contentHash: referenceDocuments.contentHash })
    .from(referenceDocuments)
    .where(
      and(
        eq(referenceDocuments.workspaceId, workspaceId),
        sql`coalesce(${referenceDocuments.projectId}, '') = ${projectId ?? ""}`,
        eq(referenceDocuments.path, path),
      ),
    );
  return row ?? null;
}

export async function upsertDocument(tx: Transaction, document: typeof referenceDocuments.$inferInsert): Promise<void> {
  await tx
    .insert(referenceDocuments)
    .values(document)
    .onConflictDoUpdate({
      target: [referenceDocuments.workspaceId, referenceDocuments.documentId],
      set: { title: document.title, contentHash: document.contentHash, createdAt: document.createdAt },
    });
}

/** The chunks of a document that is written anew: emptied and marked, so that the indexes let go of them. */
export async function retireChunks(
  tx: Transaction,
  workspaceId: string,
  documentId: string,
  changeSeq: number,
  at: Date,
): Promise<void> {
  await tx
    .update(referenceChunks)
    .set({ deletedAt: at, changeSeq, text: "" })
    .where(
      and(
        eq(referenceChunks.workspaceId, workspaceId),
        eq(referenceChunks.documentId, documentId),
        isNull(referenceChunks.deletedAt),
      ),
    );
}

/** A chunk's id is of its place and text, so a part that an edit left alone comes back under the id that was just retired. */
export async function insertChunks(tx: Transaction, chunks: NewChunk[]): Promise<void> {
  for (const batch of chunkRows(chunks, 8)) {
    await tx
      .insert(referenceChunks)
      .values(batch)
      .onConflictDoUpdate({
        target: [referenceChunks.workspaceId, referenceChunks.chunkId],
        set: {
          documentId: sql`excluded.document_id`,
          headings: sql`excluded.headings`,
          text: sql`excluded.text`,
          changeSeq: sql`excluded.change_seq`,
          deletedAt: null,
        },
      });
  }
}

export async function readChunks(
  db: Database,
  workspaceId: string,
  chunkIds: readonly string[],
  readable: ReadableProjects,
): Promise<ChunkRow[]> {
  if (chunkIds.length === 0) return [];
  const rows = await db
    .select()
    .from(referenceChunks)
    .where(
      and(
        eq(referenceChunks.workspaceId, workspaceId),
        inArray(referenceChunks.chunkId, [...chunkIds]),
        isNull(referenceChunks.deletedAt),
      ),
    )
    .orderBy(asc(referenceChunks.chunkId));
  // A document without a project belongs to the workspace and is readable by all of it.
  return rows.filter((row) => readable === "all" || row.projectId === null || readable.has(row.projectId));
}

export async function listChunkChanges(
  db: Database,
  workspaceId: string,
  { afterSeq, afterId, limit }: { afterSeq: number; afterId: string; limit: number },
): Promise<ChunkRow[]> {
  return db
    .select()
    .from(referenceChunks)
    .where(
      and(
        eq(referenceChunks.workspaceId, workspaceId),
        sql`(${referenceChunks.changeSeq}, ${referenceChunks.chunkId}) > (${afterSeq}, ${afterId})`,
      ),
    )
    .orderBy(referenceChunks.changeSeq, referenceChunks.chunkId)
    .limit(limit);
}
