import { fail } from "#server/contracts/failure-codes.ts";
import { SignatureChangeOutput, UndoSignatureChangeInput } from "#server/contracts/signature-changes.ts";
import { findSignatureChange, markUndone } from "#server/db/signature-changes.ts";
import { deleteAliasesOf, insertAlias } from "#server/db/signature-groups.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { answerChange, mayGovern, settle } from "./change-signature.ts";
import { defineWrite } from "./operation.ts";
import { findReadableHead } from "./read-signature.ts";

/**
 * Takes back one change, in any order. A merge undone parts the two as they were. A split undone stops sorting, and what
 * it took out counts with its signature again. A name gives way to the one before it.
 */
export const undoSignatureChange = defineWrite({
  name: "signature.undo",
  summary: "Undo a merge, a split, a name or a mark of a failure.",
  input: UndoSignatureChangeInput,
  output: SignatureChangeOutput,
  prepare: mayGovern,
  async run(context, { change_id: changeId, reason }) {
    const { tx, workspaceId, access, clock } = context;
    await nextChangeSeq(tx, workspaceId);
    const change = await findSignatureChange(tx, workspaceId, changeId);
    const readable = change && (await findReadableHead({ ...context, db: tx }, change.signatureId));
    if (!change || !readable?.ok) {
      return fail("NOT_FOUND", `No change ${changeId}.`, [{ path: "change_id", message: "is not known here" }]);
    }
    const undone = { by: access.keyId, at: clock.now(), reason };
    if (!(await markUndone(tx, { workspaceId, changeId }, undone))) {
      return fail("CONFLICT", `${changeId} was already undone.`, [{ path: "change_id", message: "is already undone" }]);
    }
    if (change.kind === "merge") await deleteAliasesOf(tx, workspaceId, changeId);
    if (change.kind === "split" && change.otherId !== null) {
      await insertAlias(tx, {
        workspaceId,
        aliasId: change.otherId,
        signatureId: change.signatureId,
        reason: "split_undone",
        changeId,
        createdAt: clock.now(),
      });
    }
    await settle(context, [change.signatureId, ...(change.otherId === null ? [] : [change.otherId])]);
    return answerChange(context, { ...change, undoneAt: undone.at, undoneBy: undone.by, undoneReason: reason });
  },
});
