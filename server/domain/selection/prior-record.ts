import type { Policy } from "#server/domain/policy/policy.ts";
import { scoringVersion } from "#server/domain/scoring/score-candidate.ts";
import type { AnsweredPrior, PriorCounts } from "#server/domain/selection/answer-prior.ts";
import { compareIds } from "#server/domain/selection/compare-ids.ts";
import type { BudgetCut, PriorDecision } from "#server/domain/selection/decide-prior.ts";
import type { RankReason } from "#server/domain/selection/select-by-rank.ts";
import type { JudgedCandidate, PriorSelection } from "#server/domain/selection/select-prior.ts";

/** Focus nodes that a record lists; its size is always whole. */
const mostFocusNodes = 500;

/**
 * The attention record of one prior-context lookup: what it saw and what it decided. Plain JSON, and enough to compute the
 * decision again without any store: memories may have changed or gone meanwhile.
 */
export type PriorRecord = {
  id: string;
  lookup_id: string;
  operation: "context.prior";
  request: PriorRecordRequest;
  session: string | null;
  /** Instant that ages were taken at. */
  evaluated_at: string;
  /** Whole, with the request's own `top_k`. */
  policy: Policy;
  versions: {
    scoring: string;
    tokenizer: string;
    normaliser: string | null;
    /** Of the caller's project. */
    graph_commit: string | null;
    embedder: null;
  };
  corpus_seq: number;
  /** By searched project, the caller's first. */
  focus: RecordedFocus[];
  counts: PriorCounts;
  /** How many of `counts` are not among `candidates`. */
  unrecorded: Record<RankReason, number>;
  legs: { leg: string; status: string; note: string | null; duration_ms: number; candidates: number }[];
  /** The first 500 with semantic or structural above 0, best first, and whatever else the answer named. */
  candidates: JudgedCandidate[];
  /** Whether more than those had a say. */
  truncated: boolean;
  lowest_kept_score: number | null;
  decision: PriorDecision;
  budget: BudgetCut;
  drops: AnsweredPrior["drops"];
  rendered: string;
};

export type PriorRecordRequest = {
  project: string;
  /** Masked, the first 16 KiB; `null` once its time is over or where prompts are not stored. */
  task_text: { text: string | null; bytes: number; sha256: string };
  current_nodes: string[];
  scope: "project" | "all-projects" | null;
  top_k: number | null;
  budget: number;
};

export type RecordedFocus = {
  project: string;
  commit: string | null;
  size: number;
  /** The nearest 500, in byte order. */
  nodes: string[];
  unresolved_nodes: string[];
};

export type PriorRecordInput = Pick<
  PriorRecord,
  "id" | "lookup_id" | "request" | "session" | "evaluated_at" | "policy" | "corpus_seq" | "legs"
> & {
  selection: PriorSelection;
  answered: AnsweredPrior;
  tokenizerVersion: string;
  normaliserVersion: string | null;
};

export function priorRecordOf(input: PriorRecordInput): PriorRecord {
  const { selection, answered } = input;
  return {
    id: input.id,
    lookup_id: input.lookup_id,
    operation: "context.prior",
    request: input.request,
    session: input.session,
    evaluated_at: input.evaluated_at,
    policy: input.policy,
    versions: {
      scoring: scoringVersion,
      tokenizer: input.tokenizerVersion,
      normaliser: input.normaliserVersion,
      graph_commit: selection.foci.find(({ project }) => project === input.request.project)?.focus.commit ?? null,
      embedder: null,
    },
    corpus_seq: input.corpus_seq,
    focus: selection.foci.map(({ project, focus }) => ({
      project,
      commit: focus.commit,
      size: focus.nodes.size,
      nodes: nearestNodes(focus.nodes),
      unresolved_nodes: focus.unresolved_nodes,
    })),
    counts: answered.answer.counts,
    unrecorded: unrecordedOf(selection),
    legs: input.legs,
    candidates: selection.candidates,
    truncated: selection.truncated,
    lowest_kept_score: selection.lowest_kept_score,
    decision: answered.decision,
    budget: answered.budget,
    drops: answered.drops,
    rendered: answered.answer.rendered,
  };
}

/** A focus lists its nodes from near to far, and may hold a whole repository. */
function nearestNodes(nodes: ReadonlySet<string>): string[] {
  const nearest: string[] = [];
  for (const node of nodes) {
    if (nearest.length === mostFocusNodes) break;
    nearest.push(node);
  }
  return nearest.toSorted(compareIds);
}

function unrecordedOf({ counts, candidates }: PriorSelection): Record<RankReason, number> {
  const { below_floor, beyond_gap, over_top_k } = counts;
  const unrecorded = { below_floor, beyond_gap, over_top_k };
  for (const { verdict } of candidates) if (verdict.kind === "rejected") unrecorded[verdict.reason] -= 1;
  return unrecorded;
}
