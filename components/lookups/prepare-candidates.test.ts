import { expect, test } from "vitest";
import { aCandidate, aContextRecord } from "./a-context-record.ts";
import { ordinal, prepareCandidates } from "./prepare-candidates.ts";

test("a candidate next to its floor is shown with the digits that put it there", () => {
  const rows = prepareCandidates(
    aContextRecord({
      candidates: [
        aCandidate({ raw_score: 0.03701, floor: 0.037 }),
        aCandidate({ raw_score: 0.0369, floor: 0.037, fate: "below_floor" }),
      ],
    }),
  );
  expect(rows.map(({ rawScoreShown, floorShown }) => [rawScoreShown, floorShown])).toEqual([
    ["0.03701", "0.03700"],
    ["0.0369", "0.0370"],
  ]);
  expect(rows[1]?.reason).toBe("Symptom scored 0.0369, under its floor of 0.0370.");
});

test("what a budget cost names the place in the order of dropping", () => {
  const drops = [
    { kind: "reference" as const, id: "chunk_1", tokens: 812 },
    { kind: "memory" as const, id: "mem_2", tokens: 1 },
  ];
  const [row] = prepareCandidates(
    aContextRecord({ drops, candidates: [aCandidate({ id: "mem_2", fate: "dropped", tokens: 1 })] }),
  );
  expect(row?.reason).toBe("Left out 2nd to keep the budget. 1 token saved.");
});

test("the limit that cut a candidate is named by its policy field, which depends on its kind and tier", () => {
  const policy = { max_tier2: 10, max_skills: 3 };
  const rows = prepareCandidates(
    aContextRecord({
      policy,
      candidates: [
        aCandidate({ fate: "over_limit" }),
        aCandidate({ fate: "over_limit", kind: "skill", tier: null }),
        aCandidate({ fate: "over_limit", kind: "reference", tier: 3 }),
      ],
    }),
  );
  expect(rows.map(({ reason }) => reason)).toEqual([
    "10 better ones filled the limit max_tier2 of the policy.",
    "3 better ones filled the limit max_skills of the policy.",
    "Better ones filled the limit max_references of the policy.",
  ]);
});

test("one memory found by two legs stays two rows", () => {
  const rows = prepareCandidates(
    aContextRecord({ candidates: [aCandidate(), aCandidate({ leg: "text", fate: "duplicate" })] }),
  );
  expect(rows.map(({ position, fateWord }) => [position, fateWord])).toEqual([
    [0, "Returned"],
    [1, "Duplicate"],
  ]);
});

test("ordinals follow English", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "102nd",
  ]);
});
