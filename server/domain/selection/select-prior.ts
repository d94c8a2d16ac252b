import type { Policy } from "#server/domain/policy/policy.ts";
import type { CodeGraph } from "#server/domain/selection/code-graph.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";
import { type Focus, focusOf } from "#server/domain/selection/focus.ts";
import { hasSignal, type PriorCandidate } from "#server/domain/selection/prior-candidate.ts";
import type { PriorIndex, PriorScan } from "#server/domain/selection/prior-index.ts";
import {
  type RankedCandidate,
  type RankReason,
  type RankVerdict,
  selectByRank,
  thresholdReason,
} from "#server/domain/selection/select-by-rank.ts";

/** Candidates that an attention record keeps. */
export const mostRecorded = 500;
/** Rejected candidates that an answer lists. */
export const mostRejectedListed = 20;

/** One project to search, with the graph that judges its memories. */
export type SearchedProject = { index: PriorIndex; graph: CodeGraph | null };

export type PriorRequest = {
  taskTokens: ReadonlySet<string>;
  currentNodes: readonly string[];
  /** Project of the caller. Its focus is the one that an answer reports. */
  project: string;
  session: string | null;
  asOfMs: number;
  /** With the request's own `top_k`, where it named one. */
  policy: Policy;
};

export type JudgedCandidate = PriorCandidate & { verdict: RankVerdict };

export type RankCounts = Record<RankReason, number> & { considered: number; selected: number };

export type PriorSelection = {
  /** At most `mostRecorded`, best first, each with the verdict of its rank. Holds all that were selected. */
  candidates: JudgedCandidate[];
  cutoff: number;
  /** Over everything considered, not only over `candidates`. */
  counts: RankCounts;
  /** Of those considered, how many candidates with a say are not among `candidates`. */
  truncated: boolean;
  /** Lowest score among the kept candidates with a say; `null` without any. */
  lowest_kept_score: number | null;
  /** By project, the caller's first. */
  foci: { project: string; focus: Focus }[];
};

/** Judges the memories of every searched project, each by its own graph, and selects over all of them together. */
export function selectPrior(request: PriorRequest, projects: readonly SearchedProject[]): PriorSelection {
  const { policy } = request;
  const callerFirst = projects.toSorted(
    (a, b) => Number(b.index.project === request.project) - Number(a.index.project === request.project),
  );
  const foci: { project: string; focus: Focus }[] = [];
  const scans = callerFirst.map(({ index, graph }) => {
    const focus = focusOf(request.currentNodes, graph, { hops: policy.structural_hops });
    foci.push({ project: index.project, focus });
    return index.scan({
      taskTokens: request.taskTokens,
      focus: focus.nodes,
      graph,
      session: request.session,
      asOfMs: request.asOfMs,
      sameProject: index.project === request.project,
      policy,
      keep: mostRecorded,
      atLeast: mostRejectedListed,
    });
  });

  const { withSay, without } = splitBySay(scans.flatMap(({ candidates }) => candidates));
  const kept = withSay.slice(0, mostRecorded);
  const filled = [...kept, ...without.slice(0, Math.max(0, mostRejectedListed - kept.length))];
  const { ranked, best, cutoff } = selectByRank(filled, policy);
  const counts: RankCounts = { considered: 0, selected: 0, below_floor: 0, beyond_gap: 0, over_top_k: 0 };
  for (const scan of scans) countInto(counts, scan, { policy, best });
  return {
    candidates: ranked.map(judged),
    cutoff,
    counts,
    truncated: withSay.length > kept.length || scans.some((scan) => scan.truncated),
    lowest_kept_score: kept.at(-1)?.score ?? null,
    foci,
  };
}

/** Field by field: a spread takes three times as long, which five hundred of them feel. */
function judged({ candidate, verdict }: RankedCandidate<PriorCandidate>): JudgedCandidate {
  const { id, session, project, ground, inputs, factors, score } = candidate;
  return { id, session, project, ground, inputs, factors, score, verdict };
}

/** Counts every considered memory by what `thresholdReason` says of its score. */
function countInto(
  counts: RankCounts,
  { considered, scoresAboveFloor }: PriorScan,
  { policy, best }: { policy: Policy; best: number | null },
): void {
  let passing = 0;
  for (const score of scoresAboveFloor) if (thresholdReason(score, best, policy) === null) passing += 1;
  const selected = Math.min(passing, policy.top_k - counts.selected);
  counts.considered += considered;
  counts.below_floor += considered - scoresAboveFloor.length;
  counts.beyond_gap += scoresAboveFloor.length - passing;
  counts.selected += selected;
  counts.over_top_k += passing - selected;
}

function splitBySay(candidates: readonly PriorCandidate[]): { withSay: PriorCandidate[]; without: PriorCandidate[] } {
  const sorted = candidates.toSorted(compareRanked);
  const hasSay = ({ inputs, score }: PriorCandidate) => score > 0 || hasSignal(inputs);
  return { withSay: sorted.filter(hasSay), without: sorted.filter((candidate) => !hasSay(candidate)) };
}
