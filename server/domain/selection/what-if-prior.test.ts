import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { scoreValue } from "#server/domain/scoring/score-candidate.ts";
import { highestUnrecordedScore } from "#server/domain/selection/highest-unrecorded-score.ts";
import { hasSignal } from "#server/domain/selection/prior-candidate.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import { selectPrior } from "#server/domain/selection/select-prior.ts";
import { type WhatIfPolicy, whatIfPrior } from "#server/domain/selection/what-if-prior.ts";
import { aPolicy, aQuestion, asPriorRequest, someInputs } from "#server/testing/prior-arbitraries.ts";
import { lookUpPrior } from "#server/testing/prior-lookup.ts";

const recordOf = (question: Parameters<typeof asPriorRequest>[0]) =>
  lookUpPrior({ ...asPriorRequest(question), textOf: (id) => `memory ${id}`, budgetTokens: 300 }).record;

const truncatedRecord = () =>
  lookUpPrior({
    request: {
      taskTokens: new Set(["lease"]),
      currentNodes: [],
      project: "p",
      session: "me",
      asOfMs: 0,
      policy: defaultPolicy,
    },
    projects: [
      {
        index: new PriorIndex(
          "p",
          Array.from({ length: 600 }, (_, number) => ({
            id: `m${number}`,
            session: "other",
            tokens: ["lease", ...Array.from({ length: number % 20 }, (_, word) => `w${word}`)],
            ground: [],
            createdMs: 0,
            outcome: null,
          })),
        ),
        graph: null,
      },
    ],
    textOf: () => "text",
    budgetTokens: 2_000,
  }).record;

test("what-if selects what a lookup under that policy would have selected, or says that it cannot tell", () => {
  let answered = 0;
  fc.assert(
    fc.property(aQuestion, aPolicy, (question, { structural_hops, version, ...asked }) => {
      const whatIf = whatIfPrior(recordOf(question), asked);
      if (whatIf.kind === "refused") throw new Error(JSON.stringify(whatIf.refused));
      if (whatIf.undecidable !== null) return;
      answered += 1;
      const { request, projects } = asPriorRequest(question);
      const policy = { ...asked, version, structural_hops: question.policy.structural_hops };
      const { candidates } = selectPrior({ ...request, policy }, projects);
      const live = candidates
        .filter(({ verdict }) => verdict.kind === "selected")
        .map(({ id, score }) => ({ id, score }));
      expect(whatIf.decision.selected).toEqual(live);
    }),
    { numRuns: 500 },
  );
  expect(answered).toBeGreaterThan(200);
}, 20_000);

test("what enters and what leaves turn the selection of then into that of now", () => {
  fc.assert(
    fc.property(aQuestion, aPolicy, (question, { structural_hops, version, ...asked }) => {
      const record = recordOf(question);
      const whatIf = whatIfPrior(record, asked);
      if (whatIf.kind === "refused") throw new Error(JSON.stringify(whatIf.refused));
      const ids = new Set(record.decision.selected.map(({ id }) => id));
      for (const { id } of whatIf.left) expect(ids.delete(id)).toBe(true);
      for (const { id } of whatIf.entered) expect(ids.has(id)).toBe(false);
      for (const { id } of whatIf.entered) ids.add(id);
      expect(ids).toEqual(new Set(whatIf.decision.selected.map(({ id }) => id)));
    }),
  );
});

test("under its own policy, whole or in part, nothing enters and nothing leaves", () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const record = recordOf(question);
      for (const asked of [{}, record.policy, { top_k: record.policy.top_k, tokenizer: record.versions.tokenizer }]) {
        expect(whatIfPrior(record, asked)).toMatchObject({ identical: true, entered: [], left: [] });
      }
    }),
  );
});

test.each<[string, WhatIfPolicy]>([
  ["structural_hops", { structural_hops: 2 }],
  ["background_table", { background_table: 1 }],
  ["tokenizer", { tokenizer: "t0" }],
  ["noise_floor", { noise_floor: -1 }],
  ["top_k", { top_k: 0 }],
])("a changed %s is refused by name", (field, asked) => {
  expect(whatIfPrior(truncatedRecord(), { ...asked, rank_gap_ratio: 0.5 })).toMatchObject({
    kind: "refused",
    refused: [{ field, message: expect.stringContaining(field) }],
  });
});

test("a cutoff below what a truncated record kept is undecidable, one at or above it is not", () => {
  const record = truncatedRecord();
  const lowest = record.lowest_kept_score ?? 0;
  expect(lowest).toBeGreaterThan(0.01);
  const asked = (noise_floor: number) => whatIfPrior(record, { noise_floor, rank_gap_ratio: 0 });
  expect(asked(lowest)).toMatchObject({ undecidable: null });
  expect(asked(lowest - 0.01)).toMatchObject({
    undecidable: { because: "truncated", cutoff: lowest - 0.01, highest_unrecorded: lowest },
  });
});

test("a bonus that would lift memories which share nothing with the task is undecidable, unless the record knows them all", () => {
  const strangers = Array.from({ length: 30 }, (_, number) => ({
    id: `m${number}`,
    session: "other",
    tokens: ["unheard"],
    ground: [],
    createdMs: 0,
    outcome: null,
  }));
  const among = (memories: typeof strangers) =>
    lookUpPrior({
      request: {
        taskTokens: new Set(["lease"]),
        currentNodes: [],
        project: "p",
        session: "me",
        asOfMs: 0,
        policy: defaultPolicy,
      },
      projects: [{ index: new PriorIndex("p", memories), graph: null }],
      textOf: () => "text",
      budgetTokens: 2_000,
    }).record;
  expect(whatIfPrior(among(strangers), { project_boost: 0.1 })).toMatchObject({
    undecidable: { because: "unrelated", highest_unrecorded: 0.1 },
  });
  expect(whatIfPrior(among(strangers.slice(0, 10)), { project_boost: 0.1 })).toMatchObject({ undecidable: null });
});

test("no candidate that a record left out can score above the bound under another policy", () => {
  fc.assert(
    fc.property(
      someInputs,
      aPolicy,
      aPolicy,
      fc.double({ min: 0, max: 0.5, noNaN: true }),
      (inputs, recorded, asked, more) => {
        fc.pre(hasSignal(inputs));
        const lowestKept = scoreValue(inputs, recorded) + more;
        expect(scoreValue(inputs, asked)).toBeLessThanOrEqual(highestUnrecordedScore(lowestKept, { recorded, asked }));
      },
    ),
    { numRuns: 5_000 },
  );
});

test("the bound is the lowest kept score itself while no scoring field changes, and never far above it for one weight", () => {
  const moved = { ...defaultPolicy, noise_floor: 0, rank_gap_ratio: 0, top_k: 1 };
  expect(highestUnrecordedScore(0.1, { recorded: defaultPolicy, asked: moved })).toBe(0.1);
  const calm = { ...defaultPolicy, outcome_penalty: 0, live_ratio_floor: 1 };
  const heavier = { ...calm, w_semantic: 0.9 };
  expect(highestUnrecordedScore(0.1, { recorded: calm, asked: heavier })).toBeCloseTo(0.15, 6);
});
