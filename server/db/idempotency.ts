import { and, eq } from "drizzle-orm";
import { idempotency } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";

export type AnswerKey = { workspaceId: string; keyId: string; operation: string; requestId: string };
export type KeptAnswer = { status: number; text: string; bodyHash: string };

export async function readAnswer(db: Database, key: AnswerKey): Promise<KeptAnswer | null> {
  const [row] = await db
    .select({ status: idempotency.status, text: idempotency.response, bodyHash: idempotency.bodyHash })
    .from(idempotency)
    .where(
      and(
        eq(idempotency.workspaceId, key.workspaceId),
        eq(idempotency.keyId, key.keyId),
        eq(idempotency.operation, key.operation),
        eq(idempotency.requestId, key.requestId),
      ),
    );
  return row ?? null;
}

/** Returns false when another call kept its answer first; on Postgres it waits for that call to commit. */
export async function insertAnswer(
  tx: Transaction,
  answer: AnswerKey & KeptAnswer & { createdAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insert(idempotency)
    .values({
      workspaceId: answer.workspaceId,
      keyId: answer.keyId,
      operation: answer.operation,
      requestId: answer.requestId,
      bodyHash: answer.bodyHash,
      status: answer.status,
      response: answer.text,
      createdAt: answer.createdAt,
    })
    .onConflictDoNothing()
    .returning({ requestId: idempotency.requestId });
  return inserted.length === 1;
}
