import { compareIds } from "#server/domain/selection/compare-ids.ts";
import { largestCoupledCommit, type TracedHistory } from "./commit-history.ts";

/** A file that changed together with another. `coupling` = shared / the smaller of both numbers of commits. */
export type CoChangePartner = { path: string; shared: number; revisions: number; coupling: number };

/** Commits shared at least; one may be chance. */
export const leastShared = 2;

/**
 * Files of today that changed in the same commits, strongest first, then by number and path. Commits of more than
 * `largestCoupledCommit` files, and the first of all, count neither as shared nor as revisions.
 */
export function coChangePartners(history: TracedHistory, path: string): CoChangePartner[] {
  const own = coupledCommits(history, path);
  if (own.length === 0) return [];
  const shared = new Map<string, number>();
  for (const place of own) {
    for (const other of history.commits[place]?.paths ?? []) {
      if (other !== path) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  const partners: CoChangePartner[] = [];
  for (const [other, count] of shared) {
    if (count < leastShared) continue;
    const revisions = coupledCommits(history, other).length;
    partners.push({ path: other, shared: count, revisions, coupling: count / Math.min(own.length, revisions) });
  }
  return partners.sort((a, b) => b.coupling - a.coupling || b.shared - a.shared || compareIds(a.path, b.path));
}

/** Files that changed with it and are gone, under the name they had last, most often first. */
export function vanishedPartners(history: TracedHistory, path: string): { path: string; shared: number }[] {
  const shared = new Map<string, number>();
  for (const place of coupledCommits(history, path)) {
    for (const gone of history.commits[place]?.gone ?? []) shared.set(gone, (shared.get(gone) ?? 0) + 1);
  }
  return [...shared]
    .map(([gone, count]) => ({ path: gone, shared: count }))
    .sort((a, b) => b.shared - a.shared || compareIds(a.path, b.path));
}

function coupledCommits(history: TracedHistory, path: string): number[] {
  const commits = history.files.get(path)?.commits ?? [];
  return commits.filter((place) => {
    const commit = history.commits[place];
    return commit !== undefined && !commit.isRoot && commit.size <= largestCoupledCommit;
  });
}
