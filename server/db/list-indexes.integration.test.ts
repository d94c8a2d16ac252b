import { and, desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { attentionRecords, calibrations, memories, signatureChanges } from "#drizzle/schema/schema.ts";
import { timesOf } from "#server/db/attention-statistics.ts";
import { besideRow } from "#server/db/beside-row.ts";
import { containing } from "#server/db/containing.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { keptCounts } from "#server/db/failures.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { describeEachStore } from "#server/testing/stores.ts";

const lists = [
  { table: attentionRecords, time: attentionRecords.evaluatedAt, id: attentionRecords.recordId },
  { table: memories, time: memories.createdAt, id: memories.memoryId },
  { table: calibrations, time: calibrations.createdAt, id: calibrations.calibrationId },
  { table: signatureChanges, time: signatureChanges.madeAt, id: signatureChanges.changeId },
];

describeEachStore("lists over a large store", (store) => {
  test("a page of a list, newest first, is read from an index at its place and never sorted", async () => {
    for (const { table, time, id } of lists) {
      const plan = await inTransaction(store.db, async (tx) => {
        // Over a few rows reading them all is cheaper; here it counts whether the index can serve the order at all.
        await tx.execute(sql`set local enable_seqscan = off`);
        await tx.execute(sql`set local enable_bitmapscan = off`);
        const deep = besideRow(time, id, "older", { at: new Date("2026-11-29T12:00:00Z"), id: "m" });
        const page = tx
          .select({ id })
          .from(table)
          .where(and(eq(table.workspaceId, "w"), deep))
          .orderBy(desc(time), desc(id))
          .limit(50);
        return executeRows(tx, sql`explain ${page}`, (row) => row.text("QUERY PLAN"));
      });
      const told = plan.join("\n");
      expect(told).toMatch(/Index (Only )?Scan Backward/);
      expect(told).toMatch(/Index Cond: .*ROW\(/);
      expect(told).not.toContain("Sort");
    }
  });

  test("a page of failures, of all projects or of one, is read from the index of its order, and none is sorted to find it", async () => {
    for (const { column, index } of [
      { column: "last_seen", index: "failure_counts_by_last_seen" },
      { column: "first_seen", index: "failure_counts_by_first_seen" },
      { column: "seen_count", index: "failure_counts_by_seen_count" },
    ]) {
      for (const project of [undefined, "github.com/acme/shop"]) {
        const plan = await inTransaction(store.db, async (tx) => {
          await tx.execute(sql`set local enable_seqscan = off`);
          await tx.execute(sql`set local enable_bitmapscan = off`);
          const counts = keptCounts("w", { readable: "all", project });
          const page = sql`select head_id from ${counts} counts order by ${sql.identifier(column)} desc, head_id desc limit 50`;
          return executeRows(tx, sql`explain ${page}`, (row) => row.text("QUERY PLAN"));
        });
        const told = plan.join("\n");
        expect(told).toMatch(new RegExp(`Index (Only )?Scan Backward using ${index}`));
        expect(told).not.toContain("Sort");
      }
    }
  });

  test("a word that many rows hold is found along the order of the list, and a wildcard in it is a letter", async () => {
    await store.clear();
    await store.db.execute(sql`insert into memories
      (workspace_id, memory_id, project_id, session_id, level, kind, text, content_hash, change_seq, created_at)
      select 'w', 'mem_' || i, 'p', 's', 'L1', 'lesson', case when i % 2 = 0 then i || ' Docker 100%' else i || ' npm' end, md5(i::text), i,
        timestamptz '2026-11-29 12:00+00' - (i || ' minutes')::interval
      from generate_series(1, 3000) i`);
    await store.db.execute(sql`analyze memories`);
    const page = (text: string) =>
      store.db
        .select({ id: memories.memoryId })
        .from(memories)
        .where(and(eq(memories.workspaceId, "w"), containing(memories.text, text)))
        .orderBy(desc(memories.createdAt), desc(memories.memoryId))
        .limit(50);
    const plan = await executeRows(store.db, sql`explain ${page("docker")}`, (row) => row.text("QUERY PLAN"));
    expect(plan.join("\n")).toMatch(/Index Scan Backward using memories_newest/);
    expect(plan.join("\n")).not.toContain("Sort");
    expect((await page("dOCKER 100%")).slice(0, 2)).toEqual([{ id: "mem_2" }, { id: "mem_4" }]);
    expect(await page("docker_100")).toEqual([]);
    expect(await page("%npm")).toEqual([]);
  });

  test("the edges of a range are read once a query, and not once a row", async () => {
    const edges = timesOf([new Date("2026-11-28T12:00:00Z"), new Date("2026-11-29T12:00:00Z")]);
    const plan = await executeRows(
      store.db,
      sql`explain verbose select width_bucket(evaluated_at, ${edges}) from attention_records`,
      (row) => row.text("QUERY PLAN"),
    );
    expect(plan.join("\n")).toMatch(/Output: width_bucket\(\S+, \(InitPlan|Output: width_bucket\(\S+, \$0\)/);
  });

  test("no index says where nulls come, because no list does and such an index would never be read for its order", async () => {
    const indexes = await executeRows(
      store.db,
      sql`select indexdef from pg_indexes where schemaname = 'public' order by indexname`,
      (row) => row.text("indexdef"),
    );
    expect(indexes.length).toBeGreaterThan(40);
    expect(indexes.filter((index) => /nulls (first|last)|\bdesc\b/i.test(index))).toEqual([]);
  });
});
