import { fail, succeed } from "#server/contracts/failure-codes.ts";
import {
  SupersedeInput,
  SupersedeOutput,
  UndoSupersedeInput,
  UndoSupersedeOutput,
} from "#server/contracts/memories.ts";
import { findMemory, insertMemory } from "#server/db/memories.ts";
import { copyLinks } from "#server/db/memory-signatures.ts";
import { touchMemories } from "#server/db/reasoning.ts";
import { deleteSupersession, findSupersession } from "#server/db/supersessions.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import { mayRead } from "./access.ts";
import { findNearCopies } from "./near-copies.ts";
import { defineWrite, nothingToPrepare } from "./operation.ts";
import { linkSuccessor } from "./supersession-link.ts";

/** Replaces a memory by another, by a new one, or by nothing. */
export const supersedeMemory = defineWrite({
  name: "memory.supersede",
  summary: "Replace a memory that is no longer right, or retire it, with the reason.",
  input: SupersedeInput,
  output: SupersedeOutput,
  tool: {
    name: "supersede_memory",
    title: "Replace a memory that is no longer right",
    description:
      "When a memory that you were given is wrong or out of date: replace it by another (successor_id), by a new text (successor), or by nothing (retire: true), with the reason. It can be undone.",
    hides: ["request_id"],
    changes: "replaces",
    isRepeatable: false,
  },
  async prepare(context, input) {
    const given = [input.successor_id, input.successor, input.retire].filter((value) => value !== undefined);
    if (given.length !== 1) {
      return fail("INVALID_INPUT", "Give one of successor_id, successor and retire.", [
        { path: "successor_id", message: "exactly one of successor_id, successor and retire" },
      ]);
    }
    const old = await findMemory(context.db, context.workspaceId, input.id);
    if (!old || old.deletedAt !== null || !mayRead(context.access, old.projectId)) {
      return fail("NOT_FOUND", `No memory ${input.id}.`, [{ path: "id", message: "is not known here" }]);
    }
    const without = [input.id, ...(input.successor_id === undefined ? [] : [input.successor_id])];
    return succeed(await findNearCopies(context, { text: old.text, signatureId: null, without }));
  },
  async run(context, input, { copies, notes }) {
    const { tx, workspaceId } = context;
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    let successorId = input.successor_id ?? null;
    if (input.successor) {
      const old = await findMemory(tx, workspaceId, input.id);
      if (!old) return fail("NOT_FOUND", `No memory ${input.id}.`, [{ path: "id", message: "is not known here" }]);
      successorId = context.newId("mem");
      await insertMemory(tx, {
        workspaceId,
        memoryId: successorId,
        projectId: old.projectId,
        sessionId: old.sessionId,
        level: input.successor.level ?? old.level,
        kind: old.kind,
        decisionType: old.decisionType,
        taskId: old.taskId,
        tool: old.tool,
        text: input.successor.text,
        symptom: input.successor.symptom ?? old.symptom,
        isSymptomDerived: input.successor.symptom === undefined && old.isSymptomDerived,
        ground: input.successor.ground ?? old.ground,
        parents: old.parents,
        contentHash: sha256Hex(canonicalJson(input.successor)),
        changeSeq,
        createdAt: context.clock.now(),
      });
      // The failure now leads to the successor, also after the old memory's text is deleted.
      await copyLinks(tx, workspaceId, { from: input.id, to: successorId });
    }
    const linked = await linkSuccessor(context, {
      memoryId: input.id,
      successorId,
      reason: input.reason,
      changeSeq,
    });
    if (!linked.ok) return linked;
    return succeed({ id: input.id, successor_id: successorId, near_copies: copies, notes });
  },
});

/** Removes one link; the memory answers again. */
export const undoSupersede = defineWrite({
  name: "memory.undoSupersede",
  summary: "Undo a supersession: the memory answers again.",
  input: UndoSupersedeInput,
  output: UndoSupersedeOutput,
  prepare: nothingToPrepare,
  async run({ tx, workspaceId, access }, { id }) {
    const memory = await findMemory(tx, workspaceId, id);
    const link = memory && mayRead(access, memory.projectId) ? await findSupersession(tx, workspaceId, id) : null;
    if (!link) {
      return fail("NOT_FOUND", `${id} is not superseded.`, [{ path: "id", message: "has no supersession to undo" }]);
    }
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    await deleteSupersession(tx, workspaceId, id);
    await touchMemories(tx, workspaceId, [id], changeSeq);
    return succeed({ id, removed: { successor_id: link.successorId } });
  },
});
