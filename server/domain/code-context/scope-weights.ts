/** Factors of a candidate file, each in [0, 1], in the order in which they are shown. */
export const scopeFactors = [
  "content",
  "path",
  "symbols",
  "docs",
  "messages",
  "path_mention",
  "dotted_mention",
  "symbol_mention",
  "tests",
  "neighbours",
  "churn",
  "touched",
  "aside",
] as const;
export type ScopeFactor = (typeof scopeFactors)[number];
export type ScopeFactors = Record<ScopeFactor, number>;

export type ScopeWeights = Record<ScopeFactor, number> & {
  /** Added behind the leaders: the strongest coupling with one of them. */
  co_change: number;
};

/** The first ranks are decided without co-change: blended in, it costs recall at 1. Source: measured, see decision 0014. */
export const leaders = 3;

/** Weights are frozen once a SCOPE was recorded under them; a better set is another entry. */
export const scopeWeights = {
  "2026-11-30": {
    content: 1,
    path: 0.25,
    symbols: 0.15,
    docs: 0.05,
    messages: 0.65,
    path_mention: 0.7,
    dotted_mention: 0.3,
    symbol_mention: 0.45,
    tests: 0.1,
    neighbours: 0.5,
    churn: 0.4,
    touched: 0.1,
    aside: -0.85,
    co_change: 0.3,
  },
} as const satisfies Record<string, ScopeWeights>;

export type ScopeRanking = keyof typeof scopeWeights;
export const currentScopeRanking: ScopeRanking = "2026-11-30";
