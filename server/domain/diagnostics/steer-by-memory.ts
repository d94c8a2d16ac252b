import { coChangePartners } from "#server/domain/code-context/co-change.ts";
import type { TracedHistory } from "#server/domain/code-context/commit-history.ts";
import { pathRole } from "#server/domain/code-context/path-role.ts";

export type RememberedFile = { path: string; reason: string };

/** Files of the answer that partners are looked for: the first ones are where the work is. */
const leaders = 3;
/** Partners of one file; beyond, it is a guess about a guess. */
const partnersOfOne = 2;
/** Less than half of the commits is chance more often than not. */
const leastCoupling = 0.5;
const mostFiles = 5;

/**
 * Files that lessons of exactly this failure are about, then files that change together with the first of those that
 * were named. Committed state: it orients and stands behind what the output said. Only files of `paths`, none twice,
 * always in the same order.
 */
export function steerByMemory({
  named,
  lessons,
  history,
  paths,
}: {
  /** Read next so far, in order. */
  named: readonly string[];
  /** Memories of tier 1 in the order of the lookup, with what they are about. */
  lessons: readonly { id: string; ground: readonly string[] }[];
  history: TracedHistory | null;
  /** Files of the indexed commit. */
  paths: ReadonlySet<string>;
}): { grounds: RememberedFile[]; partners: RememberedFile[] } {
  const seen = new Set(named);
  const take = (list: RememberedFile[], path: string, reason: string) => {
    if (list.length >= mostFiles || seen.has(path) || !paths.has(path)) return;
    seen.add(path);
    list.push({ path, reason });
  };
  const grounds: RememberedFile[] = [];
  for (const { id, ground } of lessons) {
    for (const path of ground) take(grounds, path, `lesson ${id} about exactly this failure is about it`);
  }
  const partners: RememberedFile[] = [];
  if (history === null) return { grounds, partners };
  for (const leader of named.filter((path) => paths.has(path)).slice(0, leaders)) {
    const strongest = coChangePartners(history, leader)
      .filter(({ path, coupling }) => coupling >= leastCoupling && paths.has(path) && pathRole(path) !== "aside")
      .slice(0, partnersOfOne);
    for (const { path, shared, revisions, coupling } of strongest) {
      const often = `${shared} shared commits of its ${revisions}, coupling ${coupling.toFixed(2)}`;
      take(partners, path, `changes together with ${leader}: ${often}`);
    }
  }
  return { grounds, partners };
}
