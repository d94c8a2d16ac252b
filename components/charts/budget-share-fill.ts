import type { BudgetShareName } from "./prepare-budget-shares.ts";

/** One colour per share, the same in the chart and beside its words. */
export const budgetShareFill = {
  tier_1: "var(--tier-1)",
  tier_2: "var(--tier-2)",
  tier_3: "var(--tier-3)",
  skills: "var(--tier-skills)",
  rest: "var(--tier-rest)",
} as const satisfies Record<BudgetShareName, string>;
