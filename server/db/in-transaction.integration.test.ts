import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import { expect, expectTypeOf, test } from "vitest";
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

test("the outer handle does not pass for one inside a transaction, nor does one that Drizzle hands out itself", () => {
  expectTypeOf<Database>().not.toExtend<Transaction>();
  expectTypeOf<Parameters<Parameters<Database["transaction"]>[0]>[0]>().not.toExtend<Transaction>();
  expectTypeOf<Transaction>().toExtend<Database>();
  // And so that nobody has a reason to: every transaction is opened in one place, through the guard.
  const openers = sourcesThat(/\.transaction\(/);
  expect(openers).toEqual(["server/db/guarded-pglite.ts", "server/db/in-transaction.ts"]);
});

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Product files, relative to the root, whose text matches. */
function sourcesThat(pattern: RegExp): string[] {
  const folders = ["app", "server", "drizzle"];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  );
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^drizzle\/seed\/failures/.test(file))
    .filter((file) => pattern.test(readFileSync(path.join(root, file), "utf8")))
    .sort();
}

async function stepUnderLock(tx: Transaction): Promise<void> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.workspaceId, "w")).for("update");
  await tx.update(workspaces).set({ corpusSeq: (row?.corpusSeq ?? 0) + 1 });
}

async function counterOf(db: Database): Promise<number | undefined> {
  const [row] = await db.select().from(workspaces);
  return row?.corpusSeq;
}
