import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { DeleteMemoryInput, DeleteMemoryOutput } from "#server/contracts/memories.ts";
import { rewriteAnswersHolding, rewriteRecordsOf } from "#server/db/attention.ts";
import { buryMemory, findMemory } from "#server/db/memories.ts";
import { clearExamplesOf } from "#server/db/signatures.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { mayRead } from "./access.ts";
import { forgetMemoriesIn } from "./forget-memories.ts";
import { defineWrite, nothingToPrepare } from "./operation.ts";

/** Removes a memory's text, vectors, symptom and raw example everywhere; id, time and who stay as a tombstone. */
export const deleteMemory = defineWrite({
  name: "memory.delete",
  summary: "Remove a memory and every copy of its text.",
  input: DeleteMemoryInput,
  output: DeleteMemoryOutput,
  prepare: nothingToPrepare,
  async run({ tx, workspaceId, access, clock }, { id }) {
    const memory = await findMemory(tx, workspaceId, id);
    if (!memory || !mayRead(access, memory.projectId)) {
      return fail("NOT_FOUND", `No memory ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    if (memory.deletedAt !== null) return succeed({ id, deleted_at: memory.deletedAt.toISOString() });
    const deletedAt = clock.now();
    const changeSeq = await nextChangeSeq(tx, workspaceId);
    await clearExamplesOf(tx, workspaceId, id);
    await buryMemory(tx, { workspaceId, memoryId: id, changeSeq, deletedAt, deletedBy: access.keyId });
    const forget = (json: string) => forgetMemoriesIn(json, new Set([id]));
    await rewriteRecordsOf(tx, workspaceId, id, forget);
    await rewriteAnswersHolding(tx, workspaceId, [id], forget);
    return succeed({ id, deleted_at: deletedAt.toISOString() });
  },
});
