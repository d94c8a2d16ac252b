import { beforeEach, expect, test } from "vitest";
import { anOperationContext, bodyOf, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { addReference } from "./add-reference.ts";
import { lookUpContext } from "./look-up-context.ts";
import { readBudget } from "./read-budget.ts";
import { readOverview } from "./read-overview.ts";
import { recordDecision, recordOutcome } from "./record-decision.ts";
import { remember } from "./remember.ts";

const project = "github.com/acme/shop";
const log = "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\n";
const zone = "Asia/Kathmandu";
const day = 86_400_000;

describeEachStore("what the overview and the budget page count", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const ask = async (input: Record<string, unknown>) => bodyOf(await lookUpContext.call(context, input));

  /** Three days of lookups: an exact hit a day, one that finds nothing, and small budgets. */
  async function threeDays() {
    for (const index of [1, 2, 3]) {
      bodyOf(
        await remember.call(context, {
          project,
          id: `lesson-${index}`,
          text: `Peer dependency conflict number ${index}: upgrade the package that asks for the old react to release ${index}.`,
          ...(index === 1 ? { signature_source: log } : {}),
        }),
      );
    }
    bodyOf(
      await addReference.call(context, {
        path: "docs/peers.md",
        markdown: "# Peers\n\nA peer dependency conflict is settled by an upgrade of the package that asks for it.",
      }),
    );
    for (let index = 0; index < 3; index += 1) {
      await ask({ signature_source: log, project });
      await ask({ task: "peer dependency conflict upgrade react package", project, budget: 200 });
      await ask({ task: "zebra quagga okapi", project });
      context.clock.advance(day);
    }
  }

  test("the sums over buckets are the totals, and the totals are what was asked", async () => {
    await threeDays();
    const overview = bodyOf(await readOverview.call(context, { range: "7d", zone }));
    const summed = (of: (bucket: (typeof overview.buckets)[number]) => number) =>
      overview.buckets.reduce((total, bucket) => total + of(bucket), 0);
    expect(overview.totals).toMatchObject({ lookups: 9, injected: 0, other: 0 });
    expect(overview.totals.tiers["1"]).toBe(3);
    expect(overview.totals.tiers.none).toBe(3);
    expect(overview.totals.empty).toBeGreaterThanOrEqual(3);
    expect(summed(({ lookups }) => lookups)).toBe(9);
    for (const tier of ["1", "2", "3", "none"] as const) {
      expect(summed(({ tiers }) => tiers[tier])).toBe(overview.totals.tiers[tier]);
    }
    expect(summed(({ budget_used }) => budget_used)).toBe(overview.totals.budget_used);
    expect(overview.buckets.filter(({ lookups }) => lookups > 0)).toHaveLength(3);
    expect(overview.buckets.filter(({ lookups }) => lookups === 0).every(({ p95_ms }) => p95_ms === null)).toBe(true);
    expect(overview.top_failures.map(({ lookups, tool }) => ({ lookups, tool }))).toEqual([
      { lookups: 3, tool: "npm" },
    ]);
    expect(overview.totals.distinct).toBeLessThan(9);
  });

  test("a project, a range and a key's projects narrow every number", async () => {
    await threeDays();
    const other = bodyOf(await readOverview.call(context, { range: "7d", zone, project: "github.com/acme/other" }));
    expect(other.totals.lookups).toBe(0);
    expect(other.top_failures).toEqual([]);
    const hours = bodyOf(await readOverview.call(context, { range: "24h", zone }));
    expect(hours.totals.lookups).toBe(0);
    expect(hours.buckets).toHaveLength(24);
    const narrowed = { ...context, access: { keyId: "k", projects: ["github.com/acme/other"], canWrite: false } };
    expect(bodyOf(await readOverview.call(narrowed, { range: "7d", zone })).totals.lookups).toBe(0);
    expect(bodyOf(await readBudget.call(narrowed, { range: "7d", zone })).totals.drops).toBe(0);
  });

  test("an outcome of a task with several decisions counts once", async () => {
    for (const id of ["d1", "d2"]) {
      bodyOf(
        await recordDecision.call(context, {
          project,
          session: "s",
          id,
          task_id: "t",
          text: `Decide ${id}`,
          ground: [],
        }),
      );
    }
    bodyOf(await recordOutcome.call(context, { task_id: "t", session: "s", verdict: "pass", rationale: "green" }));
    expect(bodyOf(await readOverview.call(context, { range: "7d", zone })).outcomes).toEqual({ pass: 1, fail: 0 });
  });

  test("a zone that nobody knows is refused by name", async () => {
    const refused = await readOverview.call(context, { zone: "Mars/Olympus" });
    expect(refused.ok).toBe(false);
    if (!refused.ok) expect(refused.failure.errors[0]?.path).toBe("zone");
  });

  test("drops are counted by tier, and the largest limit told would have kept all of them", async () => {
    await threeDays();
    const budget = bodyOf(await readBudget.call(context, { range: "7d", zone }));
    expect(budget.totals.drops).toBeGreaterThan(0);
    expect(Object.values(budget.totals.tiers).reduce((total, each) => total + each, 0)).toBe(budget.totals.drops);
    expect(budget.buckets.flatMap(({ drops }) => Object.values(drops)).reduce((total, each) => total + each, 0)).toBe(
      budget.totals.drops,
    );
    expect(budget.larger.at(-1)?.kept).toBe(budget.totals.drops);
    expect(budget.larger.at(-1)?.whole).toBe(budget.totals.dropping);
    expect(budget.most_dropped.reduce((total, { drops }) => total + drops, 0)).toBe(budget.totals.drops);
    expect(budget.most_dropped.every(({ preview }) => preview !== null && preview !== "")).toBe(true);

    const limit = budget.larger.at(-1)?.limit ?? 0;
    const whole = await ask({ task: "peer dependency conflict upgrade react package", project, budget: limit });
    const cut = await ask({ task: "peer dependency conflict upgrade react package", project, budget: 200 });
    expect(cut.budget.dropped.length).toBeGreaterThan(0);
    expect(whole.budget.dropped).toEqual([]);
  });
});
