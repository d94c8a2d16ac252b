import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { projects, workspaces } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { inSerializableTransaction, inTransaction } from "#server/db/in-transaction.ts";
import { describeEachStore } from "#server/testing/stores.ts";

const createdAt = new Date("2026-11-29T12:00:00Z");

/** The classic skew: look whether nobody is there, and only then enter. */
async function enterIfAlone(tx: Transaction, projectId: string): Promise<void> {
  if ((await tx.$count(projects)) === 0) await tx.insert(projects).values({ workspaceId: "w", projectId, createdAt });
}

const twenty = (run: (number: number) => Promise<void>) =>
  Promise.all(Array.from({ length: 20 }, (_, number) => run(number)));

describeEachStore("transactions side by side", (store) => {
  test("serializable: of 20 that each enter only if nobody is there, one enters", async () => {
    await store.clear();
    await twenty((number) => inSerializableTransaction(store.db, (tx) => enterIfAlone(tx, `p${number}`)));
    expect(await store.db.$count(projects)).toBe(1);
  });

  test("20 that add to one counter through its row lose no step", async () => {
    await store.clear();
    await store.db.insert(workspaces).values({ workspaceId: "w", name: "w", secret: "00", createdAt });
    await twenty(() => inTransaction(store.db, (tx) => stepUnderLock(tx)));
    expect(await counterOf(store.db)).toBe(20);
  });

  test("what a transaction throws comes out as it was thrown, and nothing of it stays", async () => {
    await store.clear();
    const refusal = new Error("refused");
    const attempt = inTransaction(store.db, async (tx) => {
      await tx.insert(projects).values({ workspaceId: "w", projectId: "p", createdAt });
      throw refusal;
    });
    await expect(attempt).rejects.toBe(refusal);
    expect(await store.db.$count(projects)).toBe(0);
  });
});

async function stepUnderLock(tx: Transaction): Promise<void> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.workspaceId, "w")).for("update");
  await tx.update(workspaces).set({ corpusSeq: (row?.corpusSeq ?? 0) + 1 });
}

async function counterOf(db: Database): Promise<number | undefined> {
  const [row] = await db.select().from(workspaces);
  return row?.corpusSeq;
}
