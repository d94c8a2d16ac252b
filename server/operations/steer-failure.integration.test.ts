import { beforeEach, expect, test } from "vitest";
import { storeRetrieval } from "#server/adapters/retrieval/store-retrieval.ts";
import { insertSnapshot, packSnapshot } from "#server/db/graphs.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { parseRuleVersion } from "#server/domain/code-graph/parsed-blob.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { browseLookups } from "./browse-lookups.ts";
import { remember } from "./remember.ts";
import { steerFailure } from "./steer-failure.ts";

const project = "github.com/acme/shop";
const output = [
  "src/cart.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  "src/shop.ts(3,20): error TS2307: Cannot find module './gone.ts' or its corresponding type declarations.",
  "",
].join("\n");

describeEachStore("steering after a failure", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const index = (files: string[]) =>
    inTransaction(store.db, async (tx) =>
      insertSnapshot(tx, {
        workspaceId: context.workspaceId,
        projectId: project,
        commit: "c".repeat(40),
        ruleVersion: parseRuleVersion,
        fileCount: files.length,
        snapshot: await packSnapshot({
          commit: "c".repeat(40),
          ruleVersion: parseRuleVersion,
          nodes: files.map((path) => ({ id: `file:${path}`, kind: "file" as const, path })),
          edges: [],
          files: [],
          skipped: [],
          imports: { resolved: 0, external: 0, ambiguous: 0, unresolved: 0 },
        }),
        indexedAt: context.clock.now(),
      }),
    );
  const steer = async (asked: object) => bodyOf(await steerFailure.call(context, asked));

  test("the answer holds the diagnostics as printed, the files in the order to read them, and what is known of the failure", async () => {
    bodyOf(
      await remember.call(context, {
        project,
        id: "gone",
        text: "gone.ts was moved into lib; import it from there.",
        signature_source: output,
      }),
    );
    const answer = await steer({ output, project });
    expect(answer.diagnostics).toEqual([
      {
        file: "src/cart.ts",
        line: 14,
        column: 7,
        severity: "error",
        code: "TS2322",
        message: "Type 'string' is not assignable to type 'number'.",
      },
      {
        file: "src/shop.ts",
        line: 3,
        column: 20,
        severity: "error",
        code: "TS2307",
        message: "Cannot find module './gone.ts' or its corresponding type declarations.",
      },
    ]);
    expect(answer.read_next.map(({ path }) => path)).toEqual(["src/shop.ts", "src/cart.ts"]);
    expect(answer.complete).toBe(true);
    expect(answer.lookup?.lessons[0]).toMatchObject({ id: "gone", tier: 1, matched_kind: "signature" });
    const { items } = bodyOf(await browseLookups.call(context, {}));
    expect(items.map((item) => item.lookup_id)).toEqual([answer.lookup?.lookup_id]);
  });

  test("an output without a failure makes no lookup, no record and no occurrence", async () => {
    const answer = await steer({ output: "Found 0 errors. Watching for file changes.\n", project });
    expect(answer).toMatchObject({ diagnostics: [], read_next: [], complete: true });
    expect(answer.lookup).toBeUndefined();
    expect(bodyOf(await browseLookups.call(context, {})).items).toEqual([]);
  });

  test("fields that a tool did not print are null", async () => {
    const answer = await steer({ output: "npm error code E404\nnpm error 404 Not Found - GET left-padd\n", project });
    expect(answer.lookup?.signature?.tool).toBe("npm");
    const compiled = await steer({ output: "error TS18003: No inputs were found in config file 'tsconfig.json'.\n" });
    expect(compiled.diagnostics[0]).toMatchObject({ line: null, column: null, code: "TS18003" });
  });

  test("the end of a path is found in the indexed commit of the project", async () => {
    await index(["core/src/main/java/acme/Cart.java", "core/src/main/java/acme/Main.java", "README.md"]);
    const trace = [
      'Exception in thread "main" java.lang.IllegalStateException: empty cart',
      "\tat acme.Cart.total(Cart.java:42)",
      "\tat acme.Main.main(Main.java:7)",
    ].join("\n");
    const answer = await steer({ output: trace, project });
    expect(answer.read_next).toMatchObject([
      { path: "core/src/main/java/acme/Cart.java", line: 42 },
      { path: "core/src/main/java/acme/Main.java", line: 7 },
    ]);
  });

  test("an output whose beginning was left out is not complete, whatever the tool says", async () => {
    expect((await steer({ output, truncated: true })).complete).toBe(false);
  });

  test("no embedder is ever asked, so that a steer waits for no network", async () => {
    let asked = 0;
    const embedder = {
      model: "m",
      async embed(): Promise<Float32Array[]> {
        asked += 1;
        return new Promise(() => {});
      },
    };
    const { clock, log, workspaceId } = context;
    context = await anOperationContext(store.db, {
      embedder,
      retrieval: storeRetrieval({ db: store.db, workspaceId, embedder, embedderTimeoutMs: 60_000, clock, log }),
    });
    const answer = await steer({ output, project });
    expect(answer.lookup?.degraded).toEqual([]);
    expect(asked).toBe(0);
  });

  test("a retry with the same request id is one sighting and the same bytes", async () => {
    const first = await steerFailure.call(context, { output, project, request_id: "r-1" });
    const again = await steerFailure.call(context, { output, project, request_id: "r-1" });
    expect(first.ok && again.ok && again.value.text === first.value.text && again.value.replayed).toBe(true);
    expect(await steerFailure.call(context, { output: "x", project, request_id: "r-1" })).toMatchObject({
      failure: { code: "KEY_REUSED" },
    });
  });

  test("a lookup that the store refuses costs the lookup's record, never the diagnostics", async () => {
    const answer = await steer({ output, project: "github.com/acme/other" });
    expect(answer.diagnostics).toHaveLength(2);
    const refused = await steerFailure.call(
      { ...context, access: { keyId: "k", projects: ["github.com/acme/shop"], canWrite: false } },
      { output, project: "github.com/acme/other" },
    );
    expect(refused).toMatchObject({ ok: false, failure: { code: "NOT_FOUND" } });
  });
});
