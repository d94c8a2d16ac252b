import { beforeEach, expect, test } from "vitest";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { addReference } from "./add-reference.ts";

describeEachStore("a document", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  test("that is edited in one part keeps the others, and may go back to what it said before", async () => {
    for (const end of ["one", "two", "one"]) {
      const markdown = `# First\n\nStays as it is.\n\n# Second\n\nSays ${end}.\n`;
      bodyOf(await addReference.call(context, { path: "guide.md", markdown }));
      const chunks = await store.db.query.referenceChunks.findMany();
      const live = chunks.filter(({ deletedAt }) => deletedAt === null).map(({ text }) => text);
      expect(live).toHaveLength(2);
      expect(live.join("\n")).toContain("Stays as it is.");
      expect(live.join("\n")).toContain(`Says ${end}.`);
      for (const { deletedAt, text } of chunks) if (deletedAt !== null) expect(text).toBe("");
    }
  });
});
