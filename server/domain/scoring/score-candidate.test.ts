import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPolicy } from "#server/domain/policy/policy.ts";
import type { CandidateInputs } from "#server/domain/scoring/candidate-inputs.ts";
import { combineFactors, scoreCandidate, scoreValue } from "#server/domain/scoring/score-candidate.ts";
import { overlapOf } from "#server/domain/scoring/token-overlap.ts";
import { tokenWeightOf } from "#server/domain/scoring/token-weight.ts";
import { ageInDays } from "#server/domain/scoring/whole-utc-days.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import { aPolicy, someInputs } from "#server/testing/prior-arbitraries.ts";

const plain: CandidateInputs = {
  token_intersection: 3,
  token_union: 12,
  ground_total: 4,
  ground_resident: 4,
  ground_in_focus: 2,
  ground_live: 4,
  age_days: 10,
  outcome: null,
  corroboration: [],
  same_project: true,
};

const scored = (inputs: Partial<CandidateInputs>, policy: Partial<typeof defaultPolicy> = {}) =>
  scoreCandidate({ ...plain, ...inputs }, { ...defaultPolicy, ...policy });

test("a score is (0.6 · semantic + 0.4 · structural + bonus) · recency · live ratio", () => {
  expect(scored({})).toEqual({
    value: 0.6 * 0.25 + 0.4 * 0.5,
    factors: { semantic: 0.25, structural: 0.5, bonus: 0, recency: 1, live_ratio: 1 },
  });
});

test("structure counts only from two resident ground nodes on", () => {
  expect(scored({ ground_resident: 1, ground_in_focus: 1 }).factors.structural).toBe(0);
  expect(scored({ ground_resident: 2, ground_in_focus: 2 }).factors.structural).toBe(1);
});

test("structure is a share of the resident ground, not of all ground", () => {
  expect(scored({ ground_total: 10, ground_resident: 2, ground_in_focus: 1 }).factors.structural).toBe(0.5);
});

test("a failed way is penalised at once, a passed one rewarded only where others stand on the same ground", () => {
  const reward = { outcome_reward: 0.1 };
  expect(scored({ outcome: "fail" }).factors.bonus).toBe(-0.2);
  expect(scored({ outcome: "pass", corroboration: [9, 1] }, reward).factors.bonus).toBe(0);
  expect(scored({ outcome: "pass", corroboration: [9, 2] }, reward).factors.bonus).toBe(0.1);
  expect(scored({ outcome: "pass", corroboration: [2] }, { ...reward, min_structural_ground: 1 }).factors.bonus).toBe(
    0.1,
  );
  expect(scored({ outcome: null, corroboration: [9, 9] }, reward).factors.bonus).toBe(0);
});

test("code that is gone weakens a memory down to the live-ratio floor and no further", () => {
  expect(scored({ ground_live: 2 }).factors.live_ratio).toBe(0.5);
  expect(scored({ ground_live: 0 }).factors.live_ratio).toBe(0.25);
  expect(scored({ ground_live: null }).factors.live_ratio).toBe(1);
  expect(scored({ ground_total: 0, ground_live: 0 }).factors.live_ratio).toBe(1);
});

test("age counts only where a half-life is set, in whole UTC days", () => {
  expect(scored({}).factors.recency).toBe(1);
  expect(scored({ age_days: 30 }, { recency_half_life_days: 30 }).factors.recency).toBe(0.5);
  const midnight = Date.UTC(2026, 2, 29);
  expect(ageInDays(midnight - 1, { asOfMs: midnight })).toBe(1);
  expect(ageInDays(midnight, { asOfMs: midnight + 86_399_999 })).toBe(0);
  expect(ageInDays(midnight + 1, { asOfMs: midnight - 86_400_000 })).toBe(0);
});

test("two empty token sets have nothing in common", () => {
  expect(scored({ token_intersection: 0, token_union: 0 }).factors.semantic).toBe(0);
});

test("the value alone, the value with its factors, and the factors put together are the same bits", () => {
  fc.assert(
    fc.property(someInputs, aPolicy, (inputs, policy) => {
      const { value, factors } = scoreCandidate(inputs, policy);
      expect(Object.is(scoreValue(inputs, policy), value)).toBe(true);
      expect(Object.is(combineFactors(factors, policy), value)).toBe(true);
      expect(Object.is(value, -0)).toBe(false);
      expect(value).toBeLessThanOrEqual(
        policy.w_semantic + policy.w_structural + policy.outcome_reward + policy.project_boost,
      );
    }),
  );
});

test("function words of two languages overlap in nothing, names in two spellings do", () => {
  const overlap = (task: string, memory: string) =>
    overlapOf(new Set(tokenize(task)), tokenize(memory), tokenWeightOf(0)).token_intersection;
  expect(overlap("die Warteschlange und der Abbruch", "die Rechnung und der Export")).toBe(0);
  expect(overlap("fix parseHTTPHeader", "parse_http_header fails")).toBeGreaterThanOrEqual(3);
});

test("under a background table a rare word weighs more than a common one, and the sums stay whole numbers", () => {
  const weightOf = tokenWeightOf(1);
  expect(weightOf("fix")).toBeLessThan(weightOf("subtree"));
  expect(weightOf("subtree")).toBeLessThan(weightOf("no-such-token"));
  const { token_intersection, token_union } = overlapOf(new Set(["fix", "lease"]), ["fix", "cache"], weightOf);
  expect(token_intersection).toBe(weightOf("fix"));
  expect(token_union).toBe(weightOf("fix") + weightOf("lease") + weightOf("cache"));
  expect(Number.isInteger(token_union)).toBe(true);
});

test("a background table that was never shipped is refused", () => {
  expect(() => tokenWeightOf(2)).toThrow(RangeError);
});
