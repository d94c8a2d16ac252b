import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { memories } from "#drizzle/schema/schema.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { fillStore } from "#server/testing/fill-store.ts";
import { describeEachStore } from "#server/testing/stores.ts";

describeEachStore("E17: loads far beyond what one statement can bind", (store) => {
  test("100,000 memories are inserted in one transaction, none lost", async () => {
    await store.clear();
    const { workspaceId } = await anOperationContext(store.db);
    await fillStore(store.db, { workspaceId, project: "p", count: 100_000, textOf: (number) => `note ${number}` });
    expect(await store.db.$count(memories)).toBe(100_000);
    expect(await store.db.$count(memories, eq(memories.memoryId, "fill_0099999"))).toBe(1);
  });
});
