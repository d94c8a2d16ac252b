import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { attentionRecords, occurrences, signatures, supersessions } from "#drizzle/schema/schema.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { lookUpContext } from "./look-up-context.ts";
import { lookUpPrior } from "./look-up-prior.ts";
import { recordDecision } from "./record-decision.ts";
import { remember } from "./remember.ts";
import { runDoctor } from "./run-doctor.ts";
import { supersedeMemory } from "./supersede-memory.ts";

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

describeEachStore("whence doctor", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    for (const id of ["a", "b", "c"]) {
      bodyOf(
        await remember.call(context, { project, id, text: `Package ${id} is left-pad, one d.`, signature_source: log }),
      );
    }
    bodyOf(await lookUpContext.call(context, { project, signature_source: log }));
    context.clock.advance(1_000);
    bodyOf(await supersedeMemory.call(context, { id: "a", successor_id: "b", reason: "said better" }));
    context.clock.advance(1_000);
    bodyOf(await lookUpContext.call(context, { project, signature_source: log }));
    bodyOf(await recordDecision.call(context, { project, session: "one", text: "Keep left-pad pinned.", ground: [] }));
    bodyOf(await lookUpPrior.call(context, { project, session: "two", task_text: "pin left-pad" }));
  });
  const examine = async () => bodyOf(await runDoctor.call(context, {}));
  const findings = async () => (await examine()).checks.filter(({ found }) => found > 0);

  test("a store that only operations wrote to has no finding, and is told with its counts, versions and owner", async () => {
    const found = await examine();
    expect(found.checks.filter((check) => check.found > 0)).toEqual([]);
    expect(found).toMatchObject({
      healthy: true,
      version: "0.0.0-test",
      store: { engine: expect.stringMatching(/^Postgres \d+/), migration: expect.stringMatching(/^\d{4}_/) },
      owner: { pid: 1, host: "test" },
      counts: { memories: 4, memories_active: 3, memories_superseded: 1, supersessions: 1, attention_records: 3 },
    });
    expect(found.checks.every(({ remedy }) => remedy === null)).toBe(true);
  });

  test("a cycle of supersessions is found with its members, and with how to break it", async () => {
    await store.db.insert(supersessions).values([link("b", "c"), link("c", "a")]);
    const [cycle] = await findings();
    expect(cycle).toMatchObject({
      name: "supersession_cycles",
      found: 3,
      examples: ["a", "b", "c"],
      remedy: expect.stringContaining("whence undo"),
    });
  });

  test("a lookup that returned what had been superseded is found", async () => {
    await store.db.insert(supersessions).values(link("b", "c", "2026-07-01T00:00:00Z"));
    const stale = (await findings()).find(({ name }) => name === "stale_records");
    expect(stale?.found).toBe(2);
  });

  test("a link to a memory that is not there is found", async () => {
    await store.db.insert(supersessions).values(link("c", "gone"));
    expect(await findings()).toMatchObject([{ name: "dangling_links", found: 1, examples: ["c"] }]);
  });

  test("a lookup that was not counted, and a sighting of an unknown failure, are found", async () => {
    await store.db.delete(occurrences).where(eq(occurrences.sourceKind, "lookup"));
    expect(await findings()).toMatchObject([
      { name: "occurrences", found: 2 },
      { name: "failure_counts", found: 1, remedy: expect.stringContaining("whence repair") },
    ]);
    await store.db.delete(signatures);
    expect((await findings()).find(({ name }) => name === "occurrences")?.found).toBe(3);
  });

  test("a record that cannot be read back is found, whatever is wrong with it", async () => {
    const [first, second] = await store.db.select({ id: attentionRecords.recordId }).from(attentionRecords);
    const spoil = (id: string | undefined, record: string) =>
      store.db
        .update(attentionRecords)
        .set({ record })
        .where(eq(attentionRecords.recordId, id ?? ""));
    await spoil(first?.id, '{"operation":"memory.context"');
    await spoil(second?.id, '{"operation":"memory.context","candidates":"none"}');
    const [unreadable] = await findings();
    expect(unreadable).toMatchObject({ name: "records_parse", found: 2 });
    expect(unreadable?.examples).toEqual([first?.id, second?.id].sort());
  });

  test("indexes that are behind are named, and nothing else is wrong then", async () => {
    const behind = { ...context.retrieval, sync: () => Promise.reject(new Error("behind")) };
    const found = bodyOf(await runDoctor.call({ ...context, retrieval: behind }, {}));
    expect(found.checks.filter((check) => check.found > 0).map(({ name }) => name)).toEqual(["indexes"]);
  });
});

function link(memoryId: string, successorId: string, createdAt = "2026-07-02T11:00:00Z") {
  return { workspaceId: "test", memoryId, successorId, reason: "by hand", createdAt: new Date(createdAt) };
}
