import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import type { PriorRecord } from "#server/domain/selection/prior-record.ts";
import { replayPrior } from "#server/domain/selection/replay-prior.ts";
import { aQuestion, asPriorRequest } from "#server/testing/prior-arbitraries.ts";
import { lookUpPrior } from "#server/testing/prior-lookup.ts";

const aBudget = fc.constantFrom(0, 120, 300, 2_000);

/** A record as a later release finds it: text in a store. */
function asStored(record: PriorRecord): PriorRecord {
  const stored: PriorRecord = JSON.parse(JSON.stringify(record));
  return stored;
}

test("a thousand records, stored as JSON, replay to the last bit from the record alone", () => {
  fc.assert(
    fc.property(aQuestion, aBudget, (question, budgetTokens) => {
      const { record } = lookUpPrior({ ...asPriorRequest(question), textOf: (id) => `memory ${id}`, budgetTokens });
      // What deletion leaves of a record must still replay.
      const replay = replayPrior({ ...asStored(record), rendered: "" });
      expect(replay).toEqual({ identical: true, differences: [], decision: record.decision, counts: record.counts });
    }),
    { numRuns: 1_000 },
  );
}, 30_000);

test("a truncated record replays too, with its counts", () => {
  const index = new PriorIndex(
    "p",
    Array.from({ length: 900 }, (_, number) => ({
      id: `m${number}`,
      session: "other",
      tokens: ["lease", ...Array.from({ length: number % 30 }, (_, word) => `w${word}`)],
      ground: [],
      createdMs: 0,
      outcome: number % 9 === 0 ? ("fail" as const) : null,
    })),
  );
  const request = { taskTokens: new Set(["lease"]), currentNodes: [], project: "p", session: "me", asOfMs: 0 };
  const { record } = lookUpPrior({
    request: { ...request, policy: defaultPolicy },
    projects: [{ index, graph: null }],
    textOf: () => "text",
    budgetTokens: 2_000,
  });
  expect(record.truncated).toBe(true);
  expect(replayPrior(asStored(record))).toMatchObject({ identical: true, counts: record.counts });
});

test("a record that was tampered with does not replay as identical, and the difference is named", () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const { record } = lookUpPrior({
        ...asPriorRequest(question),
        textOf: (id) => `memory ${id}`,
        budgetTokens: 2_000,
      });
      const [first, ...others] = record.candidates;
      fc.pre(first !== undefined);
      if (first === undefined) return;
      const score = first.score + Number.EPSILON * Math.max(1, Math.abs(first.score));
      const forged = { ...record, candidates: [{ ...first, score }, ...others] };
      expect(replayPrior(forged)).toMatchObject({ identical: false, differences: [`candidates.${first.id}.score`] });
    }),
    { numRuns: 200 },
  );
});

test("a record of another scoring version is not passed off as identical", () => {
  fc.assert(
    fc.property(aQuestion, (question) => {
      const { record } = lookUpPrior({ ...asPriorRequest(question), textOf: () => "text", budgetTokens: 2_000 });
      const other = { ...record, versions: { ...record.versions, scoring: "s0" } };
      expect(replayPrior(other).differences).toEqual(["versions.scoring"]);
    }),
    { numRuns: 20 },
  );
});
