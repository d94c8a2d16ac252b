import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { workspaces } from "#drizzle/schema/schema.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { OuterHandleInTransaction } from "#server/db/transaction-guard.ts";
import { describeEachStore } from "#server/testing/stores.ts";

const aWorkspace = (workspaceId: string) => ({
  workspaceId,
  name: workspaceId,
  secret: "00",
  createdAt: new Date("2026-11-29T12:00:00Z"),
});

describeEachStore("a transaction and the outer handle", (store) => {
  test("a query on the outer handle inside a transaction throws, rolls back, and later queries run", async () => {
    const attempt = inTransaction(store.db, async (tx) => {
      await tx.insert(workspaces).values(aWorkspace("w-rolled-back"));
      await store.db.select().from(workspaces);
    });
    await expect(attempt).rejects.toSatisfy(isGuardError);
    expect(await store.db.select().from(workspaces)).toEqual([]);
  });

  test("a transaction on the outer handle inside a transaction throws too", async () => {
    const attempt = inTransaction(store.db, () => inTransaction(store.db, async () => {}));
    await expect(attempt).rejects.toSatisfy(isGuardError);
    expect(await store.db.execute(sql`select 1`)).toBeDefined();
  });

  test("a savepoint inside a transaction uses its handle, and its rollback keeps what came before", async () => {
    await inTransaction(store.db, async (tx) => {
      await tx.insert(workspaces).values(aWorkspace("w-kept"));
      await expect(
        tx.transaction(async (inner) => {
          await inner.insert(workspaces).values(aWorkspace("w-undone"));
          throw new Error("undo");
        }),
      ).rejects.toThrow("undo");
    });
    expect((await store.db.select().from(workspaces)).map((row) => row.workspaceId)).toEqual(["w-kept"]);
  });

  test("work that a transaction started and that outlives it may use the outer handle", async () => {
    let later: Promise<unknown> = Promise.resolve();
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    await inTransaction(store.db, async () => {
      later = over.then(() => store.db.execute(sql`select 1`));
    });
    isOver();
    await expect(later).resolves.toBeDefined();
  });
});

/** Drizzle wraps what the driver throws. */
function isGuardError(error: unknown): boolean {
  return (
    error instanceof OuterHandleInTransaction ||
    (error instanceof Error && error.cause instanceof OuterHandleInTransaction)
  );
}
