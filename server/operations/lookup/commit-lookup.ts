import {
  type MemoryContextAnswer,
  MemoryContextOutput,
  type MemoryContextRequest,
} from "#server/contracts/memory-context.ts";
import { insertAttention } from "#server/db/attention.ts";
import type { Transaction } from "#server/db/database.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import type { ReadableProjects } from "#server/db/memories.ts";
import { countSightings, type Sightings } from "#server/db/signatures.ts";
import { ensureProject, ensureSession, readWorkspace } from "#server/db/workspaces.ts";
import type { Explanation } from "#server/domain/failure-signature/explain-failure.ts";
import { lookupIdOf } from "#server/domain/lookup/lookup-id.ts";
import type { Policy } from "#server/domain/policy/policy.ts";
import { type CallContext, RequestIdTaken } from "#server/operations/operation.ts";
import type { Judged } from "./answer-parts.ts";
import { contextRecord, mentionedMemories, summaryOf } from "./context-record.ts";
import { dropsOf } from "./drops-of.ts";
import type { LegLog } from "./leg-log.ts";
import { occurrenceRequestId, recordSighting } from "./sighting.ts";
import type { StandingFailure } from "./standing-failure.ts";

export type DecidedLookup = {
  /** Complete but for `seen_count`, `last_seen` and `lookup_id`, which only the transaction knows. */
  answer: MemoryContextAnswer;
  request: MemoryContextRequest;
  policy: Policy;
  legs: LegLog;
  failure: Extract<Explanation, { kind: "failure" }> | null;
  /** What the store knows of the failure: splits, merges, marks. */
  standing: StandingFailure | null;
  project: string | null;
  readable: ReadableProjects;
  /** Every candidate with its verdict before the budget. */
  judged: Judged[];
  corpusSeq: number;
  startedMs: number;
};

/**
 * Writes occurrence, record and kept answer in one transaction and returns the answer as it was written.
 * A store that cannot write costs the caller the record, never the answer: it then has no `lookup_id` and says so.
 */
export async function commitLookup(context: CallContext, decided: DecidedLookup): Promise<MemoryContextAnswer> {
  const durationMs = Math.round(context.clock.elapsed() - decided.startedMs);
  let answer: MemoryContextAnswer;
  try {
    answer = await inTransaction(context.db, (tx) => writeLookup(context, tx, decided, durationMs));
  } catch (error) {
    if (error instanceof RequestIdTaken) throw error;
    context.log.error(
      { error: error instanceof Error ? error.message : "unknown" },
      "the attention record was not written",
    );
    decided.legs.degrade("record", "failed");
    answer = {
      ...withSightings(decided, await sightingsWithoutRecord(context, decided)),
      degraded: decided.legs.degraded,
      lookup_id: null,
    };
  }
  logLookup(context, decided, answer, durationMs);
  return answer;
}

async function writeLookup(
  context: CallContext,
  tx: Transaction,
  decided: DecidedLookup,
  durationMs: number,
): Promise<MemoryContextAnswer> {
  const { workspaceId } = context;
  const { failure, request } = decided;
  const evaluatedAt = context.clock.now();
  const recordId = context.newId("att");
  const sessionId = request.session ?? null;
  const projectId = await knownProject(tx, context, decided, evaluatedAt);
  if (failure && decided.standing) {
    await recordSighting(tx, {
      workspaceId,
      failure,
      variants: decided.standing.variants,
      signatureKey: request.signature_key ?? null,
      source: request.signature_source ?? "",
      projectId,
      sessionId,
      requestId: occurrenceRequestId(context),
      sourceKind: "lookup",
      sourceId: recordId,
      at: evaluatedAt,
      newId: context.newId,
    });
  }
  const sightings = await countSightings(
    tx,
    workspaceId,
    [...new Set(signatureOfLessons(decided).values())],
    decided.readable,
    { excludingSource: recordId, also: namesNow(decided) },
  );
  const { lookup_id: _none, ...named } = withSightings(decided, sightings);
  const { request_id: _id, ...question } = request;
  const lookupId = lookupIdOf({
    workspace: workspaceId,
    operation: "memory.context",
    request: question,
    answer: named,
  });
  const answer = MemoryContextOutput.parse({ ...named, lookup_id: lookupId });
  const secret = (await readWorkspace(tx, workspaceId))?.secret ?? "";
  const record = contextRecord(context, decided, { recordId, lookupId, evaluatedAt, answer, secret });
  await insertAttention(
    tx,
    {
      workspaceId,
      recordId,
      lookupId,
      operation: "memory.context",
      evaluatedAt,
      projectId,
      sessionId,
      tool: failure?.tool ?? request.tool?.toLowerCase() ?? null,
      tier: answer.tier,
      origin: request.origin ?? "asked",
      summary: context.storePrompts ? summaryOf(decided) : "",
      signatureId: answer.signature?.id ?? null,
      foundCount: answer.counts.found,
      returnedCount: answer.counts.returned,
      droppedCount: answer.counts.dropped,
      degradedLegs: answer.degraded.map((degraded) => degraded.leg),
      budgetLimit: answer.budget.limit,
      budgetUsed: answer.budget.used,
      durationMs,
      policyVersion: decided.policy.version,
      record: JSON.stringify(record),
    },
    mentionedMemories(decided, answer),
    dropsOf(answer.budget.used, answer.budget.dropped, tiersOf(decided)),
  );
  await context.keepAnswer(tx, { status: 200, text: JSON.stringify(answer) });
  return answer;
}

