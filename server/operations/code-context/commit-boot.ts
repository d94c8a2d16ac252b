import type { BootAnswer, BootRequest } from "#server/contracts/boot.ts";
import { BootOutput } from "#server/contracts/boot.ts";
import { insertAttention } from "#server/db/attention.ts";
import type { Transaction } from "#server/db/database.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { type BootLesson, type BootRecord, bootVersions, decideBoot } from "#server/domain/code-context/boot-record.ts";
import type { JudgedInvariant } from "#server/domain/code-context/invariant.ts";
import { currentScopeRanking, scopeWeights } from "#server/domain/code-context/scope-weights.ts";
import { lookupIdOf } from "#server/domain/lookup/lookup-id.ts";
import type { Policy } from "#server/domain/policy/policy.ts";
import { renderBootAnswer } from "#server/domain/rendering/render-boot-answer.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { hexToBytes } from "#server/domain/text/hex-to-bytes.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { type CallContext, RequestIdTaken } from "#server/operations/operation.ts";
import type { BrainBoot, LoadedScope } from "#server/operations/ports.ts";
import type { FoundLessons } from "./find-lessons.ts";
import type { ScopedTask } from "./scope-task.ts";

/** Rules given to an agent at its start; the rest can be read where they stand. */
const mostInvariants = 20;
const keptGoalBytes = 16 * 1024;

export type DecidedBoot = {
  request: BootRequest;
  scope: LoadedScope;
  warnings: readonly string[];
  scoped: ScopedTask;
  lessons: FoundLessons;
  /** What the team's server adds; null where it was not to be asked. */
  team: BrainBoot | null;
  policy: Policy;
  startedMs: number;
};

/** Writes the attention record and gives the answer. A store that cannot write costs the record, never the answer. */
export async function commitBoot(context: CallContext, decided: DecidedBoot): Promise<BootAnswer> {
  const { request, scope } = decided;
  const named = namedAnswer(context, decided);
  const { request_id: _id, origin: _origin, ...question } = request;
  const lookupId = lookupIdOf({
    workspace: context.workspaceId,
    operation: "agent.boot",
    // Asked by folder or by name, it is the same question about the same project.
    request: { ...question, repo: scope.project },
    answer: named,
  });
  const answer: BootAnswer = { ...named, lookup_id: lookupId };
  const durationMs = Math.round(context.clock.elapsed() - decided.startedMs);
  try {
    await inTransaction(context.db, (tx) => write(context, tx, decided, { answer, lookupId, durationMs }));
    context.log.info(
      {
        operation: "agent.boot",
        lookup_id: lookupId,
        duration_ms: durationMs,
        considered: decided.scoped.considered,
        candidates: answer.candidates.length,
        lessons: answer.lessons.length,
      },
      "lookup",
    );
    return answer;
  } catch (error) {
    if (error instanceof RequestIdTaken) throw error;
    context.log.error(
      { error: error instanceof Error ? error.message : "unknown" },
      "the attention record was not written",
    );
    return { ...answer, lookup_id: null, notes: [...answer.notes, "The attention record could not be written."] };
  }
}

function namedAnswer(context: CallContext, decided: DecidedBoot): Omit<BootAnswer, "lookup_id"> {
  const { scope, scoped, team } = decided;
  const { snapshot, graph, project } = scope;
  const invariants = snapshot.invariants.slice(0, mostInvariants).map(invariantText);
  return {
    // Map and rules of this very commit win over those of the one that the team indexed.
    repoMap: snapshot.skeleton === "" ? (team?.repoMap ?? "") : snapshot.skeleton,
    invariants: invariants.length === 0 ? (team?.invariants ?? []) : invariants,
    lessons: [...ownLessons(decided), ...teamLessons(decided)],
    candidates: scoped.answered.map(({ path, score, factors, co_change }) => ({
      path,
      score,
      factors: { ...factors, co_change },
    })),
    notes: [...context.borderNotes, ...decided.warnings, ...notesOf(decided)],
    project,
    commit: snapshot.commit,
    shallow: snapshot.isShallow || snapshot.isGrafted,
    skipped: graph.skipped,
  };
}

function ownLessons({ lessons }: DecidedBoot): string[] {
  return lessons.lessons.map(({ text }) => text);
}

/** What the team learned and this machine does not know. */
function teamLessons(decided: DecidedBoot): string[] {
  const own = new Set(ownLessons(decided));
  return (decided.team?.lessons ?? []).filter((lesson) => !own.has(lesson));
}

/** A rule whose ground is gone is still given, and says so: whoever reads it can tell. */
function invariantText({ rule, source, state }: JudgedInvariant): string {
  const doubt =
    state === "symbol_missing" ? "; names code that is gone" : state === "violated" ? "; not kept everywhere" : "";
  return `${rule} (${source.path}:${source.line}${doubt})`;
}

