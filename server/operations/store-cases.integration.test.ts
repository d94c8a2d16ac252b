import { beforeEach, expect, test } from "vitest";
import { memories, occurrences } from "#drizzle/schema/schema.ts";
import { handle } from "#server/api/http/handle.ts";
import { insertSnapshot, packSnapshot } from "#server/db/graphs.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { parseRuleVersion } from "#server/domain/code-graph/parsed-blob.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { lookUpContext } from "./look-up-context.ts";
import { lookUpPrior } from "./look-up-prior.ts";
import { remember } from "./remember.ts";
import { runDoctor } from "./run-doctor.ts";
import { supersedeMemory } from "./supersede-memory.ts";

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

describeEachStore("cases of the store", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  test("A01: fifty writes and ten supersessions at once are all there, once, and the store is sound", async () => {
    for (let n = 0; n < 10; n++) {
      bodyOf(await remember.call(context, { project, id: `old-${n}`, text: `Deploy step ${n} of the old way.` }));
    }
    const outcomes = await Promise.all([
      ...Array.from({ length: 50 }, (_, n) =>
        remember.call(context, { project, id: `new-${n}`, text: `Deploy lesson number ${n} of the shop.` }),
      ),
      ...Array.from({ length: 10 }, (_, n) =>
        supersedeMemory.call(context, {
          id: `old-${n}`,
          successor: { text: `Step ${n} anew.` },
          reason: "said better",
        }),
      ),
    ]);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(await store.db.$count(memories)).toBe(70);
    const found = bodyOf(await runDoctor.call(context, {}));
    expect(found.healthy).toBe(true);
    expect(found.counts).toMatchObject({ memories_active: 60, memories_superseded: 10 });
    const answer = bodyOf(await lookUpContext.call(context, { project, task: "deploy lesson of the shop" }));
    expect(answer.lessons.every(({ id }) => id.startsWith("new-"))).toBe(true);
    expect(answer.lessons.length).toBeGreaterThan(0);
  });

  test("A20: one request id is one memory and one occurrence, however often and however close it is sent", async () => {
    const write = { project, text: "The package is called left-pad.", signature_source: log, request_id: "w-1" };
    const ask = { project, signature_source: log, request_id: "c-1" };
    const repeat = async (call: () => Promise<{ ok: boolean; value?: unknown; failure?: { code: string } }>) => {
      const together = await Promise.all([call(), call()]);
      // The second of two at once gets the first's answer, or is told to come again; it is never a second execution.
      for (const outcome of together) if (!outcome.ok) expect(outcome.failure?.code).toBe("CONFLICT");
      return [await call(), await call(), await call()];
    };
    const written = await repeat(() => remember.call(context, write));
    const asked = await repeat(() => lookUpContext.call(context, ask));
    for (const answers of [written, asked]) {
      expect(answers.every(({ ok }) => ok)).toBe(true);
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    }
    expect(await store.db.$count(memories)).toBe(1);
    expect(await store.db.$count(occurrences)).toBe(2);

    // Another process of the store gives the kept answer; that of one that was killed before it could: see kill-rounds.
    const afterwards = await anOperationContext(store.db);
    expect(await remember.call(afterwards, write)).toMatchObject({ ok: true, value: { replayed: true } });
    expect(await lookUpContext.call(afterwards, ask)).toMatchObject({ ok: true, value: { replayed: true } });
    expect(await store.db.$count(occurrences)).toBe(2);

    bodyOf(await lookUpContext.call(context, { ...ask, request_id: "c-2" }));
    expect(await store.db.$count(occurrences)).toBe(3);
    expect(await remember.call(context, { ...write, text: "Something else." })).toMatchObject({
      ok: false,
      failure: { code: "KEY_REUSED" },
    });
    expect(await store.db.$count(memories)).toBe(1);
  });

  test("E17: 70,000 current nodes are refused by field and limit, the 10,000 that are allowed all count, and 70,000 links of a project are followed", async () => {
    const links = 70_000;
    const commit = "c".repeat(40);
    const used = Array.from({ length: links }, (_, n) => `file:src/used-${n}.ts`);
    const snapshot = await packSnapshot({
      commit,
      ruleVersion: parseRuleVersion,
      nodes: ["file:src/hub.ts", ...used].map((id) => ({ id, kind: "file" as const, path: id.slice("file:".length) })),
      edges: used.map((to) => ({ from: "file:src/hub.ts", to, kind: "imports" as const })),
      files: [],
      skipped: [],
      imports: { resolved: links, external: 0, ambiguous: 0, unresolved: 0 },
    });
    await inTransaction(store.db, (tx) =>
      insertSnapshot(tx, {
        workspaceId: context.workspaceId,
        projectId: project,
        commit,
        ruleVersion: parseRuleVersion,
        fileCount: links + 1,
        snapshot,
        indexedAt: context.clock.now(),
      }),
    );
    const ask = (nodes: string[]) => ({ project, session: "s", task_text: "round totals", current_nodes: nodes });

    const refused = await handle(
      new Request("http://127.0.0.1:3210/api/prior-context", {
        method: "POST",
        headers: { host: "127.0.0.1:3210", "content-type": "application/json" },
        body: JSON.stringify(ask(used)),
      }),
      { context: async () => context, hosts: { names: new Set() } },
    );
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      code: "INVALID_INPUT",
      errors: [{ path: "current_nodes", message: "at most 10000 nodes" }],
    });

    const paths = used.map((id) => id.slice("file:".length));
    const most = bodyOf(await lookUpPrior.call(context, ask([...paths.slice(0, 9_999), "src/nowhere.ts"])));
    expect(most).toMatchObject({ degraded: [], focus_size: 10_000, unresolved_nodes: ["src/nowhere.ts"] });
    const hub = bodyOf(await lookUpPrior.call(context, ask(["src/hub.ts"])));
    expect(hub).toMatchObject({ degraded: [], focus_size: links + 1, unresolved_nodes: [] });
  });
});
