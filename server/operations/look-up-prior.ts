import { succeed } from "#server/contracts/failure-codes.ts";
import {
  type PriorContextAnswer,
  PriorContextInput,
  PriorContextOutput,
  type PriorContextRequest,
} from "#server/contracts/prior-context.ts";
import { insertAttention } from "#server/db/attention.ts";
import type { Transaction } from "#server/db/database.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { holdStanding, readActive } from "#server/db/memories.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { lookupIdOf } from "#server/domain/lookup/lookup-id.ts";
import type { Policy } from "#server/domain/policy/policy.ts";
import { type AnsweredPrior, answerPrior } from "#server/domain/selection/answer-prior.ts";
import { priorRecordOf } from "#server/domain/selection/prior-record.ts";
import { type PriorSelection, selectPrior } from "#server/domain/selection/select-prior.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { hexToBytes } from "#server/domain/text/hex-to-bytes.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { tokenize, tokenizerVersion } from "#server/domain/text/tokenize.ts";
import { mayRead, readableProjects, refuseProject } from "./access.ts";
import { activePolicy } from "./active-policy.ts";
import { dropsOf } from "./lookup/drops-of.ts";
import { type LegFailure, runLeg } from "./lookup/run-leg.ts";
import { type CallContext, defineLookup, RequestIdTaken } from "./operation.ts";
import { standingProject } from "./standing-project.ts";
import { priorInWords } from "./words/prior-in-words.ts";

/** A selected memory went while its lookup was under way; the lookup is then made anew, without it. */
class MemoryVanished extends Error {}

/** Selections of one lookup, where memories keep vanishing under it. */
const mostAttempts = 3;

/** `asOf` is the instant that ages were taken at. */
type Found = { selection: PriorSelection; answered: AnsweredPrior; corpusSeq: number; asOf: Date };

/** Reasoning of other sessions that bears on a task: by wording and by place in the code, with every factor of its score. */
export const lookUpPrior = defineLookup({
  name: "context.prior",
  summary: "What other sessions decided that bears on a task, and why each piece was selected or not.",
  input: PriorContextInput,
  output: PriorContextOutput,
  tool: {
    name: "get_prior_context",
    title: "What other sessions decided that bears on a task",
    description:
      "When you begin a task or turn to another part of the code: get the decisions, assumptions and constraints of other sessions that bear on it, each with the reason why it was selected. Pass the files you work on as current_nodes.",
    hides: ["origin", "request_id"],
    changes: "adds",
    isRepeatable: false,
    inWords: priorInWords,
  },
  async run(context, request) {
    const named = await runLeg(() => standingProject(context, request.project), {
      timeoutMs: 800,
      clock: context.clock,
    });
    const project = (named.status === "answered" ? named.result : null) ?? request.project;
    if (!mayRead(context.access, project)) return refuseProject(request.project);
    const startedMs = context.clock.elapsed();
    const active = await activePolicy(context, project);
    const policy = request.top_k === undefined ? active : { ...active, top_k: request.top_k };
    const budgetTokens = request.budget ?? policy.default_budget_prior;

    for (let attempt = 1; ; attempt += 1) {
      const leg = await runLeg(() => findStanding(context, request, { project, policy, budgetTokens }), {
        timeoutMs: policy.leg_timeout_ms,
        clock: context.clock,
      });
      if (leg.status !== "answered") {
        context.log.error(
          { operation: "context.prior", leg: leg.status, note: leg.note },
          "prior context did not answer",
        );
        return succeed(emptyAnswer(request, policy, leg.status));
      }
      try {
        return succeed(await commit(context, request, { project, policy, found: leg.result, startedMs, budgetTokens }));
      } catch (error) {
        if (!(error instanceof MemoryVanished)) throw error;
        if (attempt === mostAttempts) return succeed(emptyAnswer(request, policy, "failed"));
      }
    }
  },
});

/** As `find`, anew where a memory vanished between its selection and the reading of its text. */
async function findStanding(...question: Parameters<typeof find>): Promise<Found> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await find(...question);
    } catch (error) {
      if (!(error instanceof MemoryVanished) || attempt === mostAttempts) throw error;
    }
  }
}

async function find(
  context: CallContext,
  request: PriorContextRequest,
  { project, policy, budgetTokens }: { project: string; policy: Policy; budgetTokens: number },
): Promise<Found> {
  const { db, workspaceId } = context;
  const corpusSeq = await context.priorCorpus.sync();
  const readable = readableProjects(
    context.access,
    request.scope === "all-projects" ? { scope: "all-projects" } : { scope: "project", project },
  );
  const asOf = context.clock.now();
  const selection = selectPrior(
    {
      taskTokens: new Set(tokenize(request.task_text)),
      currentNodes: request.current_nodes ?? [],
      project,
      session: request.session,
      asOfMs: asOf.getTime(),
      policy,
    },
    await context.priorCorpus.projects(readable, project),
  );
  const chosen = selection.candidates.filter(({ verdict }) => verdict.kind === "selected").map(({ id }) => id);
  const texts = new Map(
    (await readActive(db, workspaceId, chosen, readable)).map(({ memory }) => [memory.memoryId, memory.text]),
  );
  if (chosen.some((id) => !texts.has(id))) throw new MemoryVanished();
  const secret = hexToBytes((await readWorkspace(db, workspaceId))?.secret ?? "");
  const answered = answerPrior({
    selection,
    textOf: (id) => texts.get(id),
    project,
    currentNodes: request.current_nodes ?? [],
    policyVersion: policy.version,
    budgetTokens,
    countTokens: context.countTokens,
    secret,
  });
  return { selection, answered, corpusSeq, asOf };
}

