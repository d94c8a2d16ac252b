import { expect, test } from "vitest";
import { type BudgetLesson, fitBudget } from "./fit-budget.ts";
import { neededTokens } from "./needed-tokens.ts";

const lessons: BudgetLesson[] = [400, 300, 200, 100].map((length, index) => ({
  tier: index < 2 ? 2 : 3,
  level: index < 2 ? "L1" : "R",
  id: `m${index}`,
  score: 1 - index / 10,
  text: "x".repeat(length),
}));
const countTokens = (text: string) => text.length;
const fitInto = (limitTokens: number) => fitBudget({ lessons, skills: [], limitTokens, countTokens });

test("a limit of what was needed keeps a dropped entry, and one token less does not", () => {
  const { used, drops } = fitInto(500);
  expect(drops.length).toBe(3);
  const needed = neededTokens(used, drops);
  for (const [position, drop] of drops.entries()) {
    const limit = needed[position] ?? 0;
    expect(fitInto(limit).lessons.map(({ id }) => id)).toContain(drop.id);
    expect(fitInto(limit - 1).lessons.map(({ id }) => id)).not.toContain(drop.id);
  }
});

test("nothing dropped needs nothing", () => {
  expect(neededTokens(120, [])).toEqual([]);
});
