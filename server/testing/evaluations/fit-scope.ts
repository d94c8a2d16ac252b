import {
  type ScopeFactor,
  type ScopeWeights,
  scopeFactors,
  scopeWeights,
} from "#server/domain/code-context/scope-weights.ts";

/** The candidates of one case: a row of factors each, and whether the change touched it. */
export type FitCase = { repository: string; rows: number[][]; isGold: boolean[] };

const steps = 500;
const rate = 0.05;
const decay = 0.002;

/**
 * Weights that give the gold files of each case the largest share of softmax(score): gradient descent with momentum, L2 against
 * large weights, no weight of the wrong sign. Twelve numbers for hundreds of cases; what generalises is shown by
 * leaving each repository out in turn.
 */
export function fitWeights(cases: readonly FitCase[]): ScopeWeights {
  const signs = scopeFactors.map((factor) => (factor === "aside" ? -1 : 1));
  const weights = scopeFactors.map((factor) => 3 * scopeWeights["2026-11-30"][factor]);
  const usable = cases.filter(({ isGold }) => isGold.includes(true));
  const first = weights.map(() => 0);
  const second = weights.map(() => 0);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = weights.map((weight) => decay * weight);
    for (const one of usable) addGradient(gradient, one, weights, usable.length);
    for (const [at, slope] of gradient.entries()) {
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope;
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope;
      const move = (first[at] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((second[at] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
      const moved = (weights[at] ?? 0) - rate * move;
      weights[at] = moved * (signs[at] ?? 1) < 0 ? 0 : moved;
    }
  }
  const unit = weights[0] || 1;
  const fitted = new Map(scopeFactors.map((factor, at) => [factor, (weights[at] ?? 0) / unit]));
  const of = (factor: ScopeFactor) => fitted.get(factor) ?? 0;
  return {
    content: of("content"),
    path: of("path"),
    symbols: of("symbols"),
    docs: of("docs"),
    messages: of("messages"),
    path_mention: of("path_mention"),
    dotted_mention: of("dotted_mention"),
    symbol_mention: of("symbol_mention"),
    tests: of("tests"),
    neighbours: of("neighbours"),
    churn: of("churn"),
    // No case carries earlier runs, so nothing is learned of it here.
    touched: scopeWeights["2026-11-30"].touched,
    aside: of("aside"),
    co_change: scopeWeights["2026-11-30"].co_change,
  };
}

function addGradient(gradient: number[], { rows, isGold }: FitCase, weights: readonly number[], cases: number): void {
  const scores = rows.map((row) => row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
  const best = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - best));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const golds = isGold.filter(Boolean).length;
  for (const [place, row] of rows.entries()) {
    const share = (powers[place] ?? 0) / total - (isGold[place] ? 1 / golds : 0);
    for (const [at, value] of row.entries()) gradient[at] = (gradient[at] ?? 0) + (share * value) / cases;
  }
}
