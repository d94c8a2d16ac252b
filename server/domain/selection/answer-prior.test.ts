import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import { aQuestion, asPriorRequest } from "#server/testing/prior-arbitraries.ts";
import { lookUpPrior } from "#server/testing/prior-lookup.ts";

const texts = new Map([
  ["m1", "drain the queue before the lease is renewed"],
  ["m2", "renew the lease, then drain the queue and count the retries"],
  ["m3", "the lease of the queue is never renewed twice"],
  ["m4", "tenant ids belong into every cache key"],
]);

function ask(budgetTokens: number, policy = defaultPolicy) {
  const index = new PriorIndex(
    "github.com/acme/shop",
    [...texts].map(([id, text]) => ({
      id,
      session: `session of ${id}`,
      tokens: tokenize(text),
      ground: ["src/queue.ts", "src/lease.ts"],
      createdMs: 0,
      outcome: id === "m1" ? ("pass" as const) : null,
    })),
  );
  return lookUpPrior({
    request: {
      taskTokens: new Set(tokenize("drain the queue when the lease is renewed")),
      currentNodes: ["src/queue.ts"],
      project: "github.com/acme/shop",
      session: "me",
      asOfMs: 0,
      policy,
    },
    projects: [{ index, graph: null }],
    textOf: (id) => texts.get(id),
    budgetTokens,
  });
}

test("an answer holds the selected texts, each with its factors, and a reason for every other", () => {
  const { answer } = ask(2_000);
  expect(answer.items.map(({ id, verdict, text }) => ({ id, verdict, text }))).toEqual([
    { id: "m1", verdict: "pass", text: texts.get("m1") },
    { id: "m3", verdict: null, text: texts.get("m3") },
    { id: "m2", verdict: null, text: texts.get("m2") },
  ]);
  expect(answer.rejected).toMatchObject([{ id: "m4", reason: "below_floor", score: 0, session: "session of m4" }]);
  expect(answer.counts).toEqual({
    considered: 4,
    returned: 3,
    rejected: { below_floor: 1, beyond_gap: 0, over_top_k: 0, budget: 0 },
    truncated: 0,
  });
  for (const { text, session } of answer.items) {
    expect(answer.rendered).toContain(text);
    expect(answer.rendered).toContain(session);
  }
});

test("a caller whose nodes resolve to nothing sees it from the size of the focus", () => {
  expect(ask(2_000).answer).toMatchObject({ focus_size: 0, unresolved_nodes: ["src/queue.ts"] });
});

test("what does not fit the budget is rejected for it, from the weakest, and the record knows its size", () => {
  const whole = ask(2_000);
  const { answer, drops, budget } = ask(whole.budget.used - 1);
  expect(answer.items.map(({ id }) => id)).toEqual(["m1", "m3"]);
  expect(answer.rejected.map(({ id, reason }) => [id, reason])).toEqual([
    ["m2", "budget"],
    ["m4", "below_floor"],
  ]);
  expect(answer.counts).toMatchObject({ returned: 2, rejected: { budget: 1 } });
  expect(answer.rendered).toContain("1 of 3 left out (budget).");
  expect(drops).toEqual([{ kind: "memory", id: "m2", tokens: expect.any(Number) }]);
  expect(countTokens(answer.rendered)).toBe(budget.used);
});

test("at any budget: rendered fits, items are what is rendered, and every count adds up", () => {
  fc.assert(
    fc.property(aQuestion, fc.nat(400), (question, budgetTokens) => {
      const { answer } = lookUpPrior({
        ...asPriorRequest(question),
        textOf: (id) => `text of memory ${id}`,
        budgetTokens,
      });
      const { counts, items, rejected } = answer;
      expect(countTokens(answer.rendered)).toBeLessThanOrEqual(budgetTokens);
      for (const { text } of items) expect(answer.rendered).toContain(text);
      expect(counts.returned).toBe(items.length);
      const { below_floor, beyond_gap, over_top_k, budget } = counts.rejected;
      expect(below_floor + beyond_gap + over_top_k + budget + counts.returned).toBe(counts.considered);
      expect(counts.truncated).toBe(counts.considered - counts.returned - rejected.length);
      expect(rejected.length).toBeLessThanOrEqual(20);
      expect(JSON.stringify(rejected)).not.toContain("text of memory");
    }),
  );
});

test("nothing selected gives nothing to render, and the best rejected with their factors", () => {
  const { answer } = ask(2_000, { ...defaultPolicy, noise_floor: 1 });
  expect(answer).toMatchObject({ items: [], rendered: "", counts: { returned: 0, considered: 4 } });
  expect(answer.rejected.map(({ id }) => id)).toEqual(["m1", "m3", "m2", "m4"]);
});
