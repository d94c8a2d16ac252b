import { CapsuleShape, ContextMetadata } from "#server/contracts/contexts.ts";
import { findCapsules, readContexts } from "#server/db/contexts.ts";
import type { OperationContext } from "./operation.ts";
import type { CapsuleJob, ContextBrain } from "./ports.ts";

/**
 * Brings a capsule and the contexts that came with it to the team's server, as this store holds them: secrets masked, what
 * the gate refused left out, and a context that changed meanwhile as it is now. Sent twice it is the same to the receiver.
 * Rejects when the team's server does not take it.
 */
export async function deliverCapsule(
  { db }: Pick<OperationContext, "db">,
  brain: Pick<ContextBrain, "carry">,
  { workspaceId, givenWorkspace, runId, diffSha, externalIds }: CapsuleJob,
  signal: AbortSignal,
): Promise<"delivered" | "gone"> {
  const held = (await findCapsules(db, workspaceId, runId)).find((row) => row.diffSha === diffSha);
  if (held === undefined) return "gone";
  const rows = await readContexts(db, workspaceId, givenWorkspace, externalIds);
  const contexts = [...rows.values()]
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ externalId, title, description, body, type, tags, metadata }) => ({
      ...{ externalId, title, description, body, type, tags },
      metadata: ContextMetadata.parse(JSON.parse(metadata)),
    }));
  await brain.carry({ ...CapsuleShape.parse(JSON.parse(held.capsule)), runId, diffSha, contexts }, signal);
  return "delivered";
}
