import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  attentionDrops,
  attentionMemories,
  attentionRecords,
  calibrations,
  capsules,
  contextRejections,
  contexts,
  failureCounts,
  graphSnapshots,
  labels,
  memories,
  memorySignatures,
  occurrences,
  policyActivations,
  projectAliases,
  projects,
  rebuilds,
  referenceChunks,
  referenceDocuments,
  scopeSnapshots,
  sessionEvents,
  sessions,
  signatureAliases,
  signatureChanges,
  skills,
  supersessions,
  touchedFiles,
  vectors,
  workspaces,
} from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";
import { executeRows } from "./execute-rows.ts";
import { lockHeads, recountFailures } from "./failure-counts.ts";
import { deleteJobsOfProject } from "./jobs.ts";
import { clearExamplesMet, dropUnusedExamples, listExamplesMet } from "./signatures.ts";
import { textsOf } from "./texts-of.ts";
import { nextChangeSeq } from "./workspaces.ts";

export async function listDemoProjects(db: Database | Transaction, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(and(eq(projects.workspaceId, workspaceId), eq(projects.isDemo, true)))
    .orderBy(projects.projectId);
  return rows.map((row) => row.projectId);
}

export async function countProjectContent(
  db: Database | Transaction,
  workspaceId: string,
  projectIds: readonly string[],
): Promise<{ memories: number; lookups: number }> {
  if (projectIds.length === 0) return { memories: 0, lookups: 0 };
  const [memoryCount] = await db
    .select({ value: count() })
    .from(memories)
    .where(and(eq(memories.workspaceId, workspaceId), inArray(memories.projectId, [...projectIds])));
  const [lookupCount] = await db
    .select({ value: count() })
    .from(attentionRecords)
    .where(and(eq(attentionRecords.workspaceId, workspaceId), inArray(attentionRecords.projectId, [...projectIds])));
  return { memories: memoryCount?.value ?? 0, lookups: lookupCount?.value ?? 0 };
}

/**
 * Removes a project and everything that came with it, tombstones included. Signatures that nobody else has seen go too.
 * The indexes notice by `purgedSeq`, because a row that is gone announces nothing.
 */
