import { expect, test } from "vitest";
import { aCandidate, aContextRecord } from "#components/lookups/a-context-record.ts";
import { prepareBudgetShares } from "./prepare-budget-shares.ts";

const budget = aContextRecord().budget;

test("shares and envelope add up to what was used", () => {
  const { shares } = prepareBudgetShares(
    aContextRecord({
      budget: { ...budget, used: 500 },
      candidates: [
        aCandidate({ tier: 1, tokens: 200 }),
        aCandidate({ tier: 2, tokens: 120 }),
        aCandidate({ kind: "skill", tier: null, tokens: 30 }),
        aCandidate({ kind: "reference", tier: 3, tokens: 100 }),
        aCandidate({ kind: "reference", tier: 3, tokens: 900, fate: "dropped" }),
      ],
    }),
  );
  expect(shares.map(({ name, tokens }) => [name, tokens])).toEqual([
    ["tier_1", 200],
    ["tier_2", 120],
    ["tier_3", 100],
    ["skills", 30],
    ["rest", 50],
  ]);
});

test("an exceeded limit stays on the axis, and a limit of 0 has no percentage", () => {
  const over = prepareBudgetShares(aContextRecord({ budget: { ...budget, limit: 100, used: 160, exceeded: true } }));
  expect(over.end).toBe(160);
  expect(over.finding).toBe("160 of 100 tokens used (160 %), nothing dropped. The limit is exceeded.");
  const none = prepareBudgetShares(aContextRecord({ budget: { ...budget, limit: 0, used: 20, exceeded: true } }));
  expect(none.finding).toBe("20 of 0 tokens used, nothing dropped. The limit is exceeded.");
});

test("what was dropped is counted in entries and tokens", () => {
  const { finding } = prepareBudgetShares(
    aContextRecord({
      drops: [
        { kind: "reference", id: "chunk_1", tokens: 812 },
        { kind: "memory", id: "mem_9", tokens: 200 },
      ],
    }),
  );
  expect(finding).toContain("2 entries of 1,012 tokens dropped");
});

test("an answer whose entries were not counted alone is one share, not an envelope", () => {
  const { shares, isSplit } = prepareBudgetShares(aContextRecord({ candidates: [aCandidate({ tokens: null })] }));
  expect(isSplit).toBe(false);
  expect(shares).toEqual([{ name: "rest", word: "Whole answer", tokens: 160, entries: 0, ofLimit: "3 %" }]);
});
