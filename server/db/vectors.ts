import { and, eq } from "drizzle-orm";
import { vectors } from "#drizzle/schema/schema.ts";
import type { Database } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";

export type VectorRow = typeof vectors.$inferSelect;

export async function listVectors(db: Database, workspaceId: string, model: string): Promise<VectorRow[]> {
  return db
    .select()
    .from(vectors)
    .where(and(eq(vectors.workspaceId, workspaceId), eq(vectors.model, model)));
}

export async function upsertVectors(db: Database, rows: VectorRow[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const row of rows) {
      await tx
        .insert(vectors)
        .values(row)
        .onConflictDoUpdate({
          target: [vectors.workspaceId, vectors.ownerKind, vectors.ownerId, vectors.field, vectors.model],
          set: { textHash: row.textHash, vector: row.vector, dimensions: row.dimensions, createdAt: row.createdAt },
        });
    }
  });
}
