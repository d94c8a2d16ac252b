import { readTouchSet } from "#server/db/contexts.ts";
import { type RecordedRerank, reordered } from "#server/domain/code-context/boot-record.ts";
import { extractMentions, type Mentions } from "#server/domain/code-context/extract-mentions.ts";
import { keptScopeCandidates, rankScope, type ScopeCandidate } from "#server/domain/code-context/rank-scope.ts";
import { currentScopeRanking, scopeWeights } from "#server/domain/code-context/scope-weights.ts";
import type { CallContext } from "#server/operations/operation.ts";
import type { LoadedScope } from "#server/operations/ports.ts";

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
  return {
    mentions: extractMentions(goal),
    candidates: candidates.slice(0, keptScopeCandidates),
    answered: reordered(candidates, []).slice(0, limit),
    considered,
    rerank: null,
    durationMs,
  };
}
