import type { Outcome } from "#server/contracts/failure-codes.ts";
import { succeed } from "#server/contracts/failure-codes.ts";
import type { Transaction } from "#server/db/database.ts";
import { insertSnapshot, packSnapshot, readParsedBlobs, writeParsedBlobs } from "#server/db/graphs.ts";
import {
  gzipScopeSnapshot,
  insertScopeSnapshot,
  loadScopeSnapshot,
  newestScopeKey,
} from "#server/db/scope-snapshots.ts";
import { ensureProject, nextChangeSeq } from "#server/db/workspaces.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import type { IndexedProject } from "#server/operations/ports.ts";

/** The committed state of a checkout, read and packed, not yet stored. */
export type ReadCheckout = IndexedProject & { packedGraph: Uint8Array; packedScope: Uint8Array };

/** Reads a checkout. Contents and commits that the store knows are not read again. Nothing but parsed contents is written, and in a dry run not even those. */
export async function readCheckout(
  context: OperationContext,
  folder: string,
  { isDry = false }: { isDry?: boolean } = {},
): Promise<Outcome<ReadCheckout>> {
  const { db, workspaceId, repositories } = context;
  const indexed = await repositories.index({
    folder,
    cache: {
      getMany: (keys) => readParsedBlobs(db, workspaceId, keys),
      putMany: async (entries) => {
        if (!isDry) await writeParsedBlobs(db, workspaceId, entries);
      },
    },
    knownHistory: async (project) => {
      const key = await newestScopeKey(db, workspaceId, project);
      return (key && (await loadScopeSnapshot(db, workspaceId, project, key)))?.history ?? [];
    },
  });
  if (!indexed.ok) return indexed;
  const [packedGraph, packedScope] = await Promise.all([
    packSnapshot(indexed.value.snapshot),
    gzipScopeSnapshot(indexed.value.scope),
  ]);
  return succeed({ ...indexed.value, packedGraph, packedScope });
}

/** Stores both snapshots of one commit; the project is made if it is new. Answers the id it has. */
export async function storeCheckout(
  tx: Transaction,
  { workspaceId, indexedAt }: { workspaceId: string; indexedAt: Date },
  { project, isShallow, snapshot, scope, report, packedGraph, packedScope }: ReadCheckout,
): Promise<string> {
  const projectId = await ensureProject(tx, { workspaceId, slug: project, createdAt: indexedAt });
  await nextChangeSeq(tx, workspaceId);
  const commit = { workspaceId, projectId, commit: snapshot.commit, indexedAt };
  await insertSnapshot(tx, {
    ...commit,
    ruleVersion: snapshot.ruleVersion,
    fileCount: report.files,
    snapshot: packedGraph,
  });
  await insertScopeSnapshot(tx, { ...commit, isShallow, ruleVersion: scope.ruleVersion, snapshot: packedScope });
  return projectId;
}
