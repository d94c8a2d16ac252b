import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { projectAliases, projects } from "#drizzle/schema/schema.ts";
import { chunkRows } from "#server/db/chunk-rows.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { describeEachStore } from "#server/testing/stores.ts";

const createdAt = new Date("2026-11-29T12:00:00Z");

describeEachStore("E17: rows beyond what one statement can bind", (store) => {
  // 100,000 rows: see chunk-rows.long.test.ts.
  test.each([5_461, 5_462, 12_000])("%i rows are inserted in one transaction, none lost", async (count) => {
    await store.clear();
    await inTransaction(store.db, async (tx) => {
      const rows = Array.from({ length: count }, (_, row) => ({
        workspaceId: "w",
        projectId: `p${row}`,
        isDemo: row % 2 === 0,
        createdAt,
      }));
      for (const batch of chunkRows(rows, 4)) await tx.insert(projects).values(batch);
    });
    expect(await store.db.$count(projects)).toBe(count);
    expect(await store.db.$count(projects, eq(projects.projectId, `p${count - 1}`))).toBe(1);
  });

  test("a batch that fails takes the ones before it along", async () => {
    await store.clear();
    const rows = Array.from({ length: 20_000 }, (_, row) => ({
      workspaceId: "w",
      alias: `a${row}`,
      projectId: "p",
      createdAt,
    }));
    const doubled = [...rows, ...rows.slice(0, 1)];
    const insert = inTransaction(store.db, async (tx) => {
      for (const batch of chunkRows(doubled, 4)) await tx.insert(projectAliases).values(batch);
    });
    await expect(insert).rejects.toThrow();
    expect(await store.db.$count(projectAliases)).toBe(0);
  });

  test("70,000 ids are looked up in batches, and as one array", async () => {
    await store.clear();
    await store.db
      .insert(projects)
      .values([0, 69_999].map((row) => ({ workspaceId: "w", projectId: `p${row}`, createdAt })));
    const wanted = Array.from({ length: 70_000 }, (_, row) => `p${row}`);
    const found: string[] = [];
    for (const batch of chunkRows(wanted, 1)) {
      const rows = await store.db.select().from(projects).where(inArray(projects.projectId, batch));
      found.push(...rows.map(({ projectId }) => projectId));
    }
    expect(found.sort()).toEqual(["p0", "p69999"]);
    const asArray = sql`${projects.projectId} = any(${sql.param(wanted)}::text[])`;
    expect(await store.db.$count(projects, asArray)).toBe(2);
  });
});
