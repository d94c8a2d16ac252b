import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  RecordDecisionInput,
  RecordDecisionOutput,
  RecordOutcomeInput,
  RecordOutcomeOutput,
} from "#server/contracts/prior-context.ts";
import { findMemory, insertMemory } from "#server/db/memories.ts";
import { insertOutcomes, listTaskDecisions, touchMemories } from "#server/db/reasoning.ts";
import { ensureProject, ensureSession, nextChangeSeq } from "#server/db/workspaces.ts";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import { mayRead, refuseProject } from "./access.ts";
import { defineWrite, nothingToPrepare, type WriteContext } from "./operation.ts";

/** Stores reasoning with the code that it is about. */
export const recordDecision = defineWrite({
  name: "decision.record",
  summary: "Store a decision, an assumption or a constraint with the code that it is about.",
  input: RecordDecisionInput,
  output: RecordDecisionOutput,
  status: 201,
  tool: {
    name: "record_decision",
    title: "Store a decision",
    description:
      "When you chose between alternatives, took something for granted, or met a constraint that later work must respect: store it with its reason and the code it is about.",
    hides: ["id", "request_id"],
    changes: "adds",
    isRepeatable: false,
  },
  async prepare(context, input) {
    if (!mayRead(context.access, input.project)) return refuseProject(input.project);
    if (tokenize(input.text).length === 0) {
      return fail("INVALID_INPUT", "text: holds only function words or marks, so no lookup could ever find it.", [
        { path: "text", message: "needs at least one word that says something" },
      ]);
    }
    const loaded = await context.priorCorpus.graph(input.project);
    return succeed({
      unresolved: loaded ? input.ground.filter((node) => loaded.graph.nodeAt(node) === null) : [],
      notes: loaded ? [] : ["The project has no code graph yet, so its ground was not checked."],
    });
  },
  async run(context, input, { unresolved, notes }) {
    const { tx, workspaceId } = context;
    const createdAt = context.clock.now();
    const memoryId = input.id ?? context.newId("mem");
    const { request_id: _, ...content } = input;
    const contentHash = sha256Hex(canonicalJson(content));
    const answer = { id: memoryId, unresolved_nodes: unresolved, notes: [...context.borderNotes, ...notes] };
    const known = input.id === undefined ? null : await findMemory(tx, workspaceId, memoryId);
    if (known) {
      if (known.contentHash === contentHash) return succeed(answer);
      return fail("CONFLICT", `id: ${memoryId} already holds other content.`, [
        { path: "id", message: "belongs to another memory" },
      ]);
    }
    const projectId = await ensureProject(tx, { workspaceId, slug: input.project, createdAt });
    await ensureSession(tx, { workspaceId, projectId, sessionId: input.session, startedAt: createdAt });
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    await insertMemory(tx, {
      workspaceId,
      memoryId,
      projectId,
      sessionId: input.session,
      level: "L1",
      kind: "reasoning",
      decisionType: input.type,
      taskId: input.task_id ?? null,
      tool: null,
      text: input.text,
      symptom: null,
      ground: [...new Set(input.ground)],
      parents: [],
      contentHash,
      changeSeq,
      createdAt,
    });
    return succeed(answer);
  },
});

/** Says what came of a decision, or of every decision of a task. */
export const recordOutcome = defineWrite({
  name: "outcome.record",
  summary: "Say whether a decision held (pass) or not (fail), and why.",
  input: RecordOutcomeInput,
  output: RecordOutcomeOutput,
  status: 201,
  tool: {
    name: "record_outcome",
    title: "Say whether a decision held",
    description:
      "When tests, a review or a run showed whether a recorded decision held: say pass or fail, and why. Give decision_id, or task_id for all decisions of a task.",
    hides: ["request_id"],
    changes: "adds",
    isRepeatable: false,
  },
  async prepare(_context, input) {
    if ((input.decision_id === undefined) === (input.task_id === undefined)) {
      return fail("INVALID_INPUT", "Give either decision_id or task_id.", [
        { path: "decision_id", message: "exactly one of decision_id and task_id" },
      ]);
    }
    return nothingToPrepare();
  },
  async run(context, input) {
    const { tx, workspaceId, access } = context;
    const judged = await decisionsOf(context, input);
    if (judged.length === 0 || judged.some(({ projectId }) => !mayRead(access, projectId))) {
      const path = input.decision_id === undefined ? "task_id" : "decision_id";
      return fail("NOT_FOUND", `No decision ${input.decision_id ?? `of task ${input.task_id} in this session`}.`, [
        { path, message: "is not known here" },
      ]);
    }
    const outcomeId = context.newId("out");
    const recordedAt = context.clock.now();
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    await insertOutcomes(
      tx,
      judged.map(({ memoryId, projectId }) => ({
        workspaceId,
        outcomeId,
        projectId,
        memoryId,
        taskId: input.task_id ?? null,
        sessionId: input.session,
        verdict: input.verdict,
        rationale: input.rationale,
        lookupId: input.lookup_id ?? null,
        recordedAt,
      })),
    );
    const decisions = judged.map(({ memoryId }) => memoryId);
    await touchMemories(tx, workspaceId, decisions, changeSeq);
    return succeed({ id: outcomeId, decisions });
  },
});

async function decisionsOf(
  { tx, workspaceId }: WriteContext,
  input: { decision_id?: string | undefined; task_id?: string | undefined; session: string },
): Promise<{ memoryId: string; projectId: string }[]> {
  if (input.task_id !== undefined) return listTaskDecisions(tx, workspaceId, input.task_id, input.session);
  const memory = await findMemory(tx, workspaceId, input.decision_id ?? "");
  return memory && memory.kind === "reasoning" && memory.deletedAt === null ? [memory] : [];
}
