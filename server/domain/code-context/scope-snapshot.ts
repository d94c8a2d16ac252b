import type { CodeGraphSnapshot } from "#server/domain/code-graph/code-graph-snapshot.ts";
import type { RepositoryFile } from "#server/domain/code-graph/repository-index.ts";
import { buildSkeleton } from "./build-skeleton.ts";
import { type HistoryCommit, type PathChange, traceHistory } from "./commit-history.ts";
import type { TermCounts } from "./count-terms.ts";
import type { JudgedInvariant } from "./invariant.ts";
import { judgeInvariants } from "./judge-invariants.ts";
import { readInvariants } from "./read-invariants.ts";
import { buildScopeIndex, type ScopeIndex } from "./scope-index.ts";

/**
 * Version of everything that a snapshot is made of besides parsing: history, skeleton and invariants. Part of the key
 * under which it is kept; raise it with any change in them.
 */
export const scopeRuleVersion = 2;

/** Ground on which history must be read: where it ends early, counts and partners are claims about less than they seem. */
export type HistoryState = { isShallow: boolean; isGrafted: boolean; isPartial: boolean };

/** What SCOPE knows of one commit beside its code graph. Plain data, made from the commit alone. */
export type ScopeSnapshot = HistoryState & {
  commit: string;
  ruleVersion: number;
  /** Source files with their terms, by path. */
  files: { path: string; terms: TermCounts }[];
  /** Every path of the commit. */
  paths: string[];
  history: HistoryCommit[];
  skeleton: string;
  invariants: JudgedInvariant[];
};

/** Invariants kept of one repository. */
const mostInvariants = 200;

export function makeScopeSnapshot(input: {
  graph: CodeGraphSnapshot;
  files: readonly RepositoryFile[];
  instructions: readonly { path: string; text: string }[];
  history: HistoryCommit[];
  state: HistoryState;
  countTokens: (text: string) => number;
}): ScopeSnapshot {
  const { graph, files, instructions, history, state, countTokens } = input;
  const rules = instructions.flatMap(({ path, text }) => readInvariants(path, text)).slice(0, mostInvariants);
  const { isShallow, isGrafted, isPartial } = state;
  return {
    commit: graph.commit,
    ruleVersion: scopeRuleVersion,
    isShallow,
    isGrafted,
    isPartial,
    files: files.flatMap(({ path, parsed }) =>
      parsed?.language && parsed.outcome === "parsed" ? [{ path, terms: parsed.terms }] : [],
    ),
    paths: files.map(({ path }) => path),
    history,
    skeleton: buildSkeleton({ files: graph.files, edges: graph.edges, countTokens }),
    invariants: judgeInvariants(rules, files),
  };
}

/** The index that ranking works on; some hundred milliseconds for thousands of files, so it is kept. */
export function scopeIndexOf(snapshot: ScopeSnapshot, graph: CodeGraphSnapshot): ScopeIndex {
  return buildScopeIndex({
    files: snapshot.files,
    declarations: graph.files,
    edges: graph.edges,
    history: traceHistory(snapshot.history, snapshot.paths),
  });
}

const changeKinds = ["added", "changed", "deleted", "renamed", "moved"] as const;

/** The snapshot as it is stored: every word and path once, numbers elsewhere. */
export type PackedScopeSnapshot = Omit<ScopeSnapshot, "files" | "paths" | "history"> & {
  words: string[];
  names: string[];
  /** Place of the path, then word and count in turn. */
  files: number[][];
  paths: number[];
  /** Id, time, size (negative for a root), places of words; kind and path in turn, and for a rename the path before. */
  history: [string, number, number, number[], number[]][];
};

export function packScopeSnapshot(snapshot: ScopeSnapshot): PackedScopeSnapshot {
  const words = new Table();
  const names = new Table();
  const { files, paths, history, ...rest } = snapshot;
  return {
    ...rest,
    paths: paths.map((path) => names.place(path)),
    files: files.map(({ path, terms }) => [
      names.place(path),
      ...terms.words.flatMap((word, at) => [words.place(word), terms.counts[at] ?? 0]),
    ]),
    history: history.map(({ id, time, size, isRoot, terms, changes }) => [
      id,
      time,
      isRoot ? -size : size,
      terms.map((term) => words.place(term)),
      changes.flatMap((change) => [
        changeKinds.indexOf(change.kind),
        names.place(change.path),
        ...("from" in change ? [names.place(change.from)] : []),
      ]),
    ]),
    words: words.entries,
    names: names.entries,
  };
}

export function unpackScopeSnapshot(packed: PackedScopeSnapshot): ScopeSnapshot {
  const { words, names, files, paths, history, ...rest } = packed;
  const word = (place: number | undefined) => words[place ?? -1] ?? "";
  const name = (place: number | undefined) => names[place ?? -1] ?? "";
  return {
    ...rest,
    paths: paths.map(name),
    files: files.map((numbers) => {
      const terms: TermCounts = { words: [], counts: [] };
      for (let at = 1; at < numbers.length; at += 2) {
        terms.words.push(word(numbers[at]));
        terms.counts.push(numbers[at + 1] ?? 0);
      }
      return { path: name(numbers[0]), terms };
    }),
    history: history.map(([id, time, size, terms, numbers]) => {
      const changes: PathChange[] = [];
      for (let at = 0; at < numbers.length; at += 2) {
        const kind = changeKinds[numbers[at] ?? 1] ?? "changed";
        const path = name(numbers[at + 1]);
        if (kind === "renamed" || kind === "moved") {
          changes.push({ kind, path, from: name(numbers[at + 2]) });
          at += 1;
        } else {
          changes.push({ kind, path });
        }
      }
      return { id, time, size: Math.abs(size), isRoot: size < 0, terms: terms.map(word), changes };
    }),
  };
}

class Table {
  readonly entries: string[] = [];
  readonly #places = new Map<string, number>();

  place(entry: string): number {
    const known = this.#places.get(entry);
    if (known !== undefined) return known;
    this.#places.set(entry, this.entries.length);
    this.entries.push(entry);
    return this.entries.length - 1;
  }
}