export async function purgeProject(tx: Transaction, workspaceId: string, projectId: string): Promise<void> {
  const purgedSeq = await nextChangeSeq(tx, workspaceId);
  const ownMemories = sql`(select memory_id from memories where workspace_id = ${workspaceId} and project_id = ${projectId})`;
  const ownRecords = sql`(select record_id from attention_records where workspace_id = ${workspaceId} and project_id = ${projectId})`;
  const ownLookups = sql`(select lookup_id from attention_records where workspace_id = ${workspaceId} and project_id = ${projectId})`;
  const purged = { workspaceId, projectId, sessionId: null };
  const seen = await lockHeads(
    tx,
    workspaceId,
    sql`select signature_id from occurrences where workspace_id = ${workspaceId} and project_id = ${projectId}
      union select signature_id from attention_records
        where workspace_id = ${workspaceId} and project_id = ${projectId} and signature_id is not null
      union select unnest(${textsOf(await listExamplesMet(tx, purged))})`,
  );
  const ownChunks = sql`(select chunk_id from reference_chunks where workspace_id = ${workspaceId} and project_id = ${projectId})`;
  const ownSkills = sql`(select name from skills where workspace_id = ${workspaceId} and project_id = ${projectId})`;

  const inMemories = (column: typeof memories.memoryId | typeof vectors.ownerId) => sql`${column} in ${ownMemories}`;
  await tx.delete(vectors).where(
    and(
      eq(vectors.workspaceId, workspaceId),
      sql`(${and(eq(vectors.ownerKind, "memory"), inMemories(vectors.ownerId))}
        or ${and(eq(vectors.ownerKind, "chunk"), sql`${vectors.ownerId} in ${ownChunks}`)}
        or ${and(eq(vectors.ownerKind, "skill"), sql`${vectors.ownerId} in ${ownSkills}`)})`,
    ),
  );
  await tx
    .delete(supersessions)
    .where(and(eq(supersessions.workspaceId, workspaceId), sql`${supersessions.memoryId} in ${ownMemories}`));
  await tx
    .delete(memorySignatures)
    .where(and(eq(memorySignatures.workspaceId, workspaceId), sql`${memorySignatures.memoryId} in ${ownMemories}`));
  await tx.delete(labels).where(and(eq(labels.workspaceId, workspaceId), sql`${labels.lookupId} in ${ownLookups}`));
  await tx
    .delete(attentionMemories)
    .where(and(eq(attentionMemories.workspaceId, workspaceId), sql`${attentionMemories.recordId} in ${ownRecords}`));
  await tx
    .delete(attentionDrops)
    .where(and(eq(attentionDrops.workspaceId, workspaceId), sql`${attentionDrops.recordId} in ${ownRecords}`));
  // A run of the whole workspace holds tasks of the project as well, and is nothing without all of its pairs.
  await tx.delete(calibrations).where(
    and(
      eq(calibrations.workspaceId, workspaceId),
      sql`(${calibrations.projectId} = ${projectId} or exists (
        select 1 from json_array_elements(${calibrations.pairs}::json) pair where pair->>'memory_id' in ${ownMemories}))`,
    ),
  );
  await clearExamplesMet(tx, purged);
  for (const table of [
    occurrences,
    attentionRecords,
    memories,
    referenceChunks,
    referenceDocuments,
    skills,
    sessionEvents,
    sessions,
    projectAliases,
    policyActivations,
    contexts,
    capsules,
    touchedFiles,
    contextRejections,
    graphSnapshots,
    scopeSnapshots,
    rebuilds,
    projects,
  ]) {
    await tx.delete(table).where(and(eq(table.workspaceId, workspaceId), eq(table.projectId, projectId)));
  }
  await deleteUnseen(tx, workspaceId);
  const isGone = (
    column: SQL | typeof signatureAliases.aliasId | typeof signatureChanges.signatureId | typeof failureCounts.headId,
  ) =>
    sql`not exists (select 1 from signatures kept where kept.workspace_id = ${workspaceId} and kept.signature_id = ${column})`;
  await tx
    .delete(signatureAliases)
    .where(and(eq(signatureAliases.workspaceId, workspaceId), isGone(signatureAliases.aliasId)));
  await tx
    .delete(signatureChanges)
    .where(and(eq(signatureChanges.workspaceId, workspaceId), isGone(signatureChanges.signatureId)));
  await recountFailures(tx, workspaceId, seen);
  await tx.delete(failureCounts).where(and(eq(failureCounts.workspaceId, workspaceId), isGone(failureCounts.headId)));
  await dropUnusedExamples(tx, workspaceId);
  await deleteJobsOfProject(tx, workspaceId, projectId);
  await tx.update(workspaces).set({ purgedSeq }).where(eq(workspaces.workspaceId, workspaceId));
}

/** Removes every signature that nobody has seen and no lesson answers. */
async function deleteUnseen(tx: Transaction, workspaceId: string): Promise<void> {
  // Held first, and looked at once more: a lookup that was under way may have seen one meanwhile.
  const members = (heads: readonly string[]) =>
    sql`select signature_id from signatures where workspace_id = ${workspaceId} and head_id = any(${textsOf(heads)})`;
  const held = new Set(await lockHeads(tx, workspaceId, members(await listUnseenHeads(tx, workspaceId))));
  const unseen = (await listUnseenHeads(tx, workspaceId)).filter((head) => held.has(head));
  await tx.execute(
    sql`delete from signatures where workspace_id = ${workspaceId} and signature_id in (${members(unseen)})`,
  );
}

/**
 * The heads of which no member was seen or is answered: what rules or people joined goes together, since a head may never
 * have been seen under its own name. As sets, because row by row it costs the square of what the workspace holds.
 */
async function listUnseenHeads(tx: Transaction, workspaceId: string): Promise<string[]> {
  return executeRows(
    tx,
    sql`
    select head_id from signatures where workspace_id = ${workspaceId}
    except
    select head_id from signatures where workspace_id = ${workspaceId} and signature_id = any(array(
      select signature_id from occurrences where workspace_id = ${workspaceId}
      union select signature_id from memory_signatures where workspace_id = ${workspaceId}))`,
    (row) => row.text("head_id"),
  );
}

export async function markDemoRemoved(tx: Transaction, workspaceId: string, at: Date): Promise<void> {
  await tx.update(workspaces).set({ demoRemovedAt: at }).where(eq(workspaces.workspaceId, workspaceId));
}
