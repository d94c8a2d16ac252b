import type { CodeGraphSnapshot } from "#server/domain/code-graph/code-graph-snapshot.ts";
import { canonicalJson } from "#server/domain/text/canonical-json.ts";
import type { InvariantState } from "./invariant.ts";
import type { ScopeSnapshot } from "./scope-snapshot.ts";

export type SnapshotPair = { scope: ScopeSnapshot; graph: CodeGraphSnapshot };

/** What a rebuild would change about what is known of a project. Counts are whole, lists are cut to `mostListed`. */
export type SnapshotChanges = {
  isSame: boolean;
  skeleton_changed: boolean;
  commits: { before: number; after: number; added: number; removed: number };
  files: { added: string[]; removed: string[]; added_count: number; removed_count: number };
  symbols: { before: number; after: number };
  invariants: { rule: string; source: string; before: InvariantState | null; after: InvariantState | null }[];
};

const mostListed = 50;

/** Pure; `before` is null for a project that was never indexed. */
export function compareSnapshots(before: SnapshotPair | null, after: SnapshotPair): SnapshotChanges {
  const ids = new Set(before?.scope.history.map(({ id }) => id));
  const newIds = new Set(after.scope.history.map(({ id }) => id));
  const paths = new Set(before?.scope.paths);
  const newPaths = new Set(after.scope.paths);
  const added = after.scope.paths.filter((path) => !paths.has(path));
  const removed = [...paths].filter((path) => !newPaths.has(path));
  return {
    // Canonical, because what was stored and read back holds its fields in another order.
    isSame: before !== null && canonicalJson(before) === canonicalJson(after),
    skeleton_changed: before?.scope.skeleton !== after.scope.skeleton,
    commits: {
      before: ids.size,
      after: newIds.size,
      added: [...newIds].filter((id) => !ids.has(id)).length,
      removed: [...ids].filter((id) => !newIds.has(id)).length,
    },
    files: {
      added: added.slice(0, mostListed),
      removed: removed.slice(0, mostListed),
      added_count: added.length,
      removed_count: removed.length,
    },
    symbols: { before: before === null ? 0 : countSymbols(before.graph), after: countSymbols(after.graph) },
    invariants: changedInvariants(before?.scope ?? null, after.scope),
  };
}

function countSymbols({ files }: CodeGraphSnapshot): number {
  return files.reduce((sum, { symbols }) => sum + symbols.length, 0);
}

/** Rules that came, went, or stand otherwise than before. A rule is the same wherever in its file it stands. */
function changedInvariants(before: ScopeSnapshot | null, after: ScopeSnapshot): SnapshotChanges["invariants"] {
  const keyOf = ({ rule, source }: ScopeSnapshot["invariants"][number]) => JSON.stringify([source.path, rule]);
  const earlier = new Map(before?.invariants.map((one) => [keyOf(one), one]));
  const later = new Map(after.invariants.map((one) => [keyOf(one), one]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) => {
    const [was, is] = [earlier.get(key), later.get(key)];
    const named = is ?? was;
    if (named === undefined || was?.state === is?.state) return [];
    const { rule, source } = named;
    return [{ rule, source: `${source.path}:${source.line}`, before: was?.state ?? null, after: is?.state ?? null }];
  });
}