type Decided = { project: string; policy: Policy; found: Found; startedMs: number; budgetTokens: number };

/** A store that cannot write costs the record, never the answer. */
async function commit(
  context: CallContext,
  request: PriorContextRequest,
  decided: Decided,
): Promise<PriorContextAnswer> {
  const { request_id: _id, ...question } = request;
  const named = { ...decided.found.answered.answer, degraded: [], notes: context.borderNotes };
  const lookupId = lookupIdOf({
    workspace: context.workspaceId,
    operation: "context.prior",
    request: question,
    answer: named,
  });
  const answer: PriorContextAnswer = { ...named, lookup_id: lookupId };
  const durationMs = Math.round(context.clock.elapsed() - decided.startedMs);
  try {
    await inTransaction(context.db, (tx) => write(context, tx, request, { ...decided, answer, lookupId, durationMs }));
    log(context, answer, durationMs);
    return answer;
  } catch (error) {
    if (error instanceof RequestIdTaken || error instanceof MemoryVanished) throw error;
    context.log.error(
      { error: error instanceof Error ? error.message : "unknown" },
      "the attention record was not written",
    );
    return { ...answer, degraded: [{ leg: "record", reason: "failed" }], lookup_id: null };
  }
}

async function write(
  context: CallContext,
  tx: Transaction,
  request: PriorContextRequest,
  decided: Decided & { answer: PriorContextAnswer; lookupId: string; durationMs: number },
): Promise<void> {
  const { answer, lookupId, found, policy, project } = decided;
  const standing = await holdStanding(
    tx,
    context.workspaceId,
    answer.items.map(({ id }) => id),
  );
  if (standing.size < answer.items.length) throw new MemoryVanished();
  const evaluatedAt = found.asOf;
  const recordId = context.newId("att");
  const bytes = new TextEncoder().encode(request.task_text);
  const record = priorRecordOf({
    id: recordId,
    lookup_id: lookupId,
    request: {
      project,
      task_text: {
        text: context.storePrompts ? new TextDecoder().decode(bytes.subarray(0, 16 * 1024), { stream: true }) : null,
        bytes: bytes.length,
        sha256: sha256Hex(bytes),
      },
      current_nodes: request.current_nodes ?? [],
      scope: request.scope ?? null,
      top_k: request.top_k ?? null,
      budget: decided.budgetTokens,
    },
    session: request.session,
    evaluated_at: evaluatedAt.toISOString(),
    policy,
    corpus_seq: found.corpusSeq,
    legs: [
      {
        leg: "prior",
        status: "answered",
        note: null,
        duration_ms: decided.durationMs,
        candidates: found.selection.counts.considered,
      },
    ],
    selection: found.selection,
    answered: found.answered,
    tokenizerVersion,
    normaliserVersion: null,
  });
  const returned = new Set(answer.items.map((item) => item.id));
  await insertAttention(
    tx,
    {
      workspaceId: context.workspaceId,
      recordId,
      lookupId,
      operation: "context.prior",
      evaluatedAt,
      projectId: project,
      sessionId: request.session,
      tool: null,
      tier: null,
      origin: request.origin ?? "asked",
      summary: context.storePrompts ? cutText(request.task_text.trim(), 200) : "",
      signatureId: null,
      foundCount: found.selection.counts.selected,
      returnedCount: answer.items.length,
      droppedCount: answer.counts.rejected.budget ?? 0,
      degradedLegs: [],
      budgetLimit: decided.budgetTokens,
      budgetUsed: found.answered.budget.used,
      durationMs: decided.durationMs,
      policyVersion: policy.version,
      record: JSON.stringify(record),
    },
    found.selection.candidates.map(({ id }) => ({ memoryId: id, wasReturned: returned.has(id) })),
    dropsOf(found.answered.budget.used, found.answered.drops, new Map()),
  );
  await context.keepAnswer(tx, { status: 200, text: JSON.stringify(PriorContextOutput.parse(answer)) });
}

function emptyAnswer(request: PriorContextRequest, policy: Policy, reason: LegFailure): PriorContextAnswer {
  return {
    items: [],
    rejected: [],
    counts: {
      considered: 0,
      returned: 0,
      rejected: { below_floor: 0, beyond_gap: 0, over_top_k: 0, budget: 0 },
      truncated: 0,
    },
    cutoff: policy.noise_floor,
    policy_version: policy.version,
    focus_size: 0,
    unresolved_nodes: request.current_nodes ?? [],
    rendered: "",
    degraded: [{ leg: "prior", reason }],
    notes: [],
    lookup_id: null,
  };
}

function log(context: CallContext, answer: PriorContextAnswer, durationMs: number): void {
  context.log.info(
    {
      operation: "context.prior",
      lookup_id: answer.lookup_id,
      duration_ms: durationMs,
      counts: answer.counts,
      cutoff: answer.cutoff,
      focus_size: answer.focus_size,
      scores: answer.items.map(({ id, score }) => ({ id, score })),
    },
    "lookup",
  );
}
