import { readTouchSet } from "#server/db/contexts.ts";
import { type RecordedRerank, reordered } from "#server/domain/code-context/boot-record.ts";
import { extractMentions, type Mentions } from "#server/domain/code-context/extract-mentions.ts";
import { rankScope, type ScopeCandidate } from "#server/domain/code-context/rank-scope.ts";
import { currentScopeRanking, scopeWeights } from "#server/domain/code-context/scope-weights.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { runLeg } from "#server/operations/lookup/run-leg.ts";
import type { CallContext } from "#server/operations/operation.ts";
import type { LoadedScope } from "#server/operations/ports.ts";

/** Candidates shown to a model, names of symbols for each, and how long its opinion is waited for. */
const rerankedCandidates = 15;
const shownSymbols = 12;
const shownGoalPoints = 8_000;
const rerankTimeoutMs = 8_000;

export type ScopedTask = {
  mentions: Mentions;
  /** As the weights order them. */
  candidates: ScopeCandidate[];
  /** As they are answered. */
  answered: ScopeCandidate[];
  considered: number;
  rerank: RecordedRerank | null;
  durationMs: number;
};

/** Ranks the files of one commit for one goal. */
export async function scopeTask(
  context: CallContext,
  { scope, goal, limit }: { scope: LoadedScope; goal: string; limit: number },
): Promise<ScopedTask> {
  const startedMs = context.clock.elapsed();
  const touchSet = await readTouchSet(context.db, context.workspaceId, scope.project);
  const touched = new Map(touchSet.map(({ path, runs }) => [path, runs]));
  const { candidates, considered } = rankScope(scope.index, goal, scopeWeights[currentScopeRanking], touched);
  const durationMs = context.clock.elapsed() - startedMs;
  const rerank = await askModel(context, scope, goal, candidates);
  const order = rerank?.status === "answered" ? rerank.order : [];
  return {
    mentions: extractMentions(goal),
    candidates,
    answered: reordered(candidates, order).slice(0, limit),
    considered,
    rerank,
    durationMs,
  };
}

/** The model sees the first candidates only, and its failure costs its opinion. Null where none is configured. */
async function askModel(
  context: CallContext,
  scope: LoadedScope,
  goal: string,
  candidates: readonly ScopeCandidate[],
): Promise<RecordedRerank | null> {
  const { fileReranker } = context;
  if (fileReranker === null || candidates.length < 2) return null;
  const symbolsOf = new Map(scope.graph.files.map(({ path, symbols }) => [path, symbols]));
  const files = candidates.slice(0, rerankedCandidates).map(({ path }) => ({
    path,
    symbols: (symbolsOf.get(path) ?? []).slice(0, shownSymbols).map(({ name }) => name),
  }));
  const asked = await runLeg((signal) => fileReranker.rerank({ goal: cutText(goal, shownGoalPoints), files }, signal), {
    timeoutMs: rerankTimeoutMs,
    clock: context.clock,
  });
  if (asked.status !== "answered") {
    return { model: fileReranker.model, status: asked.status === "timeout" ? "timeout" : "failed", order: [] };
  }
  const known = new Set(files.map(({ path }) => path));
  const order = asked.result.filter((path) => known.has(path));
  return { model: fileReranker.model, status: order.length === 0 ? "nonsense" : "answered", order };
}
