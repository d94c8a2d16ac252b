import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { handle } from "#server/api/http/handle.ts";
import { createCaller } from "#server/api/trpc/router.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { insertSnapshot, packSnapshot } from "#server/db/graphs.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { parseRuleVersion } from "#server/domain/code-graph/parsed-blob.ts";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { deleteMemory } from "./delete-memory.ts";
import { lookUpContext } from "./look-up-context.ts";
import { lookUpPrior } from "./look-up-prior.ts";
import { applyPolicy, browsePolicies, savePolicy } from "./manage-policies.ts";
import { queryGraph } from "./query-graph.ts";
import { recordDecision, recordOutcome } from "./record-decision.ts";
import { labelLookup, replayLookup } from "./replay-lookup.ts";
import { applyCalibration, browseCalibrations, readCalibration, runCalibration } from "./run-calibration.ts";
import { startSession } from "./start-session.ts";
import { supersedeMemory } from "./supersede-memory.ts";

const project = "github.com/acme/shop";

describeEachStore("prior context", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    await inTransaction(store.db, async (tx) => {
      const files = ["src/cart.ts", "src/price.ts", "src/tax.ts", "lib/log.ts"];
      await insertSnapshot(tx, {
        workspaceId: context.workspaceId,
        projectId: project,
        commit: "c".repeat(40),
        ruleVersion: parseRuleVersion,
        fileCount: files.length,
        snapshot: await packSnapshot({
          commit: "c".repeat(40),
          ruleVersion: parseRuleVersion,
          nodes: files.map((path) => ({ id: `file:${path}`, kind: "file" as const, path })),
          edges: [
            { from: "file:src/cart.ts", to: "file:src/price.ts", kind: "imports" },
            { from: "file:src/price.ts", to: "file:src/tax.ts", kind: "imports" },
          ],
          files: files.map((path) => ({
            path,
            objectId: "0",
            language: "typescript",
            symbolsFrom: "grammar",
            symbols: [],
          })),
          skipped: [],
          imports: { resolved: 2, external: 0, ambiguous: 0, unresolved: 0 },
        }),
        indexedAt: context.clock.now(),
      });
    });
  });

  const decide = async (id: string, text: string, ground: string[], session = "s-old", more: object = {}) =>
    bodyOf(await recordDecision.call(context, { id, project, session, text, ground, ...more }));
  const prior = async (input: Record<string, unknown>) => {
    const asked = { project, session: "s-new", task_text: "round cart totals to cents", ...input };
    // On a busy machine a lookup may run out of its time; it then leaves nothing behind and can be asked again.
    for (let attempt = 1; ; attempt += 1) {
      const answer = bodyOf(await lookUpPrior.call(context, asked));
      if (answer.degraded.length === 0 || attempt === 20) return answer;
    }
  };

  test("finds by wording and by place in the code, says why, and leaves out the caller's own session", async () => {
    await decide("words", "Cart totals are rounded to whole cents once, when the order is placed.", []);
    await decide("place", "Never trust client supplied values here.", ["src/price.ts", "src/cart.ts"]);
    await decide("own", "Cart totals are rounded to cents.", [], "s-new");
    await decide("far", "Logging goes through one module.", ["lib/log.ts"]);
    const answer = await prior({ current_nodes: ["src/cart.ts", "nowhere.ts"] });
    expect(answer.items.map((item) => item.id).sort()).toEqual(["place", "words"]);
    expect(answer.items.find((item) => item.id === "place")?.factors).toMatchObject({ semantic: 0, structural: 1 });
    expect(answer.rejected.map(({ id, reason }) => [id, reason])).toEqual([["far", "below_floor"]]);
    expect(JSON.stringify(answer.rejected)).not.toContain("Logging goes");
    expect(answer).toMatchObject({ focus_size: 2, unresolved_nodes: ["nowhere.ts"], policy_version: 0, degraded: [] });
    expect(answer.rendered).toContain("session s-old");
  });

  test("a memory that goes between its selection and the reading of its text leaves no gap in the answer", async () => {
    await decide("stays", "Cart totals are rounded to cents once, when the order is placed.", []);
    await decide("goes", "Cart totals are rounded to cents, says zanzibar.", []);
    const { priorCorpus } = context;
    let asked = 0;
    context.priorCorpus = {
      ...priorCorpus,
      async projects(readable, always) {
        const searched = await priorCorpus.projects(readable, always);
        asked += 1;
        if (asked === 1) bodyOf(await deleteMemory.call(context, { id: "goes" }));
        return searched;
      },
    };
    const answer = await prior({});
    expect(answer.items.map(({ id, text }) => [id, text === ""])).toEqual([["stays", false]]);
    expect(JSON.stringify(answer)).not.toContain("zanzibar");
    expect(asked).toBe(2);
  });

  test("a deletion beside a lookup leaves no copy of the text, whichever of them is first", async () => {
    const { countTokens } = context;
    for (let round = 0; round < 6; round += 1) {
      await decide(`goes-${round}`, `Cart totals are rounded to cents, says zanzibar ${round}.`, []);
      let deletion: Promise<unknown> | null = null;
      await lookUpPrior.call(
        {
          ...context,
          // Tokens are counted after the texts were read and before the record is written.
          countTokens(text) {
            deletion ??= deleteMemory.call(context, { id: `goes-${round}` });
            return countTokens(text);
          },
        },
        { project, session: "s-new", task_text: "round cart totals to cents", request_id: `r-${round}` },
      );
      await deletion;
    }
    for (const table of ["attention_records", "idempotency", "memories"]) {
      const rows = await store.db.execute(sql`select row_to_json(t)::text as row from ${sql.identifier(table)} t`);
      expect(JSON.stringify(rows)).not.toContain("zanzibar");
    }
  });

  test("a decision whose latest outcome is fail sinks, and the rationale is given to nobody", async () => {
    await decide("held", "Round cart totals with banker's rounding to cents.", []);
    await decide("failed", "Round cart totals with toFixed to cents.", []);
    bodyOf(
      await recordOutcome.call(context, {
        decision_id: "failed",
        session: "s-old",
        verdict: "fail",
        rationale: "toFixed rounded 1.005 down: zanzibar",
      }),
    );
    const answer = await prior({});
    const verdictOf = new Map([...answer.items, ...answer.rejected].map((item) => [item.id, item.factors.bonus]));
    expect([verdictOf.get("held"), verdictOf.get("failed")]).toEqual([0, -0.2]);
    expect(JSON.stringify(answer)).not.toContain("zanzibar");
    for (const verdict of ["maybe", "PASS", "", null]) {
      const refused = await recordOutcome.call(context, { decision_id: "held", session: "s", verdict, rationale: "x" });
      expect(refused).toMatchObject({ ok: false, failure: { code: "INVALID_INPUT", errors: [{ path: "verdict" }] } });
    }
  });

  test("a replay gives the same decision to the bit, also when the memories are gone since", async () => {
    for (let n = 0; n < 8; n += 1) {
      await decide(
        `d${n}`,
        `Cart totals rule ${n}: round to cents ${"x".repeat(n)}.`,
        n % 2 ? ["src/cart.ts", "src/tax.ts"] : [],
      );
    }
    const answer = await prior({ current_nodes: ["src/cart.ts"], budget: 200 });
    const id = answer.lookup_id ?? "";
    bodyOf(await deleteMemory.call(context, { id: "d1" }));
    await store.db.execute(sql`delete from memories where memory_id <> 'd1'`);
    const replay = bodyOf(await replayLookup.call(context, { id }));
    expect(replay).toMatchObject({ identical: true, differences: [] });

    const strict = bodyOf(await replayLookup.call(context, { id, policy: { noise_floor: 1 } }));
    expect(strict.entered).toEqual([]);
    expect(strict.left.length).toBeGreaterThan(0);
    const refused = await replayLookup.call(context, { id, policy: { structural_hops: 2 } });
    expect(refused).toMatchObject({ ok: false, failure: { errors: [{ path: "structural_hops" }] } });
    const unknown = await replayLookup.call(context, { id, policy: { shininess: 2 } });
    expect(unknown).toMatchObject({ ok: false, failure: { errors: [{ path: "shininess" }] } });
  });

  test("a three-tier lookup replays too, and tells what a higher floor would leave out", async () => {
    await decide("d", "Round cart totals to whole cents.", []);
    const answer = bodyOf(await lookUpContext.call(context, { project, task: "round cart totals to cents" }));
    expect(answer.lessons.map((lesson) => lesson.id)).toEqual(["d"]);
    const id = answer.lookup_id ?? "";
    expect(bodyOf(await replayLookup.call(context, { id }))).toMatchObject({ identical: true });
    const strict = bodyOf(await replayLookup.call(context, { id, policy: { symptom_floor: 1, text_floor: 1 } }));
    expect(strict.left.map((item) => item.id)).toEqual(["d"]);
  });

  test("what is superseded gives way to its successor, and a session sees its own decisions and open assumptions", async () => {
    await decide("old", "Cart totals are rounded per line.", [], "s-old", { type: "assumption" });
    await decide("new", "Cart totals are rounded once per order.", [], "s-old", { type: "assumption" });
    bodyOf(
      await supersedeMemory.call(context, { id: "old", successor_id: "new", reason: "per line drifts by a cent" }),
    );
    expect((await prior({})).items.map((item) => item.id)).toEqual(["new"]);
    const session = bodyOf(await startSession.call(context, { project, session: "s-old" }));
    expect(session.working_memory.map((item) => item.id)).toEqual(["new"]);
    expect(session.unverified_assumptions.map((item) => item.id)).toEqual(["new"]);
    bodyOf(await recordOutcome.call(context, { decision_id: "new", session: "s", verdict: "pass", rationale: "held" }));
    expect(bodyOf(await startSession.call(context, { project, session: "s-3" })).unverified_assumptions).toEqual([]);
  });

  test("labels become a calibration, a calibration a policy version, and an older version can come back", async () => {
    for (const word of ["alpha", "beta", "gamma"]) {
      await decide(`good-${word}`, `${word} service retries payment webhook delivery`, []);
      await decide(`bad-${word}`, `${word} unrelated kitchen recipe for soup`, []);
    }
    for (const word of ["alpha", "beta", "gamma"]) {
      const { lookup_id } = await prior({ task_text: `${word} service payment webhook retries` });
      bodyOf(await labelLookup.call(context, { id: lookup_id, memory_id: `good-${word}`, label: "relevant" }));
      bodyOf(await labelLookup.call(context, { id: lookup_id, memory_id: `bad-${word}`, label: "control" }));
    }
    const run = bodyOf(await runCalibration.call(context, {}));
    expect(run).toMatchObject({ separable: true, evidence: "enough", policy: { noise_floor: 0.037 } });
    expect(run.scored).toHaveLength(6);
    expect(new Set(run.scored.map(({ task }) => task)).size).toBe(3);
    expect(run.scored[0]?.task_text).toContain("payment webhook");
    const [stored] = await executeRows(store.db, sql`select pairs || result as run from calibrations`, (row) =>
      row.text("run"),
    );
    expect(stored).not.toContain("payment webhook");
    expect(bodyOf(await readCalibration.call(context, { id: run.id }))).toEqual(run);
    const { items } = bodyOf(await browseCalibrations.call(context, {}));
    expect(items).toMatchObject([{ id: run.id, separable: true, refusal: null }]);
    expect(JSON.stringify(items)).not.toContain("scored");
    const byHand = bodyOf(await applyCalibration.call(context, { id: run.id, noise_floor: 1.9, dry_run: true }));
    expect(byHand.changed).toHaveLength(3);
    expect(byHand.changed[0]).toMatchObject({ entered: [], undecidable: false });
    const shown = bodyOf(await applyCalibration.call(context, { id: run.id, dry_run: true }));
    expect(shown).toMatchObject({ version: null, replayed: 3 });
    const applied = bodyOf(await applyCalibration.call(context, { id: run.id }));
    expect(applied).toMatchObject({ version: 1, replaced: 0, noise_floor: run.noise_floor });
    expect((await prior({})).policy_version).toBe(1);

    bodyOf(await applyPolicy.call(context, { version: 0 }));
    expect((await prior({})).policy_version).toBe(0);
    const own = bodyOf(await savePolicy.call(context, { fields: { top_k: 1 }, note: "one only" }));
    bodyOf(await applyPolicy.call(context, { version: own.version, project }));
    expect((await prior({})).policy_version).toBe(own.version);
    const listed = bodyOf(await browsePolicies.call(context, { project }));
    expect(listed.active).toBe(own.version);
    expect(listed.items.map((item) => item.policy.version)).toEqual([2, 1, 0]);
    expect(await savePolicy.call(context, {})).toMatchObject({ ok: false, failure: { errors: [{ path: "fields" }] } });
    const wrong = await savePolicy.call(context, { fields: { top_k: 0, glow: 1 } });
    expect(wrong).toMatchObject({
      ok: false,
      failure: { errors: [{ path: "fields.top_k" }, { path: "fields.glow" }] },
    });
  });

  test("a policy that ships beside the default is saved by its name, applied, and weighs words by its frozen table", async () => {
    await decide("d", "Fix the rounding of zanzibar totals.", []);
    const [shipped] = bodyOf(await browsePolicies.call(context, {})).named;
    expect(shipped).toMatchObject({ name: "frozen-background-1", fields: { background_table: 1 } });
    const saved = bodyOf(await savePolicy.call(context, { named: "frozen-background-1", fields: { top_k: 3 } }));
    expect(saved.policy).toMatchObject({ ...shipped?.fields, top_k: 3 });
    bodyOf(await applyPolicy.call(context, { version: saved.version }));
    const answer = await prior({ task_text: "fix zanzibar" });
    expect(answer.policy_version).toBe(saved.version);
    // "zanzibar" is rare and "fix" is common: what both share weighs more than one word in four would.
    expect(answer.items[0]?.factors.semantic).toBeGreaterThan(0.3);
    const replay = bodyOf(await replayLookup.call(context, { id: answer.lookup_id ?? "" }));
    expect(replay.identical).toBe(true);
    expect(await savePolicy.call(context, { named: "frozen-background-9" })).toMatchObject({ ok: false });
  });

  test("pairs of memories score as a lookup of their task does, each task with its own nodes", async () => {
    await decide("d-1", "Round cart totals to whole cents.", ["src/cart.ts", "src/price.ts"]);
    await decide("d-2", "Retry the payment webhook with a lease.", []);
    const tasks = [
      { task_text: "round the cart totals", current_nodes: ["src/cart.ts"] },
      { task_text: "round the cart totals" },
      { task_text: "payment webhook lease" },
    ];
    const pairs = tasks.flatMap((task) =>
      ["d-1", "d-2"].map((memory_id) => ({ ...task, memory_id, label: "relevant" as const })),
    );
    const run = bodyOf(await runCalibration.call(context, { project, pairs }));
    for (const [position, task] of tasks.entries()) {
      const answer = await prior(task);
      const scoreOf = new Map([...answer.items, ...answer.rejected].map(({ id, score }) => [id, score]));
      expect(run.scored.slice(2 * position, 2 * position + 2).map(({ score }) => score)).toEqual([
        scoreOf.get("d-1"),
        scoreOf.get("d-2"),
      ]);
    }
    const unknown = [{ task_text: "a", memory_id: "nobody", label: "control" as const }];
    expect(await runCalibration.call(context, { project, pairs: unknown })).toMatchObject({
      ok: false,
      failure: { errors: [{ path: "pairs.0.memory_id" }] },
    });
  });

  test("labels that a policy cannot score are left out by number, and a floor goes with the weights it was found under", async () => {
    await decide("good", "payment webhook retries with a lease", []);
    await decide("bad", "kitchen recipe for soup", []);
    const { lookup_id } = await prior({ task_text: "payment webhook retries" });
    for (const [memory_id, label] of [
      ["good", "relevant"],
      ["bad", "control"],
      ["never-seen", "control"],
    ]) {
      bodyOf(await labelLookup.call(context, { id: lookup_id, memory_id, label }));
    }
    const heavy = bodyOf(await savePolicy.call(context, { fields: { w_semantic: 1, w_structural: 0 } }));
    const run = bodyOf(await runCalibration.call(context, { policy_version: heavy.version }));
    expect(run.notes).toContainEqual(expect.stringContaining("Labels left out: 1"));
    expect(run.scored).toHaveLength(2);
    const applied = bodyOf(await applyCalibration.call(context, { id: run.id, accept_weak: true }));
    expect(applied.replaced).toBe(0);
    const { items } = bodyOf(await browsePolicies.call(context, {}));
    expect(items[0]?.policy).toMatchObject({ w_semantic: 1, w_structural: 0, noise_floor: run.noise_floor });

    const weighed = bodyOf(await savePolicy.call(context, { named: "frozen-background-1" }));
    const other = bodyOf(await runCalibration.call(context, { policy_version: weighed.version }));
    expect(other).toMatchObject({ refused: { reason: "no_relevant" } });
    expect(other.notes).toContainEqual(expect.stringContaining("background table"));
  });

  test("a calibration that cannot separate keeps the floor and names the pairs", async () => {
    const pairs = [
      { task_text: "a", label: "relevant", score: 0.2 },
      { task_text: "b", label: "control", score: 0.3 },
    ];
    const run = bodyOf(await runCalibration.call(context, { pairs }));
    expect(run).toMatchObject({ separable: false, noise_floor: null, refused: { reason: "overlap" } });
    const tried = { id: run.id, noise_floor: 0.25, rank_gap_ratio: 0.1, accept_weak: true };
    expect(bodyOf(await applyCalibration.call(context, { ...tried, dry_run: true })).version).toBeNull();
    expect(await applyCalibration.call(context, tried)).toMatchObject({ ok: false, failure: { code: "CONFLICT" } });
    expect(await applyCalibration.call(context, { id: run.id, accept_weak: true })).toMatchObject({
      ok: false,
      failure: { code: "CONFLICT" },
    });
    expect(bodyOf(await browsePolicies.call(context, {})).items).toHaveLength(1);
  });

  test("prior context, decision and graph answer with equal bodies over HTTP and tRPC", async () => {
    await decide("d", "Round cart totals to whole cents.", ["src/cart.ts"]);
    const post = async (path: string, body: unknown) => {
      const response = await handle(
        new Request(`http://localhost${path}`, {
          method: "POST",
          headers: { host: "localhost", "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
        { context: async () => context, hosts: { names: new Set() } },
      );
      return response.json();
    };
    const caller = createCaller(context);
    const asked = { project, session: "s-new", task_text: "round cart totals", current_nodes: ["src/cart.ts"] };
    expect(await post("/api/prior-context", asked)).toEqual(await caller.context.prior(asked));
    const decision = { project, session: "s", text: "Keep cents.", ground: ["gone.ts"], request_id: "r" };
    const stored = await post("/api/decisions", decision);
    expect(stored).toMatchObject({ unresolved_nodes: ["gone.ts"] });
    expect(await caller.decision.record(decision)).toEqual(stored);
    const node = { project, node: "src/price.ts", hops: 1 };
    expect(await post("/api/graph/query", node)).toEqual(await caller.graph.query(node));
    const around = bodyOf(await queryGraph.call(context, node));
    expect(around.nodes.map((item) => item.path)).toEqual(["src/cart.ts", "src/price.ts", "src/tax.ts"]);
  });
});
