import { fail, succeed } from "#server/contracts/failure-codes.ts";
import { RebuildInput, RebuildOutput, UndoRebuildInput, UndoRebuildOutput } from "#server/contracts/rebuild.ts";
import {
  type ContextKey,
  findRebuild,
  type IndexedBefore,
  insertRebuild,
  listContextsOfGoneFiles,
  markRebuildUndone,
  newestRebuild,
  readIndexedBefore,
  restoreIndexed,
  setArchived,
} from "#server/db/rebuilds.ts";
import { nextChangeSeq } from "#server/db/workspaces.ts";
import { compareSnapshots } from "#server/domain/code-context/compare-snapshots.ts";
import { readCheckout, storeCheckout } from "./code-context/index-checkout.ts";
import { defineWrite } from "./operation.ts";
import { standingProject } from "./standing-project.ts";

/** What stood there before a rebuild; kept with it as JSON. */
type Before = { isShallow: boolean; indexed: IndexedBefore; archived: ContextKey[] };

/**
 * Makes what is known of a project anew from HEAD: skeleton, co-change, symbols, the state of its rules; and archives contexts
 * of files that are gone. Shows what would change unless `apply`; applying twice changes nothing the second time.
 */
export const rebuildProject = defineWrite({
  name: "code.rebuild",
  summary: "Make skeleton, co-change, symbols and rules anew from HEAD, and archive contexts of deleted files.",
  input: RebuildInput,
  output: RebuildOutput,
  async prepare(context, { path, apply }) {
    // A folder of the server's machine is nobody's business who came over a network.
    if (context.access.keyId !== "local") {
      return fail("FORBIDDEN", "Only a caller on this machine may rebuild from a folder of it.");
    }
    const checkout = await readCheckout(context, path, { isDry: !apply });
    if (!checkout.ok) return checkout;
    const project = (await standingProject(context, checkout.value.project)) ?? checkout.value.project;
    const before = await context.scopeCorpus.newest(project);
    const gone = await listContextsOfGoneFiles(
      context.db,
      context.workspaceId,
      project,
      new Set(checkout.value.scope.paths),
    );
    const { isSame, ...changes } = compareSnapshots(before && { scope: before.snapshot, graph: before.graph }, {
      scope: checkout.value.scope,
      graph: checkout.value.snapshot,
    });
    return succeed({ checkout: checkout.value, project, gone, changes, any: !isSame || gone.length > 0 });
  },
  async run({ tx, workspaceId, clock, newId }, { apply }, { checkout, project, gone, changes, any }) {
    const { commit } = checkout.snapshot;
    const answer = {
      rebuild_id: null,
      applied: apply,
      project,
      commit,
      shallow: checkout.isShallow,
      changes: {
        ...changes,
        any,
        archived_contexts: gone.map(({ externalId, path }) => ({ external_id: externalId, path })),
      },
      warnings: checkout.warnings,
    };
    if (!apply || !any) return succeed(answer);
    const appliedAt = clock.now();
    const key = { commit, isShallow: checkout.isShallow };
    const before: Before = {
      isShallow: checkout.isShallow,
      indexed: await readIndexedBefore(tx, workspaceId, project, key),
      archived: gone,
    };
    await storeCheckout(tx, { workspaceId, indexedAt: appliedAt }, checkout);
    await setArchived(tx, workspaceId, gone, { from: null, to: appliedAt });
    const rebuildId = newId("reb");
    await insertRebuild(tx, {
      workspaceId,
      rebuildId,
      projectId: project,
      commit,
      before: JSON.stringify(before),
      appliedAt,
      undoneAt: null,
    });
    return succeed({ ...answer, rebuild_id: rebuildId });
  },
});

/** Puts back what a rebuild changed. Only the newest one of a project, because a later one built on it. */
export const undoRebuild = defineWrite({
  name: "code.undoRebuild",
  summary: "Undo the newest rebuild of a project.",
  input: UndoRebuildInput,
  output: UndoRebuildOutput,
  async prepare({ db, workspaceId, access }, { id }) {
    const row = await findRebuild(db, workspaceId, id);
    if (!row || access.keyId !== "local") {
      return fail("NOT_FOUND", `No rebuild ${id}.`, [{ path: "id", message: "is not known here" }]);
    }
    return succeed(row);
  },
  async run({ tx, workspaceId, clock }, { id }, { projectId, commit, appliedAt }) {
    const row = await findRebuild(tx, workspaceId, id);
    if (!row || row.undoneAt !== null) {
      return fail("CONFLICT", "This rebuild was undone already.", [{ path: "id", message: "was undone already" }]);
    }
    const newest = await newestRebuild(tx, workspaceId, projectId);
    if (newest?.rebuildId !== id) {
      return fail("CONFLICT", `Rebuild ${newest?.rebuildId ?? ""} came later; undo that one first.`, [
        { path: "id", message: `is not the newest; undo ${newest?.rebuildId ?? "the newest"} first` },
      ]);
    }
    const before = readBefore(row.before);
    await nextChangeSeq(tx, workspaceId);
    await restoreIndexed(tx, workspaceId, projectId, { commit, isShallow: before.isShallow }, before.indexed);
    await setArchived(tx, workspaceId, before.archived, { from: appliedAt, to: null });
    await markRebuildUndone(tx, workspaceId, id, clock.now());
    return succeed({ rebuild_id: id, project: projectId, restored_contexts: before.archived.length });
  },
});

/** What `rebuildProject` wrote itself. */
function readBefore(json: string): Before {
  return JSON.parse(json);
}
