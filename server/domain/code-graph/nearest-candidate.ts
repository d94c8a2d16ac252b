import { directoryOf } from "./repository-path.ts";

/** Candidates beyond which a name is taken as ambiguous without looking at each. */
export const maxCandidates = 64;

/**
 * The one candidate that shares more leading directories with the importing file than every other; null when two share
 * equally many. This is how build tools decide between modules that declare the same name: the own one first.
 */
export function nearestCandidate(candidates: readonly string[], importer: string): string | null {
  const [only] = candidates;
  if (candidates.length <= 1) return only ?? null;
  if (candidates.length > maxCandidates) return null;
  const here = directoryOf(importer).split("/");
  let best: { path: string | null; shared: number } = { path: null, shared: -1 };
  for (const path of candidates) {
    const there = directoryOf(path).split("/");
    let shared = 0;
    while (shared < here.length && here[shared] === there[shared]) shared += 1;
    if (shared > best.shared) best = { path, shared };
    else if (shared === best.shared) best = { path: null, shared };
  }
  return best.path;
}

/** Adds to a list in a map, which keeps at most one more than `maxCandidates`. */
export function addCandidate(lists: Map<string, string[]>, key: string, path: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [path]);
  else if (list.length <= maxCandidates && list.at(-1) !== path) list.push(path);
}
