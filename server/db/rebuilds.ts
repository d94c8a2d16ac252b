import { and, asc, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { contexts, graphSnapshots, rebuilds, scopeSnapshots } from "#drizzle/schema/schema.ts";
import { scopeRuleVersion } from "#server/domain/code-context/scope-snapshot.ts";
import { parseRuleVersion } from "#server/domain/code-graph/parsed-blob.ts";
import { chunkRows } from "./chunk-rows.ts";
import type { Database, Transaction } from "./database.ts";
import type { ScopeKey } from "./scope-snapshots.ts";

export type RebuildRow = typeof rebuilds.$inferSelect;
export type ContextKey = { givenWorkspace: string; externalId: string; path: string };

/** When the snapshots of a commit were indexed; null for one that is not stored. */
export type IndexedBefore = { scope: string | null; graph: string | null };

/** Contexts of files that are active although their file is not among `livePaths`. By id. */
export async function listContextsOfGoneFiles(
  db: Database | Transaction,
  workspaceId: string,
  projectId: string,
  livePaths: ReadonlySet<string>,
): Promise<ContextKey[]> {
  const rows = await db
    .select({ givenWorkspace: contexts.givenWorkspace, externalId: contexts.externalId, path: contexts.path })
    .from(contexts)
    .where(
      and(
        eq(contexts.workspaceId, workspaceId),
        eq(contexts.projectId, projectId),
        isNotNull(contexts.path),
        isNull(contexts.archivedAt),
      ),
    )
    .orderBy(asc(contexts.externalId), asc(contexts.givenWorkspace));
  return rows.flatMap(({ path, ...key }) => (path === null || livePaths.has(path) ? [] : [{ ...key, path }]));
}

/** Archives contexts, or takes them back; those that meanwhile stand otherwise are left alone. */
export async function setArchived(
  tx: Transaction,
  workspaceId: string,
  keys: readonly ContextKey[],
  change: { from: Date | null; to: Date | null },
): Promise<void> {
  const byWorkspace = new Map<string, string[]>();
  for (const { givenWorkspace, externalId } of keys) {
    byWorkspace.set(givenWorkspace, [...(byWorkspace.get(givenWorkspace) ?? []), externalId]);
  }
  for (const [givenWorkspace, ids] of byWorkspace) {
    for (const batch of chunkRows(ids, 1)) {
      await tx
        .update(contexts)
        .set({ archivedAt: change.to })
        .where(
          and(
            eq(contexts.workspaceId, workspaceId),
            eq(contexts.givenWorkspace, givenWorkspace),
            inArray(contexts.externalId, batch),
            change.from === null ? isNull(contexts.archivedAt) : eq(contexts.archivedAt, change.from),
          ),
        );
    }
  }
}

export async function readIndexedBefore(
  tx: Transaction,
  workspaceId: string,
  projectId: string,
  key: ScopeKey,
): Promise<IndexedBefore> {
  const [scope] = await tx
    .select({ at: scopeSnapshots.indexedAt })
    .from(scopeSnapshots)
    .where(ofScope(workspaceId, projectId, key));
  const [graph] = await tx
    .select({ at: graphSnapshots.indexedAt })
    .from(graphSnapshots)
    .where(ofGraph(workspaceId, projectId, key));
  return { scope: scope?.at.toISOString() ?? null, graph: graph?.at.toISOString() ?? null };
}

/** Puts the snapshots of a commit back in their place in time, or takes them away where there were none. */
export async function restoreIndexed(
  tx: Transaction,
  workspaceId: string,
  projectId: string,
  key: ScopeKey,
  before: IndexedBefore,
): Promise<void> {
  const scope = ofScope(workspaceId, projectId, key);
  const graph = ofGraph(workspaceId, projectId, key);
  if (before.scope === null) await tx.delete(scopeSnapshots).where(scope);
  else
    await tx
      .update(scopeSnapshots)
      .set({ indexedAt: new Date(before.scope) })
      .where(scope);
  if (before.graph === null) await tx.delete(graphSnapshots).where(graph);
  else
    await tx
      .update(graphSnapshots)
      .set({ indexedAt: new Date(before.graph) })
      .where(graph);
}

export async function insertRebuild(tx: Transaction, row: typeof rebuilds.$inferInsert): Promise<void> {
  await tx.insert(rebuilds).values(row);
}

export async function findRebuild(
  db: Database | Transaction,
  workspaceId: string,
  rebuildId: string,
): Promise<RebuildRow | null> {
  const [row] = await db
    .select()
    .from(rebuilds)
    .where(and(eq(rebuilds.workspaceId, workspaceId), eq(rebuilds.rebuildId, rebuildId)));
  return row ?? null;
}

/** The rebuild of a project that was applied last and stands. Only that one may be undone: a later one built on it. */
export async function newestRebuild(
  db: Database | Transaction,
  workspaceId: string,
  projectId: string,
): Promise<RebuildRow | null> {
  const [row] = await db
    .select()
    .from(rebuilds)
    .where(and(eq(rebuilds.workspaceId, workspaceId), eq(rebuilds.projectId, projectId), isNull(rebuilds.undoneAt)))
    .orderBy(desc(rebuilds.appliedAt), desc(rebuilds.rebuildId))
    .limit(1);
  return row ?? null;
}

export async function markRebuildUndone(
  tx: Transaction,
  workspaceId: string,
  rebuildId: string,
  undoneAt: Date,
): Promise<void> {
  await tx
    .update(rebuilds)
    .set({ undoneAt })
    .where(and(eq(rebuilds.workspaceId, workspaceId), eq(rebuilds.rebuildId, rebuildId)));
}

function ofScope(workspaceId: string, projectId: string, { commit, isShallow }: ScopeKey) {
  return and(
    eq(scopeSnapshots.workspaceId, workspaceId),
    eq(scopeSnapshots.projectId, projectId),
    eq(scopeSnapshots.commit, commit),
    eq(scopeSnapshots.isShallow, isShallow),
    eq(scopeSnapshots.ruleVersion, scopeRuleVersion),
  );
}

function ofGraph(workspaceId: string, projectId: string, { commit }: ScopeKey) {
  return and(
    eq(graphSnapshots.workspaceId, workspaceId),
    eq(graphSnapshots.projectId, projectId),
    eq(graphSnapshots.commit, commit),
    eq(graphSnapshots.ruleVersion, parseRuleVersion),
  );
}
