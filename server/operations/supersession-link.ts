import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { findMemory } from "#server/db/memories.ts";
import { touchMemories } from "#server/db/reasoning.ts";
import { findSupersession, insertSupersession, isDownstream } from "#server/db/supersessions.ts";
import { mayRead } from "./access.ts";
import type { WriteContext } from "./operation.ts";

/**
 * Links a memory to its successor, or to nothing (retired). One successor per memory, none of another project, no cycle.
 * The caller has taken the next change number, so no other link can appear between the check and the write.
 */
export async function linkSuccessor(
  { tx, workspaceId, access, clock }: WriteContext,
  link: { memoryId: string; successorId: string | null; reason: string; changeSeq: number },
): Promise<Outcome<null>> {
  const old = await findMemory(tx, workspaceId, link.memoryId);
  if (!old || old.deletedAt !== null || !mayRead(access, old.projectId)) {
    return fail("NOT_FOUND", `No memory ${link.memoryId}.`, [{ path: "id", message: "is not known here" }]);
  }
  if (link.successorId !== null) {
    const successor = await findMemory(tx, workspaceId, link.successorId);
    if (!successor || successor.deletedAt !== null || !mayRead(access, successor.projectId)) {
      return fail("NOT_FOUND", `No memory ${link.successorId}.`, [
        { path: "successor_id", message: "is not known here" },
      ]);
    }
    if (successor.projectId !== old.projectId) {
      return fail("CONFLICT", `${link.successorId} belongs to another project than ${link.memoryId}.`, [
        { path: "successor_id", message: "must belong to the same project" },
      ]);
    }
    if (await isDownstream(tx, workspaceId, link.successorId, link.memoryId)) {
      return fail("CONFLICT", `${link.memoryId} already replaces ${link.successorId}; a cycle has no active end.`, [
        { path: "successor_id", message: "must not be replaced by this memory" },
      ]);
    }
  }
  const { changeSeq, ...row } = link;
  if (await insertSupersession(tx, { workspaceId, ...row, createdAt: clock.now() })) {
    await touchMemories(tx, workspaceId, [link.memoryId], changeSeq);
    return succeed(null);
  }
  const known = await findSupersession(tx, workspaceId, link.memoryId);
  const named = known?.successorId ?? "nothing (it is retired)";
  return fail("CONFLICT", `${link.memoryId} was already superseded by ${named}.`, [
    { path: "id", message: `is already superseded by ${named}` },
  ]);
}
