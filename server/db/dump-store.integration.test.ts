import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { labels as labelRows, memories, policies, projects, vectors, workspaces } from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { dumpStore } from "#server/db/dump-store.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { checkDump } from "#server/db/read-dump.ts";
import { restoreDump, StoreNotEmpty } from "#server/db/restore-dump.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { describeEachStore, openTestStore } from "#server/testing/stores.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "whence-dump-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const origin = { whenceVersion: "1.2.3", now: new Date("2026-11-29T12:00:00Z") };
const migration = { folder: migrationsFolder, whenceVersion: "1.2.3" };
const at = new Date("2026-11-29T11:59:59.123Z");

const awkward = [
  "plain",
  '#{"table":"looks like a mark"}',
  "line\nbreak\r\ntab\t\u2028\u2029 quotes \" ' \\ \\\\ \\n",
  "日本語 Ünïcode 👩‍👩‍👧 \u{10ffff} \ufffe",
  "<script>&amp;</script>",
  "",
  "x".repeat(300_000),
];

async function fill(db: Database): Promise<void> {
  await db
    .insert(workspaces)
    .values({ workspaceId: "w", name: "w", secret: "00ff", createdAt: at, corpusSeq: 9_007_199_254_740_991 });
  await db.insert(memories).values(
    awkward.map((text, number) => ({
      workspaceId: "w",
      memoryId: `mem_${number}`,
      projectId: "p",
      level: "L1" as const,
      kind: "lesson" as const,
      text,
      symptom: text || null,
      ground: [text, 'a "quoted", {braced} \\ one', "NULL"],
      parents: [{ level: "L0", source: text }],
      contentHash: "h",
      changeSeq: number,
      createdAt: at,
    })),
  );
  await db.insert(vectors).values({
    workspaceId: "w",
    ownerKind: "memory",
    ownerId: "mem_0",
    field: "text",
    model: "m",
    dimensions: 64,
    textHash: "h",
    vector: Uint8Array.from({ length: 256 }, (_, byte) => byte),
    createdAt: at,
  });
  await db.insert(policies).values({
    workspaceId: "w",
    version: 1,
    fields: { noise_floor: 0.037, tiny: 5e-324, large: 1.7976931348623157e308, negative: -0.1, none: null },
    note: "n",
    createdAt: at,
  });
}

const everything = async (db: Database) => ({
  workspaces: await db.select().from(workspaces),
  memories: await db.select().from(memories).orderBy(memories.memoryId),
  vectors: (await db.select().from(vectors)).map((row) => ({ ...row, vector: [...row.vector] })),
  policies: await db.select().from(policies),
});

describeEachStore("a dump", (store) => {
  test("loaded into either kind of store gives the same rows, bit for bit, and the same dump again", async () => {
    await fill(store.db);
    const file = path.join(folder, `${store.kind}.dump.gz`);
    const summary = await dumpStore(store.db, file, origin);
    expect(summary.rows).toMatchObject({ workspaces: 1, memories: awkward.length, vectors: 1, policies: 1, labels: 0 });
    expect(summary.bytes).toBe((await stat(file)).size);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const kind of ["embedded", "postgres"] as const) {
      const target = await openTestStore(kind);
      const { rows } = await restoreDump(target.db, file, migration);
      expect(rows).toEqual(summary.rows);
      expect(await everything(target.db)).toEqual(await everything(store.db));
      const again = path.join(folder, `${store.kind}-${kind}.dump.gz`);
      await dumpStore(target.db, again, origin);
      expect(gunzipSync(await readFile(again)).equals(gunzipSync(await readFile(file)))).toBe(true);
      await expect(restoreDump(target.db, file, migration)).rejects.toThrow(StoreNotEmpty);
      await target.close();
    }
  });

  test("one that was cut off or changed anywhere is refused before anything is loaded", async () => {
    const file = path.join(folder, `${store.kind}-whole.dump.gz`);
    await dumpStore(store.db, file, origin);
    const whole = await readFile(file);
    const text = gunzipSync(whole).toString();
    const damaged: Record<string, Buffer> = {
      "cut in the middle": whole.subarray(0, whole.length >> 1),
      "without its last line": gzipSync(`${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`),
      "one letter changed": gzipSync(text.replace("mem_3", "mem_8")),
      "one row removed": gzipSync(text.replace(/^\{"workspace_id":"w","memory_id":"mem_0".*\n/m, "")),
      "not a dump": gzipSync("hello\n"),
      "not gzip": Buffer.from("hello"),
      empty: Buffer.alloc(0),
    };
    for (const [how, bytes] of Object.entries(damaged)) {
      const bad = path.join(folder, "bad.dump.gz");
      await writeFile(bad, bytes);
      await expect(checkDump(bad), how).rejects.toThrow(/bad\.dump\.gz cannot be read/);
    }
    await expect(checkDump(path.join(folder, "none.dump.gz"))).rejects.toThrow(/ENOENT/);
  });

  test("is of one moment: of two rows that are written together it holds both or neither", async () => {
    const { labels } = await pairsIn(store.db);
    const file = path.join(folder, `${store.kind}-moment.dump.gz`);
    let isOver = false;
    let written = labels;
    const writing = (async () => {
      for (; !isOver; written++) {
        // The embedded engine answers within one turn of the event loop, which would leave no turn to anybody else.
        await nextTurn();
        const id = `pair-${written}`;
        await inTransaction(store.db, async (tx) => {
          await tx
            .insert(labelRows)
            .values({ workspaceId: "w", lookupId: id, memoryId: id, label: "unsure", labelledAt: at });
          await tx.insert(projects).values({ workspaceId: "w", projectId: id, createdAt: at });
        });
      }
    })();
    while (written < 5) await sleep(5);
    const { rows } = await dumpStore(store.db, file, origin);
    isOver = true;
    await writing;
    // `labels` is read long before `projects`, so a dump without a snapshot would hold more of the latter.
    expect(rows.projects).toBe(rows.labels);
    expect(rows.labels).toBeGreaterThanOrEqual(5);
    expect(await pairsIn(store.db)).toEqual({ labels: written, projects: written });
  });
});

const pairsIn = async (db: Database) => ({ labels: await db.$count(labelRows), projects: await db.$count(projects) });
