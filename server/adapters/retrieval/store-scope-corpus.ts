import type { Database } from "#server/db/database.ts";
import { loadSnapshot } from "#server/db/graphs.ts";
import { hasScopeSnapshot, loadScopeSnapshot, newestScopeKey, type ScopeKey } from "#server/db/scope-snapshots.ts";
import { scopeIndexOf } from "#server/domain/code-context/scope-snapshot.ts";
import { parseRuleVersion } from "#server/domain/code-graph/parsed-blob.ts";
import type { LoadedScope, ScopeCorpus } from "#server/operations/ports.ts";

/** Commits kept ready; one of a large repository takes some hundred megabytes. */
const keptIndexes = 3;

/** Indexes of commits, made from stored snapshots when first asked for. The longest unused one is let go. */
export function storeScopeCorpus(db: Database, workspaceId: string): ScopeCorpus {
  const kept = new Map<string, Promise<LoadedScope | null>>();

  async function load(project: string, key: ScopeKey): Promise<LoadedScope | null> {
    const [snapshot, graph] = await Promise.all([
      loadScopeSnapshot(db, workspaceId, project, key),
      loadSnapshot(db, workspaceId, project, key.commit, parseRuleVersion),
    ]);
    return snapshot && graph && { project, snapshot, graph, index: scopeIndexOf(snapshot, graph) };
  }

  async function at(project: string, key: ScopeKey): Promise<LoadedScope | null> {
    const name = JSON.stringify([project, key.commit, key.isShallow]);
    const loading = kept.get(name) ?? load(project, key);
    kept.delete(name);
    kept.set(name, loading);
    for (const oldest of kept.keys()) {
      if (kept.size <= keptIndexes) break;
      kept.delete(oldest);
    }
    try {
      const loaded = await loading;
      // What is not there yet may be there the next time.
      if (loaded === null) kept.delete(name);
      return loaded;
    } catch (error) {
      kept.delete(name);
      throw error;
    }
  }

  return {
    async newest(project) {
      const key = await newestScopeKey(db, workspaceId, project);
      return key && at(project, key);
    },
    async at(project, key) {
      return (await hasScopeSnapshot(db, workspaceId, project, key)) ? at(project, key) : null;
    },
  };
}
