import fc from "fast-check";
import { expect, test } from "vitest";
import { aCandidate, aContextRecord } from "./a-context-record.ts";
import { prepareCandidates } from "./prepare-candidates.ts";
import { candidateSorts, sortCandidates, sortOrders } from "./sort-candidates.ts";

const rows = prepareCandidates(
  aContextRecord({
    candidates: [
      aCandidate({ id: "skill", kind: "skill", tier: null, score: 0.9 }),
      aCandidate({ id: "second", tier: 2, score: 0.4, fate: "below_floor" }),
      aCandidate({ id: "first", tier: 1, score: 0.4 }),
    ],
  }),
);

test("the order of arrival never matters, whatever is sorted by", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(rows, { minLength: rows.length }),
      fc.constantFrom(...candidateSorts),
      fc.constantFrom(...sortOrders),
      (shuffled, sort, order) => {
        expect(sortCandidates(shuffled, sort, order)).toEqual(sortCandidates(rows, sort, order));
      },
    ),
  );
});

test("skills stand after every tier, and equal scores in the order of the record", () => {
  expect(sortCandidates(rows, "tier", "ascending").map(({ id }) => id)).toEqual(["first", "second", "skill"]);
  expect(sortCandidates(rows, "score", "descending").map(({ id }) => id)).toEqual(["skill", "second", "first"]);
});
