import { tokenizerVersion } from "#server/domain/text/tokenize.ts";
import type { Mentions } from "./extract-mentions.ts";
import { orderCandidates, type ScopeCandidate } from "./rank-scope.ts";
import { scopeRuleVersion } from "./scope-snapshot.ts";
import type { ScopeWeights } from "./scope-weights.ts";

export type BootLesson = { id: string; session: string | null; project: string | null; score: number; tokens: number };

/** What a language model made of the first candidates, if one was asked. `order` are their paths, best first. */
export type RecordedRerank = { model: string; status: "answered" | "timeout" | "failed" | "nonsense"; order: string[] };

/**
 * The attention record of one SCOPE. Plain JSON, and enough to decide again without store or repository: candidates
 * carry every factor, and the weights are those of its day.
 */
export type BootRecord = {
  id: string;
  lookup_id: string;
  operation: "agent.boot";
  request: {
    /** Masked, the first 16 KiB; null where prompts are not stored. */
    goal: { text: string | null; bytes: number; sha256: string };
    project: string;
    limit: number;
  };
  session: string | null;
  evaluated_at: string;
  /** Weights of the ranking, by name. */
  policy: ScopeWeights;
  versions: {
    ranking: string;
    tokenizer: string;
    history: number;
    graph_commit: string;
    rerank: string | null;
    normaliser: null;
    embedder: null;
  };
  corpus_seq: number;
  history: { commits: number; shallow: boolean };
  mentions: Mentions;
  counts: { considered: number; returned: number; lessons: number };
  legs: { leg: string; status: string; note: string | null; duration_ms: number; candidates: number }[];
  /** The first 50, best first. */
  candidates: ScopeCandidate[];
  truncated: boolean;
  lowest_kept_score: number | null;
  rerank: RecordedRerank | null;
  lessons: BootLesson[];
  decision: BootDecision;
  drops: { kind: "memory"; id: string; tokens: number }[];
  rendered: string;
};

export type BootDecision = { candidates: { path: string; score: number }[]; lessons: string[] };

/** Which files are answered: in the order of their scores, or in that of the model, then cut. */
export function decideBoot(input: {
  candidates: readonly ScopeCandidate[];
  weights: ScopeWeights;
  rerank: RecordedRerank | null;
  limit: number;
  lessons: readonly BootLesson[];
}): BootDecision {
  const ordered = orderCandidates(input.candidates, input.weights);
  const moved = input.rerank?.status === "answered" ? reordered(ordered, input.rerank.order) : ordered;
  return {
    candidates: moved.slice(0, input.limit).map(({ path, score }) => ({ path, score })),
    lessons: input.lessons.map(({ id }) => id),
  };
}

/** Paths of a model's list that are candidates come first, each once; the others follow in their own order. */
export function reordered(candidates: readonly ScopeCandidate[], order: readonly string[]): ScopeCandidate[] {
  const byPath = new Map(candidates.map((candidate) => [candidate.path, candidate]));
  const first = [...new Set(order)].flatMap((path) => byPath.get(path) ?? []);
  const named = new Set(first.map(({ path }) => path));
  return [...first, ...candidates.filter(({ path }) => !named.has(path))];
}

export type BootReplay = { identical: boolean; differences: string[]; decision: BootDecision };

/** Decides again from the record alone. Anything that comes out differently is named. */
export function replayBoot(record: BootRecord): BootReplay {
  const ordered = orderCandidates(record.candidates, record.policy);
  const decision = decideBoot({
    candidates: record.candidates,
    weights: record.policy,
    rerank: record.rerank,
    limit: record.request.limit,
    lessons: record.lessons,
  });
  const differences = [
    ...(JSON.stringify(ordered) === JSON.stringify(record.candidates) ? [] : ["candidates"]),
    ...(JSON.stringify(decision) === JSON.stringify(record.decision) ? [] : ["decision"]),
  ];
  return { identical: differences.length === 0, differences, decision };
}

/** The versions that a record names beside ranking and commit. */
export const bootVersions = {
  tokenizer: tokenizerVersion,
  history: scopeRuleVersion,
  normaliser: null,
  embedder: null,
};
