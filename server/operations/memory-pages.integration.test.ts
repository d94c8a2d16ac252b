import { beforeEach, expect, test } from "vitest";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { browseMemories, listMemoryFilters, readMemory } from "./browse-memories.ts";
import { browseSupersessions, readSupersession } from "./browse-supersessions.ts";
import { deleteMemory } from "./delete-memory.ts";
import { listNearCopies } from "./list-near-copies.ts";
import { lookUpContext } from "./look-up-context.ts";
import { recordDecision, recordOutcome } from "./record-decision.ts";
import { remember } from "./remember.ts";
import { labelLookup } from "./replay-lookup.ts";
import { supersedeMemory, undoSupersede } from "./supersede-memory.ts";

const project = "github.com/acme/shop";
const log = "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\n";

describeEachStore("what the pages of memories read", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const write = async (id: string, text: string, more: Record<string, unknown> = {}) =>
    bodyOf(await remember.call(context, { project, id, text, ...more }));
  const supersede = async (id: string, input: Record<string, unknown>) =>
    bodyOf(await supersedeMemory.call(context, { id, reason: `why ${id} went`, ...input }));
  const idsOf = async (filter: Record<string, unknown>) =>
    bodyOf(await browseMemories.call(context, filter))
      .items.map(({ id }) => id)
      .sort();

  test("each state, kind, tool and text of the filter lets through exactly its memories", async () => {
    await write("lesson", "Upgrade react-slots, which accepts react 19.", { tool: "npm", symptom: "peer conflict" });
    await write("old", "Pin react to 17 until slots follow.");
    await write("gone", "A secret that somebody stored by mistake.");
    await write("retired", "Use the proxy of the old office.");
    await write("raw", "npm ERR! whole log here", { level: "L0", kind: "evidence" });
    await supersede("old", { successor_id: "lesson" });
    await supersede("retired", { successor: null });
    bodyOf(await deleteMemory.call(context, { id: "gone" }));
    expect(await idsOf({ state: "active" })).toEqual(["lesson", "raw"]);
    expect(await idsOf({ state: "superseded" })).toEqual(["old"]);
    expect(await idsOf({ state: "retired" })).toEqual(["retired"]);
    expect(await idsOf({ state: "deleted" })).toEqual(["gone"]);
    expect(await idsOf({ state: "draft" })).toEqual([]);
    expect(await idsOf({ kind: "evidence" })).toEqual(["raw"]);
    expect(await idsOf({ tool: "NPM" })).toEqual(["lesson"]);
    expect(await idsOf({ q: "PEER conf" })).toEqual(["lesson"]);
    expect(await idsOf({ q: "100%" })).toEqual([]);
    expect(await idsOf({ q: "retired" })).toEqual(["retired"]);
    expect(bodyOf(await listMemoryFilters.call(context, {}))).toEqual({ tools: ["npm"], projects: [project] });
  });

  test("a memory tells where it was surfaced, what was judged there and what came of it", async () => {
    await write("lesson", "Upgrade react-slots, which accepts react 19.", { signature_source: log });
    const answer = bodyOf(await lookUpContext.call(context, { signature_source: log, project, session: "s-2" }));
    const lookupId = answer.lookup_id ?? "";
    bodyOf(await labelLookup.call(context, { id: lookupId, memory_id: "lesson", label: "relevant" }));
    bodyOf(
      await recordDecision.call(context, { project, session: "s-2", id: "decided", text: "Upgrade slots", ground: [] }),
    );
    for (const verdict of ["fail", "pass"]) {
      bodyOf(
        await recordOutcome.call(context, {
          decision_id: "decided",
          session: "s-2",
          verdict,
          rationale: "nobody else may read this",
          lookup_id: lookupId,
        }),
      );
    }
    const memory = bodyOf(await readMemory.call(context, { id: "lesson" }));
    expect(memory.surfaced).toHaveLength(1);
    expect(memory.surfaced[0]).toMatchObject({
      lookup_id: lookupId,
      returned: true,
      label: "relevant",
      outcomes: { pass: 1, fail: 1 },
    });
    expect(memory.surfaced_counts).toEqual({ considered: 1, returned: 1 });
    expect(memory.occurrences.map(({ source }) => source).sort()).toEqual(["lookup", "memory"]);
    const decision = bodyOf(await readMemory.call(context, { id: "decided" }));
    expect(decision.outcomes.map(({ verdict }) => verdict).sort()).toEqual(["fail", "pass"]);
    expect(JSON.stringify([memory, decision])).not.toContain("nobody else may read this");
  });

  test("chains that join are one row, named by their end and counted with all branches", async () => {
    for (const id of ["a", "b", "c", "end", "alone"]) await write(id, `Lesson ${id} about the release pipeline.`);
    await supersede("a", { successor_id: "b" });
    await supersede("c", { successor_id: "end" });
    await supersede("b", { successor_id: "end" });
    await supersede("alone", { successor: null });
    const page = async (filter: Record<string, unknown> = {}) =>
      bodyOf(await browseSupersessions.call(context, filter));
    const whole = (await page()).items;
    expect(whole.map(({ end_id, end, replaced }) => ({ end_id, end, replaced })).sort(byEnd)).toEqual([
      { end_id: "alone", end: "retired", replaced: 0 },
      { end_id: "end", end: "active", replaced: 3 },
    ]);
    expect((await page({ end: "retired" })).items.map(({ end_id }) => end_id)).toEqual(["alone"]);
    const first = await page({ limit: 1 });
    const second = await page({ limit: 1, cursor: first.next_cursor });
    expect([...first.items, ...second.items].map(({ end_id }) => end_id)).toEqual(whole.map(({ end_id }) => end_id));
    expect(second.next_cursor).toBeNull();

    const tree = bodyOf(await readSupersession.call(context, { id: "a" }));
    expect(tree.memories.map(({ id }) => id).sort()).toEqual(["a", "b", "c", "end"]);
    expect(tree.links.map(({ id, successor_id }) => `${id}→${successor_id}`).sort()).toEqual(["a→b", "b→end", "c→end"]);
    bodyOf(await undoSupersede.call(context, { id: "b" }));
    expect((await page()).items.map(({ end_id }) => end_id).sort()).toEqual(["alone", "b", "end"]);
  });

  test("copies of what a chain replaced that still answer are named, and no member of the chain is", async () => {
    const said = "The deploy job fails because the runner lacks the docker group, so add it and restart the runner";
    for (const id of ["first", "copy", "other"]) await write(id, `${said}.`, { session: id });
    await write("right", "Runners are rebuilt nightly; the docker group belongs into the image.");
    await supersede("first", { successor_id: "right" });
    const copies = bodyOf(await listNearCopies.call(context, { id: "right" }));
    expect(copies.complete).toBe(true);
    expect(copies.items.map(({ memory }) => memory.id).sort()).toEqual(["copy", "other"]);
    expect(copies.items.every(({ of, similarity }) => of === "first" && similarity > 0.5)).toBe(true);
  });
});

function byEnd(a: { end_id: string }, b: { end_id: string }): number {
  return a.end_id < b.end_id ? -1 : 1;
}