function tiersOf({ judged }: DecidedLookup): Map<string, number | null> {
  return new Map(judged.map(({ candidate }) => [candidate.id, candidate.tier]));
}

/** A sighting needs its project, so a lookup with a failure makes the project known; a mere question does not. */
async function knownProject(
  tx: Transaction,
  { workspaceId }: CallContext,
  { project, failure, request }: DecidedLookup,
  at: Date,
): Promise<string | null> {
  if (project === null || (failure === null && request.session === undefined)) return project;
  const projectId = await ensureProject(tx, { workspaceId, slug: project, createdAt: at });
  if (request.session !== undefined) {
    await ensureSession(tx, { workspaceId, projectId, sessionId: request.session, startedAt: at });
  }
  return projectId;
}

/** Which signature each exact hit came through; its sightings are the ones that count. */
function signatureOfLessons({ judged }: DecidedLookup): Map<string, string> {
  return new Map(
    judged.flatMap(({ candidate }) => (candidate.signatureId === null ? [] : [[candidate.id, candidate.signatureId]])),
  );
}

/** Where a hit came through a name of older rules: what the failure is called now, under which this sighting counts. */
function namesNow({ standing }: DecidedLookup): Map<string, string> {
  return new Map(
    (standing?.parts ?? []).flatMap(({ askedIds, standingId }) =>
      askedIds.filter((id) => id !== standingId).map((id) => [id, standingId] as const),
    ),
  );
}

function withSightings(decided: DecidedLookup, sightings: ReadonlyMap<string, Sightings>): MemoryContextAnswer {
  const signatureOf = signatureOfLessons(decided);
  return {
    ...decided.answer,
    lessons: decided.answer.lessons.map((lesson) => {
      const seen = sightings.get(signatureOf.get(lesson.id) ?? "");
      if (lesson.tier !== 1 || !seen) return lesson;
      return {
        ...lesson,
        seen_count: seen.seenCount,
        last_seen: seen.lastSeenBefore?.toISOString().slice(0, 10) ?? null,
      };
    }),
  };
}

async function sightingsWithoutRecord(context: CallContext, decided: DecidedLookup): Promise<Map<string, Sightings>> {
  try {
    const ids = [...new Set(signatureOfLessons(decided).values())];
    return await countSightings(context.db, context.workspaceId, ids, decided.readable, { also: namesNow(decided) });
  } catch {
    return new Map();
  }
}

/** The one structured line of a lookup: what fired, how long each leg took, what scored, what was dropped. Never a text. */
function logLookup(
  context: CallContext,
  decided: DecidedLookup,
  answer: MemoryContextAnswer,
  durationMs: number,
): void {
  context.log.info(
    {
      operation: "memory.context",
      lookup_id: answer.lookup_id,
      tier: answer.tier,
      tiers: [...new Set(answer.lessons.map((lesson) => lesson.tier))],
      duration_ms: durationMs,
      legs: Object.fromEntries(
        decided.legs.reports.map((report) => [
          report.leg,
          { status: report.status, ms: Math.round(report.duration_ms) },
        ]),
      ),
      scores: answer.lessons.map(({ id, score, raw_score }) => ({ id, score, raw_score })),
      counts: answer.counts,
      budget: { limit: answer.budget.limit, used: answer.budget.used, drops: answer.budget.dropped },
      degraded: answer.degraded,
    },
    "lookup",
  );
}
