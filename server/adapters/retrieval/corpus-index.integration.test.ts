import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { memories, workspaces } from "#drizzle/schema/schema.ts";
import type { Database } from "#server/db/database.ts";
import { addIndexMark, hasIndexMark } from "#server/db/index-marks.ts";
import { deleteMemory } from "#server/operations/delete-memory.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import type { Clock } from "#server/operations/ports.ts";
import { remember } from "#server/operations/remember.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { fixedClock } from "#server/testing/fixed-clock.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { CorpusIndex } from "./corpus-index.ts";
import { SnapshotFile } from "./snapshot-file.ts";
import { storeRetrieval } from "./store-retrieval.ts";

const project = "github.com/acme/shop";
const count = 300;

describeEachStore("indexes between two starts", (store) => {
  let folder: string;
  let file: SnapshotFile;
  let context: TestContext;

  beforeEach(async () => {
    await store.clear();
    folder = await mkdtemp(path.join(tmpdir(), "whence-index-"));
    file = new SnapshotFile(path.join(folder, "index", "w.bin"));
    context = await anOperationContext(store.db);
    await fill(store.db, count);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const anIndex = () =>
    new CorpusIndex({
      db: store.db,
      clock: context.clock,
      workspaceId: "test",
      snapshotFile: file,
      leastKept: 100,
    });
  const kept = () =>
    stat(file.path).then(
      () => true,
      () => false,
    );
  async function keepNow(): Promise<void> {
    const index = anIndex();
    await index.prepare();
    expect(await index.keep()).toBe(true);
  }
  const ask = (index: CorpusIndex, text: string) => index.indexes.text.search({ text, limit: 20 });

  test("a start from the file answers what a start from the store answers, changes since included", async () => {
    await keepNow();
    bodyOf(await remember.call(context, { project, id: "new", text: "Rotate the zanzibar certificate." }));
    const fromFile = anIndex();
    await fromFile.prepare();
    const fromStore = new CorpusIndex({ db: store.db, clock: context.clock, workspaceId: "test" });
    await fromStore.prepare();
    for (const query of ["zanzibar", "word17 in file5", "note 211", "certificate wrod17"]) {
      expect(ask(fromFile, query)).toEqual(ask(fromStore, query));
    }
    expect(ask(fromFile, "zanzibar").map(({ id }) => id)).toEqual(["new"]);
    // It goes on following the store.
    bodyOf(await remember.call(context, { project, id: "newer", text: "The zanzibar job needs a token." }));
    await fromFile.sync();
    expect(
      ask(fromFile, "zanzibar")
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["new", "newer"]);
  });

  test("a file that is cut, changed or of another store is not used, and goes", async () => {
    const damages: [string, () => Promise<unknown>][] = [
      ["cut", async () => writeFile(file.path, (await readFile(file.path)).subarray(0, 10_000))],
      ["longer", () => appendFile(file.path, "x")],
      ["empty", () => writeFile(file.path, "")],
      // The same number of changes, other memories: a store that was put back to before the file was kept, and went on.
      [
        "of another past",
        async () => {
          await store.db.update(workspaces).set({ indexMarks: [] });
          await store.db.update(memories).set({ memoryId: "m1x", text: "Quite another zanzibar." }).where(isFirst());
        },
      ],
    ];
    for (const [, damage] of damages) {
      await keepNow();
      await damage();
      const index = anIndex();
      await index.prepare();
      expect(await kept()).toBe(false);
      expect(index.indexes.text.size).toBe(count);
    }
    const index = anIndex();
    await index.prepare();
    expect(ask(index, "zanzibar").map(({ id }) => id)).toEqual(["m1x"]);
  });

  test("of many that keep indexes of one store the last 64 find their mark again", async () => {
    const marks = Array.from({ length: 70 }, (_, number) => `mark-${number}`);
    for (const mark of marks) await addIndexMark(store.db, "test", mark);
    const found = await Promise.all(marks.map((mark) => hasIndexMark(store.db, "test", mark)));
    expect(found).toEqual(marks.map((_, number) => number >= 6));
    expect(await hasIndexMark(store.db, "another", "mark-69")).toBe(false);
  });

  test("what is deleted leaves the file with the next look at the store, also when nothing was indexed since", async () => {
    await keepNow();
    bodyOf(await deleteMemory.call(context, { id: "m7" }));
    const follower = anIndex();
    await follower.prepare();
    expect(await kept()).toBe(false);

    await keepNow();
    bodyOf(await deleteMemory.call(context, { id: "m8" }));
    // A command that deletes and searches nothing.
    await anIndex().keep();
    expect(await kept()).toBe(false);
  });

  test("while the indexes are built the answer comes at once, with tier 1, and names the legs that are missing", async () => {
    const log =
      "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! Could not resolve dependency: peer react@18 from widget@2.0.0\n";
    bodyOf(await remember.call(context, { project, id: "fix", text: "Pin react to 18.", signature_source: log }));
    const retrieval = storeRetrieval({
      ...context,
      embedder: null,
      embedderTimeoutMs: 600,
      clock: outOfPatience,
      patienceMs: 250,
    });
    const early = bodyOf(
      await lookUpContext.call({ ...context, retrieval }, { project, signature_source: log, task: "pin react" }),
    );
    expect(early.tier).toBe(1);
    expect(early.lessons.map(({ id }) => id)).toEqual(["fix"]);
    expect(early.degraded).toEqual(
      ["symptom", "text", "reference", "skills"].map((leg) => ({ leg, reason: "indexing" })),
    );
    const written = bodyOf(
      await remember.call({ ...context, retrieval }, { project, id: "w", text: "Pin react to 18!" }),
    );
    expect(written.near_copies).toEqual([]);
    expect(written.notes.join(" ")).toContain("still being built");
    await retrieval.prepare();
    const patient = { ...context, retrieval: storeRetrieval({ ...context, embedder: null, embedderTimeoutMs: 600 }) };
    await patient.retrieval.prepare();
    expect(bodyOf(await lookUpContext.call(patient, { project, task: "pin react" })).degraded).toEqual([]);
  });

  test("building gives way to other work: whenever a slice of time is over, everything that waits has its turn", async () => {
    // Each look at this clock finds the slice over, so a turn is due after every row.
    let elapsedMs = 0;
    const hurried = { ...context.clock, elapsed: () => (elapsedMs += 1_000) };
    let turns = 0;
    let isOver = false;
    const takeTurn = () => {
      turns++;
      if (!isOver) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    await new CorpusIndex({ db: store.db, clock: hurried, workspaceId: "test" }).prepare();
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(count);
  });
});

/** However quickly an index is built, the time of whoever waits for it was over before. */
const outOfPatience: Clock = {
  ...fixedClock("2026-07-02T10:00:00.000Z"),
  after(_ms, call) {
    call();
    return () => {};
  },
};

function isFirst() {
  return eq(memories.memoryId, "m1");
}

async function fill(db: Database, rows: number): Promise<void> {
  await db.execute(sql`
    insert into memories (workspace_id, memory_id, project_id, level, kind, text, symptom, content_hash, change_seq, created_at)
    select 'test', 'm' || n, ${project}, 'L1', 'lesson', 'note ' || n || ' about word' || (n % 97) || ' in file' || (n % 13),
      null, '', n, now() from generate_series(1, ${rows}::int) as n`);
  await db.update(workspaces).set({ corpusSeq: rows });
}
