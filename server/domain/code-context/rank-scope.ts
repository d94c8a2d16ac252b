import { compareIds } from "#server/domain/selection/compare-ids.ts";
import { coChangePartners } from "./co-change.ts";
import { readQuery, scopeFactorColumns } from "./scope-features.ts";
import type { ScopeIndex } from "./scope-index.ts";
import { leaders, type ScopeFactors, type ScopeWeights, scopeFactors } from "./scope-weights.ts";

/** A file with all that decided its rank. `score` = Σ weight · factor + weight of co-change · `co_change`. */
export type ScopeCandidate = {
  path: string;
  score: number;
  factors: ScopeFactors;
  /** Strongest coupling with one of the leaders, and which; 0 for the leaders themselves. */
  co_change: number;
  coupled_with: string | null;
};

export type ScopeRankingResult = { candidates: ScopeCandidate[]; considered: number };

/** Candidates kept of one ranking; what is below never had a chance. */
export const keptScopeCandidates = 50;
/** Before co-change: partners of the leaders come in from further down. */
const shortlist = 200;

/**
 * Ranks the files of a commit for a task. Test files are no candidates, unless the task names them by path.
 * Equal scores stand in the order of their paths. `touched` counts the carried runs that changed a file.
 */
export function rankScope(
  index: ScopeIndex,
  task: string,
  weights: ScopeWeights,
  touched: ReadonlyMap<string, number> = new Map(),
): ScopeRankingResult {
  const columns = scopeFactorColumns(index, readQuery(task), touched);
  const scored: { place: number; score: number }[] = [];
  for (const [place, file] of index.files.entries()) {
    if (file.role === "test" && (columns.path_mention[place] ?? 0) < 1) continue;
    let score = 0;
    let hasSignal = false;
    for (const factor of scopeFactors) {
      const value = columns[factor][place] ?? 0;
      score += weights[factor] * value;
      if (value > 0 && !isPrior.has(factor)) hasSignal = true;
    }
    if (hasSignal) scored.push({ place, score });
  }
  const pathOf = (place: number) => index.files[place]?.path ?? "";
  scored.sort((a, b) => b.score - a.score || compareIds(pathOf(a.place), pathOf(b.place)));
  const coupled = couplings(
    index,
    scored.slice(0, leaders).map(({ place }) => pathOf(place)),
  );
  const known = new Set(scored.slice(0, shortlist).map(({ place }) => place));
  const listed = scored.filter(({ place }) => known.has(place) || coupled.has(pathOf(place)));
  const candidates = listed.map(({ place, score }, rank): ScopeCandidate => {
    const path = pathOf(place);
    const factors = Object.fromEntries(scopeFactors.map((factor) => [factor, columns[factor][place] ?? 0]));
    const coupling = rank < leaders ? undefined : coupled.get(path);
    return {
      path,
      score,
      factors: { ...noFactors, ...factors },
      co_change: coupling?.coupling ?? 0,
      coupled_with: coupling?.leader ?? null,
    };
  });
  return { candidates: orderCandidates(candidates, weights).slice(0, keptScopeCandidates), considered: scored.length };
}

/** How busy a file is breaks ties; alone it is no reason. */
const isPrior: ReadonlySet<string> = new Set(["churn", "touched", "aside"]);

const noFactors: ScopeFactors = {
  content: 0,
  path: 0,
  symbols: 0,
  docs: 0,
  messages: 0,
  path_mention: 0,
  dotted_mention: 0,
  symbol_mention: 0,
  tests: 0,
  neighbours: 0,
  churn: 0,
  touched: 0,
  aside: 0,
};

/**
 * Scores and orders candidates from their factors alone: what a ranking does at its end, and what a replay does again.
 * The leaders keep their ranks; co-change moves only what comes after them.
 */
export function orderCandidates(candidates: readonly ScopeCandidate[], weights: ScopeWeights): ScopeCandidate[] {
  const scored = candidates.map((candidate) => ({ ...candidate, score: ownScore(candidate, weights) }));
  scored.sort(byScore);
  const first = scored.slice(0, leaders);
  const ceiling = first.at(-1)?.score ?? 0;
  const rest = scored
    .slice(leaders)
    .map((candidate) => ({
      ...candidate,
      score: Math.min(ceiling, candidate.score + weights.co_change * candidate.co_change),
    }))
    .sort(byScore);
  return [...first, ...rest];
}

/** Sums in the order of `scopeFactors`: another order could round differently. */
function ownScore({ factors }: ScopeCandidate, weights: ScopeWeights): number {
  let score = 0;
  for (const factor of scopeFactors) score += weights[factor] * factors[factor];
  return score;
}

function byScore(a: ScopeCandidate, b: ScopeCandidate): number {
  return b.score - a.score || compareIds(a.path, b.path);
}

/** The strongest coupling of each file with one of the leaders. */
function couplings(index: ScopeIndex, paths: readonly string[]): Map<string, { coupling: number; leader: string }> {
  const strongest = new Map<string, { coupling: number; leader: string }>();
  for (const leader of paths) {
    for (const { path, coupling } of coChangePartners(index.history, leader)) {
      if (!index.places.has(path) || paths.includes(path)) continue;
      const known = strongest.get(path);
      if (known === undefined || coupling > known.coupling) strongest.set(path, { coupling, leader });
    }
  }
  return strongest;
}
