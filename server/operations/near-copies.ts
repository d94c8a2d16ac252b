import { readActive } from "#server/db/memories.ts";
import { listMemoriesOfSignatures } from "#server/db/signatures.ts";
import { nearCopyFloor } from "#server/domain/retrieval/near-copy.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";
import { readableProjects } from "./access.ts";
import { runLeg } from "./lookup/run-leg.ts";
import type { CallContext } from "./operation.ts";

export type NearCopy = { id: string; similarity: number };

/**
 * Active memories that likely say the same: those of the same signature (similarity 1) and those whose text is alike.
 * A correction attached to one of four copies leaves three that still mislead, so a write names them; nothing is retired
 * by itself. Costs the write nothing when the indexes do not answer in time.
 */
export async function findNearCopies(
  context: CallContext,
  asked: { text: string; signatureId: string | null; without: readonly string[] },
): Promise<{ copies: NearCopy[]; notes: string[] }> {
  const found = await runLeg((signal) => searchNearCopies(context, asked, signal), {
    timeoutMs: 800,
    clock: context.clock,
  });
  if (found.status === "answered") return { copies: found.result, notes: [] };
  const why = found.status === "indexing" ? "the indexes are still being built" : "the indexes did not answer";
  return { copies: [], notes: [`Near copies were not looked for: ${why}.`] };
}

export async function searchNearCopies(
  { db, workspaceId, access, retrieval }: CallContext,
  asked: { text: string; signatureId: string | null; without: readonly string[] },
  signal: AbortSignal,
): Promise<NearCopy[]> {
  await retrieval.sync();
  const readable = readableProjects(access, { scope: "all-projects" });
  const similar = await retrieval.text.search(
    { text: asked.text, limit: 20, projects: readable, boostProject: null, vectorFloor: nearCopyFloor },
    signal,
  );
  const similarity = new Map<string, number>();
  for (const hit of similar.hits) if (hit.rawScore >= nearCopyFloor) similarity.set(hit.id, hit.rawScore);
  const signatureIds = asked.signatureId === null ? [] : [asked.signatureId];
  for (const { memoryId } of await listMemoriesOfSignatures(db, workspaceId, signatureIds)) similarity.set(memoryId, 1);
  for (const id of asked.without) similarity.delete(id);

  // Only what is itself still active misleads; a superseded copy already leads to its successor.
  const active = await readActive(db, workspaceId, [...similarity.keys()], readable);
  return active
    .filter(({ memory, matched }) => matched.includes(memory.memoryId) && memory.level !== "L0")
    .map(({ memory }) => ({ id: memory.memoryId, score: similarity.get(memory.memoryId) ?? 0 }))
    .sort(compareRanked)
    .slice(0, 10)
    .map(({ id, score }) => ({ id, similarity: score }));
}
