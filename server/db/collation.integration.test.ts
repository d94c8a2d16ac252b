import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { projects } from "#drizzle/schema/schema.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { describeEachStore } from "#server/testing/stores.ts";

/** Words of our own in these columns, compared for equality and never sorted by. */
const closedVocabularies = [
  "context_rejections.written_by",
  "idempotency.operation",
  "vectors.field",
  "vectors.owner_kind",
];

describeEachStore("text of keys", (store) => {
  test("every id and name in a key compares byte by byte, whatever the database's own collation", async () => {
    const others = await executeRows(
      store.db,
      sql`
        select c.relname || '.' || a.attname as name
        from pg_index i
        join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        join pg_collation k on k.oid = a.attcollation
        where i.indisunique and k.collname <> 'C'`,
      (row) => row.text("name"),
    );
    expect(others.sort()).toEqual(closedVocabularies);
  });

  test("ids sort by their bytes, as they do in JavaScript and not as in a dictionary", async () => {
    const ids = ["a", "B", "_", "-", "ä", "Z", "z1", "z10", "z2", "日"];
    const createdAt = new Date("2026-11-29T12:00:00Z");
    await store.db.insert(projects).values(ids.map((projectId) => ({ workspaceId: "w", projectId, createdAt })));
    const rows = await store.db.select().from(projects).orderBy(projects.projectId);
    const byBytes = [...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(rows.map(({ projectId }) => projectId)).toEqual(byBytes);
  });
});
