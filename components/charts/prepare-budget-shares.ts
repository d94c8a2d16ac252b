import { countOf, formatCount, formatShare } from "#components/ui/format-quantity.ts";
import type { ContextRecordBody } from "#server/contracts/lookups.ts";

export const budgetShareNames = ["tier_1", "tier_2", "tier_3", "skills", "rest"] as const;
export type BudgetShareName = (typeof budgetShareNames)[number];

export const budgetShareWord = {
  tier_1: "Tier 1, exact",
  tier_2: "Tier 2, similar",
  tier_3: "Tier 3, reference",
  skills: "Skills",
  rest: "Brackets and names",
} as const satisfies Record<BudgetShareName, string>;

export type BudgetShare = { name: BudgetShareName; word: string; tokens: number; entries: number; ofLimit: string };

export type BudgetShares = {
  /** In the order in which they are kept; the last to be dropped comes first. Shares of 0 tokens are left out. */
  shares: BudgetShare[];
  limit: number;
  used: number;
  dropped: number;
  isExceeded: boolean;
  /** The end of the axis in tokens, above zero. */
  end: number;
  finding: string;
  /** Whether every returned entry was counted; in older records only the dropped ones were. */
  isSplit: boolean;
};

function shareOf({ kind, tier }: ContextRecordBody["candidates"][number]): BudgetShareName {
  if (kind === "skill") return "skills";
  return tier === 1 ? "tier_1" : tier === 2 ? "tier_2" : "tier_3";
}

/**
 * How an answer's tokens divide among what it holds. Entries were counted alone and the answer as a whole, so what the
 * parts do not explain (brackets, names, joints) is the rest; where the parts are longer than the whole, it is 0.
 */
export function prepareBudgetShares({ budget, candidates, drops }: ContextRecordBody): BudgetShares {
  const tokens: Record<BudgetShareName, number> = { tier_1: 0, tier_2: 0, tier_3: 0, skills: 0, rest: 0 };
  const entries: Record<BudgetShareName, number> = { tier_1: 0, tier_2: 0, tier_3: 0, skills: 0, rest: 0 };
  for (const candidate of candidates) {
    if (candidate.fate !== "returned") continue;
    const name = shareOf(candidate);
    tokens[name] += candidate.tokens ?? 0;
    entries[name] += 1;
  }
  const explained = Object.values(tokens).reduce((sum, each) => sum + each, 0);
  tokens.rest = Math.max(0, budget.used - explained);
  const dropped = drops.reduce((sum, each) => sum + each.tokens, 0);
  const share = budget.limit === 0 ? null : budget.used / budget.limit;
  const used = `${formatCount(budget.used)} of ${formatCount(budget.limit)} tokens used${share === null ? "" : ` (${formatShare(share)})`}`;
  const left =
    drops.length === 0
      ? "nothing dropped"
      : `${countOf(drops.length, "entry", "entries")} of ${formatCount(dropped)} tokens dropped`;
  const isSplit = candidates.every(({ fate, tokens: counted }) => fate !== "returned" || counted !== null);
  return {
    isSplit,
    shares: budgetShareNames
      .map((name) => ({
        name,
        word: name === "rest" && !isSplit ? "Whole answer" : budgetShareWord[name],
        tokens: tokens[name],
        entries: entries[name],
        ofLimit: budget.limit === 0 ? "–" : formatShare(tokens[name] / budget.limit),
      }))
      .filter((each) => each.tokens > 0),
    limit: budget.limit,
    used: budget.used,
    dropped,
    isExceeded: budget.exceeded,
    end: Math.max(1, budget.limit, budget.used),
    finding: `${used}, ${left}.${budget.exceeded ? " The limit is exceeded." : ""}`,
  };
}
