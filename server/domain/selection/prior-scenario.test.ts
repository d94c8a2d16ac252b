import { expect, test } from "vitest";
import { calibrate } from "#server/domain/calibration/calibrate.ts";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { codeGraphFrom } from "#server/domain/selection/code-graph.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import { lookUpPrior } from "#server/testing/prior-lookup.ts";

const task =
  "Add a retry with backoff to the payment gateway client: charges time out under load and the caller sees a duplicate charge.";

/** Five that a person who knows the code would want to be told about, and two that only sound alike. */
const priors = [
  {
    id: "retry-idempotency",
    text: "Retries of a charge must carry the same idempotency key, otherwise the gateway books a duplicate charge.",
    ground: ["src/payments/gateway-client.ts", "src/payments/charge.ts"],
    isRelevant: true,
  },
  {
    id: "backoff-jitter",
    text: "Backoff without jitter made every client retry in the same second; the gateway then timed out again under load.",
    ground: ["src/http/backoff.ts", "src/http/pool.ts"],
    isRelevant: true,
  },
  {
    id: "timeout-budget",
    text: "The gateway client has a timeout of 4 s, the caller of 5 s: a second attempt never fits into it.",
    ground: ["src/payments/gateway-client.ts", "src/http/timeouts.ts"],
    isRelevant: true,
  },
  {
    id: "same-pattern-other-module",
    text: "Outbox rows are claimed with skip locked before sending, so that two workers never send one mail twice.",
    ground: ["src/http/backoff.ts", "src/http/timeouts.ts"],
    isRelevant: true,
  },
  {
    id: "deutsch",
    text: "Wiederholungen gegen das Payment-Gateway brauchen Backoff, sonst entsteht bei einem Timeout die Buchung doppelt.",
    ground: ["src/payments/charge.ts", "src/payments/ledger.ts"],
    isRelevant: true,
  },
  {
    id: "control-english",
    text: "The settings page of the client is to be translated and the labels of the menu are under review with the design team.",
    ground: ["src/pages/settings.tsx", "src/pages/menu.tsx"],
    isRelevant: false,
  },
  {
    id: "control-german",
    text: "Die Startseite und das Menü sind in der neuen Schrift gesetzt, mit der die Texte unter dem Bild stehen.",
    ground: ["src/pages/home.tsx", "src/pages/menu.tsx"],
    isRelevant: false,
  },
];

const files = [...new Set(priors.flatMap(({ ground }) => ground))];
const folders = [...new Set(files.map((file) => file.slice(0, file.lastIndexOf("/"))))];
const graph = codeGraphFrom({
  commit: "c0ffee",
  nodes: [
    ...folders.map((path) => ({ id: path, kind: "directory" as const, path })),
    ...files.map((path) => ({ id: path, kind: "file" as const, path })),
  ],
  edges: [
    ...files.map((file) => ({ from: file.slice(0, file.lastIndexOf("/")), to: file })),
    { from: "src/payments/gateway-client.ts", to: "src/http/backoff.ts" },
    { from: "src/payments/gateway-client.ts", to: "src/http/timeouts.ts" },
    { from: "src/payments/gateway-client.ts", to: "src/payments/charge.ts" },
  ],
});

const { answer, record } = lookUpPrior({
  request: {
    taskTokens: new Set(tokenize(task)),
    currentNodes: ["src/payments/gateway-client.ts"],
    project: "github.com/acme/shop",
    session: "me",
    asOfMs: 0,
    policy: defaultPolicy,
  },
  projects: [
    {
      index: new PriorIndex(
        "github.com/acme/shop",
        priors.map(({ id, text, ground }) => ({
          id,
          session: `session of ${id}`,
          tokens: tokenize(text),
          ground,
          createdMs: 0,
          outcome: null,
        })),
      ),
      graph,
    },
  ],
  textOf: (id) => priors.find((prior) => prior.id === id)?.text,
  budgetTokens: 2_000,
});

test("all five priors that matter are returned, and the two that only share function words are not", () => {
  expect(answer.items.map(({ id }) => id).toSorted()).toEqual(
    priors.flatMap(({ id, isRelevant }) => (isRelevant ? [id] : [])).toSorted(),
  );
  expect(answer.rejected.map(({ id, reason }) => [id, reason])).toEqual([
    ["control-english", "below_floor"],
    ["control-german", "below_floor"],
  ]);
});

test("the same pattern in another module is found by structure alone, the German one by its words too", () => {
  const factorsOf = (id: string) => answer.items.find((item) => item.id === id)?.factors;
  expect(factorsOf("same-pattern-other-module")).toMatchObject({ semantic: 0, structural: 1 });
  expect(factorsOf("deutsch")?.semantic).toBeGreaterThan(0.1);
});

test("the worst relevant stands well above the best control, and calibration finds a floor between them", (context) => {
  const isRelevant = new Map(priors.map((prior) => [prior.id, prior.isRelevant]));
  const run = calibrate(
    record.candidates.map(({ id, score }) => ({
      task_text: task,
      memory_id: id,
      label: isRelevant.get(id) === true ? "relevant" : "control",
      score,
    })),
    defaultPolicy,
  );
  const worst = run.worst_relevant ?? 0;
  const best = run.best_control ?? 0;
  context.annotate(
    `worst relevant ${worst}, best control ${best}, factor ${run.factor}, suggested floor ${run.noise_floor}`,
  );
  expect(run.separable).toBe(true);
  expect(run.factor).toBeGreaterThan(10);
  expect(worst).toBeGreaterThan(defaultPolicy.noise_floor);
  expect(best).toBeLessThan(defaultPolicy.noise_floor);
});
