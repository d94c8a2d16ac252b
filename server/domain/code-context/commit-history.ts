import type { TermCounts } from "./count-terms.ts";

/** One change of a commit, paths as they were then. `renamed` changed the content too, `moved` only the name. */
export type PathChange =
  | { kind: "added" | "changed" | "deleted"; path: string }
  | { kind: "renamed" | "moved"; from: string; path: string };

/**
 * One commit that is no merge, and what it changed. `terms` are those of its message. Commits of more than
 * `largestListedCommit` changes keep only what moves names; `size` is always whole.
 */
export type HistoryCommit = {
  id: string;
  /** Seconds since 1970, of the committer. */
  time: number;
  size: number;
  /** Has no parent: it brings files in, and says nothing about which of them belong together. */
  isRoot: boolean;
  terms: TermCounts["words"];
  changes: PathChange[];
};

/** Commits of more files couple everything with everything. Source: DESIGN section 5. */
export const largestCoupledCommit = 30;
/** Changes of content are listed up to here; of a larger commit they say nothing about any one file. */
export const largestListedCommit = 100;
/** Commits read, newest first. */
export const historyDepth = 8_000;
/** Distinct terms kept of one message. */
export const maxMessageTerms = 80;

/** What one file of today went through. `commits` are places in `TracedHistory.commits`, newest first. */
export type FileHistory = { commits: number[] };

export type TracedCommit = {
  id: string;
  time: number;
  size: number;
  isRoot: boolean;
  terms: readonly string[];
  /** Today's paths, and vanished ones, that it changed; each once. */
  paths: string[];
  gone: string[];
};

export type TracedHistory = {
  /** Newest first. */
  commits: TracedCommit[];
  /** By today's path. */
  files: Map<string, FileHistory>;
};

/**
 * Follows every name back through renames, so that history stands under today's paths. A file that was deleted and made
 * anew is another file; what no longer exists is listed as gone and is never a partner. Names may be swapped in one
 * commit. Linear in the number of changes.
 */
export function traceHistory(commits: readonly HistoryCommit[], livePaths: Iterable<string>): TracedHistory {
  const live = new Set(livePaths);
  /** Name at the time being read → today's path; null once the name belongs to a file that is gone. */
  const today = new Map<string, string | null>();
  const standsFor = (path: string): string | null => {
    const known = today.get(path);
    return known === undefined ? (live.has(path) ? path : null) : known;
  };
  const traced: TracedCommit[] = [];
  const files = new Map<string, FileHistory>();
  for (const commit of commits) {
    const paths = new Set<string>();
    const gone = new Set<string>();
    // Names move only after all were read, because a commit may swap two of them. Before a file was added, moved here or
    // deleted, its name belonged to another file or to none; before it was moved, it stood under the name it left.
    const moved = new Map<string, string | null>();
    for (const { kind, path } of commit.changes) if (kind !== "changed") moved.set(path, null);
    for (const change of commit.changes) {
      const stands = standsFor(change.path);
      if (stands === null) gone.add(change.path);
      else if (change.kind !== "moved") paths.add(stands);
      if (change.kind === "renamed" || change.kind === "moved") moved.set(change.from, stands);
    }
    for (const [path, stands] of moved) today.set(path, stands);
    if (paths.size === 0 && gone.size === 0) continue;
    const place = traced.length;
    const { id, time, size, isRoot, terms } = commit;
    traced.push({ id, time, size, isRoot, terms, paths: [...paths], gone: [...gone] });
    for (const path of paths) {
      const history = files.get(path) ?? { commits: [] };
      history.commits.push(place);
      files.set(path, history);
    }
  }
  return { commits: traced, files };
}