function notesOf(decided: DecidedBoot): string[] {
  const { scope, scoped, lessons } = decided;
  const { snapshot } = scope;
  const told = teamLessons(decided).length;
  return [
    ...(told > 0 ? [`The last ${told === 1 ? "lesson is" : `${told} lessons are`} from the team's server.`] : []),
    ...(snapshot.isShallow
      ? ["The clone is shallow: co-change and recency know only the commits that were fetched."]
      : []),
    ...(snapshot.isGrafted ? ["Grafts rewrite this history: commits they touch are left out."] : []),
    ...(snapshot.isPartial ? ["The clone is partial: only exact renames were followed."] : []),
    ...(scoped.answered.length === 0 ? ["No file of this commit resembles the goal."] : []),
    ...(lessons.leg.status === "answered" ? [] : [`Lessons did not answer (${lessons.leg.status}).`]),
    ...(scoped.rerank && scoped.rerank.status !== "answered"
      ? [`The model did not re-rank (${scoped.rerank.status}); the order is that of the factors.`]
      : []),
  ];
}

async function write(
  context: CallContext,
  tx: Transaction,
  decided: DecidedBoot,
  { answer, lookupId, durationMs }: { answer: BootAnswer; lookupId: string; durationMs: number },
): Promise<void> {
  const { request, scope, scoped, lessons, policy } = decided;
  const evaluatedAt = context.clock.now();
  const recordId = context.newId("att");
  const secret = hexToBytes((await readWorkspace(tx, context.workspaceId))?.secret ?? "");
  const rendered = renderBootAnswer(answer, { secret, countTokens: context.countTokens });
  const record = recordOf(context, decided, {
    recordId,
    lookupId,
    evaluatedAt,
    durationMs,
    rendered: [rendered.map, rendered.task].filter((text) => text !== "").join("\n"),
  });
  await insertAttention(
    tx,
    {
      workspaceId: context.workspaceId,
      recordId,
      lookupId,
      operation: "agent.boot",
      evaluatedAt,
      projectId: scope.project,
      sessionId: request.session ?? null,
      tool: null,
      tier: null,
      origin: request.origin ?? "asked",
      summary: context.storePrompts ? cutText(request.goal.trim(), 200) : "",
      signatureId: null,
      foundCount: scoped.considered,
      returnedCount: answer.candidates.length,
      droppedCount: 0,
      degradedLegs: record.legs.filter(({ status }) => status !== "answered").map(({ leg }) => leg),
      budgetLimit: 0,
      budgetUsed: context.countTokens(record.rendered),
      durationMs,
      policyVersion: policy.version,
      record: JSON.stringify(record),
    },
    lessons.lessons.map(({ id }) => ({ memoryId: id, wasReturned: true })),
    [],
  );
  await context.keepAnswer(tx, { status: 200, text: JSON.stringify(BootOutput.parse(answer)) });
}

function recordOf(
  context: CallContext,
  { request, scope, scoped, lessons }: DecidedBoot,
  made: { recordId: string; lookupId: string; evaluatedAt: Date; durationMs: number; rendered: string },
): BootRecord {
  const goal = new TextEncoder().encode(request.goal);
  const weights = scopeWeights[currentScopeRanking];
  const { candidates } = scoped;
  const limit = request.limit ?? scoped.answered.length;
  const keptLessons: BootLesson[] = lessons.lessons.map(({ id, session, project, score, text }) => ({
    id,
    session,
    project,
    score,
    tokens: context.countTokens(text),
  }));
  return {
    id: made.recordId,
    lookup_id: made.lookupId,
    operation: "agent.boot",
    request: {
      goal: {
        text: context.storePrompts ? new TextDecoder().decode(goal.subarray(0, keptGoalBytes), { stream: true }) : null,
        bytes: goal.length,
        sha256: sha256Hex(goal),
      },
      project: scope.project,
      limit,
    },
    session: request.session ?? null,
    evaluated_at: made.evaluatedAt.toISOString(),
    policy: weights,
    versions: {
      ...bootVersions,
      ranking: currentScopeRanking,
      graph_commit: scope.snapshot.commit,
      rerank: scoped.rerank?.model ?? null,
    },
    corpus_seq: lessons.corpusSeq,
    history: { commits: scope.snapshot.history.length, shallow: scope.snapshot.isShallow },
    mentions: context.storePrompts ? scoped.mentions : { paths: [], dotted: [], identifiers: [], traces: [] },
    counts: { considered: scoped.considered, returned: scoped.answered.length, lessons: keptLessons.length },
    legs: [
      {
        leg: "files",
        status: "answered",
        note: null,
        duration_ms: Math.round(scoped.durationMs),
        candidates: scoped.considered,
      },
      lessons.leg,
    ],
    candidates,
    truncated: scoped.considered > candidates.length,
    lowest_kept_score: candidates.at(-1)?.score ?? null,
    rerank: scoped.rerank,
    lessons: keptLessons,
    decision: decideBoot({ candidates, weights, rerank: scoped.rerank, limit, lessons: keptLessons }),
    drops: [],
    rendered: made.rendered,
  };
}
