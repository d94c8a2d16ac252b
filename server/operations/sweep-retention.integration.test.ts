import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { keepRetention } from "#server/compose/keep-retention.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { takeRetentionTurn } from "#server/db/retention.ts";
import { ensureProject } from "#server/db/workspaces.ts";
import { replayPrior } from "#server/domain/selection/replay-prior.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { readLookup } from "./browse-lookups.ts";
import { readMemory } from "./browse-memories.ts";
import { lookUpContext } from "./look-up-context.ts";
import { lookUpPrior } from "./look-up-prior.ts";
import { applyPolicy, savePolicy } from "./manage-policies.ts";
import type { OperationContext } from "./operation.ts";
import { readPriorRecord } from "./read-prior-record.ts";
import { recordDecision } from "./record-decision.ts";
import { remember } from "./remember.ts";
import { labelLookup, replayLookup } from "./replay-lookup.ts";
import { reportSession } from "./report-session.ts";
import { supersedeMemory } from "./supersede-memory.ts";
import { sweepRetention } from "./sweep-retention.ts";

const project = "github.com/acme/shop";
const secretWord = "zanzibar";
const dayMs = 86_400_000;

describeEachStore("retention", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    // A busy machine may take longer than a lookup is allowed to.
    const patient = bodyOf(await savePolicy.call(context, { fields: { leg_timeout_ms: 60_000 } }));
    bodyOf(await applyPolicy.call(context, { version: patient.version }));
  });

  const decide = async (id: string, text = `Round ${secretWord} cart totals to whole cents.`, more: object = {}) =>
    bodyOf(await recordDecision.call(context, { id, project, session: "s-old", text, ground: [], ...more }));
  const lesson = async (id: string, text = `Cart totals: ${secretWord} rounds once per order.`) =>
    bodyOf(await remember.call(context, { id, project, text }));
  const prior = async (more: object = {}) =>
    bodyOf(
      await lookUpPrior.call(context, {
        project,
        session: "s-new",
        task_text: "round cart totals of the quokka",
        ...more,
      }),
    );
  const sweep = async (limit = 100) => bodyOf(await sweepRetention.call(context, { limit }));
  const sweepAll = async (limit: number) => {
    const total = { ...(await sweep(limit)).removed };
    for (let batches = 0; batches < 200; batches += 1) {
      const { removed, more } = await sweep(limit);
      total.memories += removed.memories;
      total.rendered += removed.rendered;
      total.records += removed.records;
      total.session_events += removed.session_events;
      total.request_texts += removed.request_texts;
      if (!more) return total;
    }
    throw new Error("a sweep never ends");
  };
  const afterDays = (days: number) => context.clock.advance(days * dayMs);
  const everything = async () => {
    const tables = ["memories", "attention_records", "idempotency", "signatures", "calibrations"];
    const rows = await Promise.all(
      tables.map((table) =>
        executeRows(store.db, sql`select row_to_json(t)::text as row from ${sql.identifier(table)} t`, (row) =>
          row.text("row"),
        ),
      ),
    );
    return rows.flat().join("\n");
  };

  test("reasoning goes after 90 days and leaves a tombstone; lessons stay, and a younger decision stays", async () => {
    await decide("old");
    await lesson("kept");
    afterDays(60);
    await decide("young");
    afterDays(30.01);
    expect((await sweep()).removed).toMatchObject({ memories: 1 });
    expect(bodyOf(await readMemory.call(context, { id: "old" }))).toMatchObject({
      text: "",
      deleted: { by: "retention" },
    });
    expect((await prior()).items.map(({ id }) => id)).toEqual(["young"]);
    const found = bodyOf(await lookUpContext.call(context, { project, task: "zanzibar cart totals per order" }));
    expect(found.lessons.map(({ id }) => id)).toContain("kept");
    expect(await sweep()).toEqual({
      removed: {
        memories: 0,
        rendered: 0,
        request_texts: 0,
        records: 0,
        labels: 0,
        session_events: 0,
        kept_answers: 0,
      },
      more: false,
    });
  });

  test("no copy of an expired text is left anywhere, and the records that held it still replay", async () => {
    await decide("old");
    afterDays(80);
    const { lookup_id } = await prior({ request_id: "kept-answer" });
    const context3 = bodyOf(await lookUpContext.call(context, { project, task: "round cart totals" }));
    afterDays(10.01);
    // An answer that was kept for a retry a moment ago holds the text as well.
    await prior({ request_id: "late", task_text: "round cart totals" });
    expect(await everything()).toContain(secretWord);
    expect((await sweep()).removed).toMatchObject({ memories: 1, rendered: 3, kept_answers: 1 });
    expect(await everything()).not.toContain(secretWord);
    for (const id of [lookup_id ?? "", context3.lookup_id ?? ""]) {
      expect(bodyOf(await replayLookup.call(context, { id }))).toMatchObject({ identical: true, differences: [] });
    }
  });

  test("the text of a request goes after 14 days from its record and its row, its size and hash stay, and it replays", async () => {
    await decide("d");
    const { lookup_id } = await prior();
    const three = bodyOf(await lookUpContext.call(context, { project, task: "the quokka rounds totals" }));
    const failing = bodyOf(
      await lookUpContext.call(context, { project, signature_source: "error: quokka exploded\nnpm error code E404" }),
    );
    const before = await replayLookup.call(context, { id: lookup_id ?? "" });
    afterDays(13.9);
    expect((await sweep()).removed.request_texts).toBe(0);
    afterDays(0.2);
    expect((await sweep()).removed.request_texts).toBe(3);
    const rows = await executeRows(store.db, sql`select row_to_json(t)::text as row from attention_records t`, (row) =>
      row.text("row"),
    );
    expect(rows.join("\n")).not.toContain("quokka");
    const { record, summary } = bodyOf(await readLookup.call(context, { id: lookup_id ?? "" }));
    expect(readPriorRecord(JSON.stringify(record)).request.task_text).toMatchObject({ text: null, bytes: 31 });
    expect(summary.summary).toBe("");
    expect(replayPrior(readPriorRecord(JSON.stringify(record))).identical).toBe(true);
    expect(await replayLookup.call(context, { id: lookup_id ?? "" })).toEqual(before);
    for (const { lookup_id: id } of [three, failing]) {
      expect(bodyOf(await replayLookup.call(context, { id: id ?? "" })).identical).toBe(true);
    }
    expect((await sweep()).removed.request_texts).toBe(0);
  });

  test("records go after their days with their mentions, and labels with the last record of their lookup", async () => {
    await lesson("l");
    await decide("d");
    const first = await prior();
    bodyOf(await labelLookup.call(context, { id: first.lookup_id, memory_id: "d", label: "relevant" }));
    afterDays(50);
    // The same question with the same answer is the same lookup, whose label the younger record keeps alive.
    const again = await prior();
    expect(again.lookup_id).toBe(first.lookup_id);
    afterDays(40.01);
    expect((await sweep()).removed).toMatchObject({ records: 1, labels: 0 });
    expect(bodyOf(await readLookup.call(context, { id: first.lookup_id ?? "" })).labels).toHaveLength(1);
    afterDays(50);
    expect((await sweep()).removed).toMatchObject({ records: 1, labels: 1 });
    expect(await readLookup.call(context, { id: first.lookup_id ?? "" })).toMatchObject({
      ok: false,
      failure: { code: "NOT_FOUND" },
    });
    const [left] = await executeRows(
      store.db,
      sql`select count(*)::int as n from attention_memories where lookup_id = ${first.lookup_id}`,
      (row) => row.number("n"),
    );
    expect(left).toBe(0);
  });

  test("a project's own policy says how long its records stay, and the rest follows the workspace", async () => {
    const other = "github.com/acme/other";
    await prior();
    await prior({ project: other });
    const long = bodyOf(await savePolicy.call(context, { fields: { record_retention_days: 400 } }));
    bodyOf(await applyPolicy.call(context, { version: long.version, project: other }));
    afterDays(91);
    expect((await sweep()).removed.records).toBe(1);
    const short = bodyOf(await savePolicy.call(context, { fields: { record_retention_days: 1 }, base_version: 1 }));
    bodyOf(await applyPolicy.call(context, { version: short.version }));
    await prior();
    afterDays(2);
    expect((await sweep()).removed.records).toBe(1);
    afterDays(400);
    expect((await sweep()).removed.records).toBe(1);
  });

  test("what a host told of a session goes after the days of records, by the policy of its project, and no sooner", async () => {
    const other = "github.com/acme/other";
    const long = bodyOf(await savePolicy.call(context, { fields: { record_retention_days: 400 } }));
    bodyOf(await applyPolicy.call(context, { version: long.version, project: other }));
    await prior({ session: "s-told" });
    const events = [
      { id: "e-1", kind: "run", command: `make ${secretWord}`, verdict: "fail" },
      { id: "e-2", kind: "edit", path: "src/cart.ts", diff: `+${secretWord}\n` },
      { id: "e-3", kind: "run", command: `make ${secretWord}`, verdict: "pass" },
    ];
    const told = { session: "s-told", events, ended: true };
    for (const place of [project, other]) bodyOf(await reportSession.call(context, { ...told, project: place }));
    const eventsLeft = () =>
      executeRows(store.db, sql`select row_to_json(t)::text as row from session_events t`, (row) => row.text("row"));
    afterDays(89.9);
    expect((await sweep()).removed).toMatchObject({ session_events: 0, records: 0 });
    afterDays(0.2);
    const first = await sweep(3);
    expect(first).toMatchObject({ removed: { session_events: 3, records: 1 }, more: true });
    expect((await sweep(3)).removed.session_events).toBe(1);
    const left = await eventsLeft();
    expect(left).toHaveLength(4);
    expect(left.join()).toContain(secretWord);
    // A host that tells the same again long after brings back what is swept again, and no second draft.
    expect(bodyOf(await reportSession.call(context, { ...told, project })).drafts).toEqual([]);
    afterDays(400);
    expect((await sweepAll(100)).session_events).toBe(8);
    expect(await eventsLeft()).toEqual([]);
  });

  test("the demo does not age", async () => {
    await inTransaction(store.db, (tx) =>
      ensureProject(tx, {
        workspaceId: context.workspaceId,
        slug: "demo/shop",
        createdAt: context.clock.now(),
        isDemo: true,
      }),
    );
    await decide("demo", "Round cart totals to whole cents.", { project: "demo/shop" });
    await decide("ours");
    await prior({ project: "demo/shop" });
    afterDays(400);
    expect((await sweep()).removed).toMatchObject({ memories: 1, records: 0, request_texts: 0 });
  });

  test("what stands in for a lesson does not expire under it; a chain of reasoning does", async () => {
    await lesson("rule", "Cart totals are rounded per line item by the shop.");
    await decide("better", "Cart totals are rounded once per order by the shop.");
    await decide("best", "Cart totals are rounded once per order, at checkout, by the shop.");
    await decide("first", "Log lines about the warehouse go to one file.");
    await decide("second", "Log lines about the warehouse go to syslog.");
    const supersede = async (id: string, successor_id: string) =>
      bodyOf(await supersedeMemory.call(context, { id, successor_id, reason: "measured again" }));
    await supersede("rule", "better");
    await supersede("better", "best");
    await supersede("first", "second");
    afterDays(91);
    expect((await sweep()).removed.memories).toBe(2);
    const found = bodyOf(await lookUpContext.call(context, { project, task: "cart totals rounded once per order" }));
    expect(found.lessons).toMatchObject([{ id: "best", replaces: ["rule", "better"] }]);
  });

  test("batches stay within their limit, and a memory is whole until the last copy of its text is gone", async () => {
    await decide("old");
    afterDays(80);
    for (let n = 0; n < 7; n += 1) await prior({ session: `s-${n}` });
    afterDays(10.01);
    const first = await sweep(3);
    expect(first).toMatchObject({ removed: { memories: 0, rendered: 3 }, more: true });
    expect(bodyOf(await readMemory.call(context, { id: "old" })).text).toContain(secretWord);
    expect(await sweepAll(3)).toMatchObject({ memories: 1, rendered: 4 });
    expect(await everything()).not.toContain(secretWord);
  });

  test("a second process leaves a sweep that is under way alone, and a narrow key may not sweep", async () => {
    await decide("old");
    afterDays(91);
    const narrow: OperationContext = { ...context, access: { ...context.access, projects: [project] } };
    expect(await sweepRetention.call(narrow, {})).toMatchObject({ ok: false, failure: { code: "FORBIDDEN" } });
    if (store.kind === "postgres") {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const taken = new Promise<boolean>((resolve) => {
        void inTransaction(store.db, async (tx) => {
          resolve(await takeRetentionTurn(tx, context.workspaceId));
          await held;
        });
      });
      expect(await taken).toBe(true);
      expect((await sweep()).removed.memories).toBe(0);
      release();
      await expect.poll(async () => (await sweep()).removed.memories).toBe(1);
      return;
    }
    expect((await sweep()).removed.memories).toBe(1);
  });

  test("it runs by itself in small batches, says what it removed, goes on after a failure, and stops when told", async () => {
    for (let n = 0; n < 45; n += 1) await decide(`old-${n}`, `Rule ${n} about carts.`);
    afterDays(91);
    const logged: Record<string, unknown>[] = [];
    const waits: number[] = [];
    let isBroken = true;
    const readClock = context.clock;
    const watched: OperationContext = {
      ...context,
      clock: {
        ...readClock,
        now() {
          if (isBroken) throw new Error("no clock");
          return readClock.now();
        },
      },
      log: { info: (fields) => logged.push(fields), error: (fields) => logged.push(fields) },
    };
    await new Promise<void>((resolve) => {
      const retention = keepRetention(watched, {
        async wait(ms) {
          waits.push(ms);
          if (waits.length === 2) isBroken = false;
          if (waits.length === 5) {
            void retention.stop().then(resolve);
            await Promise.resolve();
          }
        },
      });
    });
    expect(waits).toEqual([60_000, 3_600_000, 100, 100, 3_600_000]);
    expect(logged).toMatchObject([{ error: "no clock" }, { removed: { memories: 45 } }]);
  });
});
