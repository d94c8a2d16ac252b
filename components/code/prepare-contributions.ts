import { type ScopeFactor, scopeFactors } from "#server/domain/code-context/scope-weights.ts";

export type Contribution = { factor: string; share: number };

const words: Partial<Record<ScopeFactor, string>> = {
  messages: "commit messages",
  path_mention: "path named",
  dotted_mention: "dotted name",
  symbol_mention: "symbol named",
  churn: "recent changes",
  touched: "earlier runs",
  aside: "docs or example",
};

/** What each factor added to a score, largest first; what added nothing is left out. */
export function prepareContributions(
  factors: Readonly<Record<string, number>>,
  weights: Readonly<Record<string, number>>,
): Contribution[] {
  return [...scopeFactors, "co_change" as const]
    .map((factor) => ({
      factor: factor === "co_change" ? "changes with a leader" : (words[factor] ?? factor),
      share: (weights[factor] ?? 0) * (factors[factor] ?? 0),
    }))
    .filter(({ share }) => Math.abs(share) >= 0.005)
    .sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
}
