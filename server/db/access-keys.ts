import { and, count, desc, eq, isNull } from "drizzle-orm";
import { accessKeys } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";

export type AccessKeyRow = typeof accessKeys.$inferSelect;

export async function insertAccessKey(tx: Transaction, row: typeof accessKeys.$inferInsert): Promise<void> {
  await tx.insert(accessKeys).values(row);
}

export async function findAccessKey(
  db: Database | Transaction,
  workspaceId: string,
  keyId: string,
): Promise<AccessKeyRow | null> {
  const [row] = await db
    .select()
    .from(accessKeys)
    .where(and(eq(accessKeys.workspaceId, workspaceId), eq(accessKeys.keyId, keyId)));
  return row ?? null;
}

/** Newest first, revoked ones included. */
export async function listAccessKeys(db: Database, workspaceId: string, limit: number): Promise<AccessKeyRow[]> {
  return db
    .select()
    .from(accessKeys)
    .where(eq(accessKeys.workspaceId, workspaceId))
    .orderBy(desc(accessKeys.createdAt), desc(accessKeys.keyId))
    .limit(limit);
}

export async function countAccessKeys(db: Database | Transaction, workspaceId: string): Promise<number> {
  const [row] = await db.select({ value: count() }).from(accessKeys).where(eq(accessKeys.workspaceId, workspaceId));
  return row?.value ?? 0;
}

/** Whether anybody could come in with a key at `now`. */
export async function hasUsableKey(db: Database, workspaceId: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ expiresAt: accessKeys.expiresAt })
    .from(accessKeys)
    .where(and(eq(accessKeys.workspaceId, workspaceId), isNull(accessKeys.revokedAt)));
  return rows.some(({ expiresAt }) => expiresAt === null || expiresAt > now);
}

/** Revoking twice keeps the first time. */
export async function revokeAccessKey(
  tx: Transaction,
  { workspaceId, keyId, at }: { workspaceId: string; keyId: string; at: Date },
): Promise<void> {
  await tx
    .update(accessKeys)
    .set({ revokedAt: at })
    .where(and(eq(accessKeys.workspaceId, workspaceId), eq(accessKeys.keyId, keyId), isNull(accessKeys.revokedAt)));
}

export async function touchAccessKey(
  db: Database,
  { workspaceId, keyId, at }: { workspaceId: string; keyId: string; at: Date },
): Promise<void> {
  await db
    .update(accessKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(accessKeys.workspaceId, workspaceId), eq(accessKeys.keyId, keyId)));
}
