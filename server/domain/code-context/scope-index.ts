import type { CodeGraphEdge, CodeGraphFile } from "#server/domain/code-graph/code-graph-snapshot.ts";
import { baseName } from "#server/domain/code-graph/repository-path.ts";
import type { TracedHistory } from "./commit-history.ts";
import { forEachTerm, type TermCounts } from "./count-terms.ts";
import { type PathRole, pathRole } from "./path-role.ts";

/** What SCOPE ranks: one readable source file of a commit. */
export type ScopeFile = { path: string; role: PathRole; terms: TermCounts };

/** Files that hold a term, and how often; parallel arrays. */
export type Postings = { files: number[]; counts: number[] };

/** One text field of all files, ready for BM25. */
export type FieldIndex = { postings: Map<string, Postings>; lengths: Float64Array; meanLength: number };

export const scopeFields = ["content", "path", "symbols", "docs", "messages"] as const;
export type ScopeField = (typeof scopeFields)[number];

/** Everything that ranking asks about one commit, derived from its snapshot; nothing in it depends on the task. */
export type ScopeIndex = {
  files: readonly ScopeFile[];
  places: ReadonlyMap<string, number>;
  fields: Record<ScopeField, FieldIndex>;
  /** Places of files by the exact name of a symbol they declare. */
  declared: ReadonlyMap<string, number[]>;
  /** Places by NFC path from its end: `a.ts`, `core/a.ts`, `src/core/a.ts`, each folded. */
  byTail: ReadonlyMap<string, number[]>;
  /** The same without the extension, for dotted paths and specifiers. */
  byBareTail: ReadonlyMap<string, number[]>;
  imports: readonly number[][];
  importedBy: readonly number[][];
  history: TracedHistory;
  /** Recency-weighted number of changes on a logarithmic scale, 1 for the busiest file; by place. */
  churn: Float64Array;
  /** 1 for documentation, examples and the like, else 0; by place. */
  asides: Float64Array;
};

/** Age after which a change counts half, days. */
const churnHalfLifeDays = 180;
/** A commit's message speaks for each of its files, and the less the more files there are. */
const largestToldCommit = 20;

export function buildScopeIndex(input: {
  files: readonly { path: string; terms: TermCounts }[];
  declarations: readonly CodeGraphFile[];
  edges: readonly CodeGraphEdge[];
  history: TracedHistory;
}): ScopeIndex {
  const files = input.files.map(({ path, terms }) => ({ path, terms, role: pathRole(path) }));
  const places = new Map(files.map(({ path }, place) => [path, place]));
  const count = files.length;
  const builders = {
    content: new FieldBuilder(count),
    path: new FieldBuilder(count),
    symbols: new FieldBuilder(count),
    docs: new FieldBuilder(count),
    messages: new FieldBuilder(count),
  };
  const byTail = new Map<string, number[]>();
  const byBareTail = new Map<string, number[]>();
  for (const [place, { path, terms }] of files.entries()) {
    for (const [position, word] of terms.words.entries())
      builders.content.add(place, word, terms.counts[position] ?? 0);
    addPathTerms(builders.path, place, path);
    addTails(byTail, byBareTail, place, path);
  }
  const declared = new Map<string, number[]>();
  for (const { path, symbols } of input.declarations) {
    const place = places.get(path);
    if (place === undefined) continue;
    for (const { name, doc } of symbols) {
      addOnce(declared, name, place);
      forEachTerm(name, (term) => builders.symbols.add(place, term, 1));
      if (doc !== undefined) forEachTerm(doc, (term) => builders.docs.add(place, term, 1));
    }
  }
  const newest = input.history.commits[0]?.time ?? 0;
  const churn = new Float64Array(count);
  for (const commit of input.history.commits) {
    const share = 1 / Math.sqrt(Math.max(1, commit.size));
    const weight = 0.5 ** (Math.max(0, newest - commit.time) / 86_400 / churnHalfLifeDays);
    for (const path of commit.paths) {
      const place = places.get(path);
      if (place === undefined) continue;
      churn[place] = (churn[place] ?? 0) + weight * share;
      if (commit.size <= largestToldCommit) for (const term of commit.terms) builders.messages.add(place, term, share);
    }
  }
  const imports: number[][] = files.map(() => []);
  const importedBy: number[][] = files.map(() => []);
  for (const { from, to, kind } of input.edges) {
    if (kind !== "imports" || !from.startsWith("file:") || !to.startsWith("file:")) continue;
    const source = places.get(from.slice(5));
    const target = places.get(to.slice(5));
    if (source === undefined || target === undefined) continue;
    imports[source]?.push(target);
    importedBy[target]?.push(source);
  }
  return {
    files,
    places,
    fields: {
      content: builders.content.finish(),
      path: builders.path.finish(),
      symbols: builders.symbols.finish(),
      docs: builders.docs.finish(),
      messages: builders.messages.finish(),
    },
    declared,
    byTail,
    byBareTail,
    imports,
    importedBy,
    history: input.history,
    churn: onLogScale(churn),
    asides: Float64Array.from(files, ({ role }) => (role === "aside" ? 1 : 0)),
  };
}

/** Counts as shares of the largest, so that ten changes weigh little more than five. In [0, 1]. */
export function onLogScale(values: Float64Array): Float64Array {
  const logs = values.map((value) => Math.log1p(value));
  let best = 0;
  for (const value of logs) if (value > best) best = value;
  return best === 0 ? logs : logs.map((value) => value / best);
}

/** Postings while they grow. Files come in ascending order for most fields, but need not. */
class FieldBuilder {
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: Float64Array;

  constructor(files: number) {
    this.#lengths = new Float64Array(files);
  }

  add(place: number, term: string, count: number): void {
    const files = this.#postings.get(term);
    if (files === undefined) this.#postings.set(term, new Map([[place, count]]));
    else files.set(place, (files.get(place) ?? 0) + count);
    this.#lengths[place] = (this.#lengths[place] ?? 0) + count;
  }

  finish(): FieldIndex {
    const postings = new Map<string, Postings>();
    for (const [term, files] of this.#postings)
      postings.set(term, { files: [...files.keys()], counts: [...files.values()] });
    let sum = 0;
    for (const length of this.#lengths) sum += length;
    return { postings, lengths: this.#lengths, meanLength: sum / Math.max(1, this.#lengths.length) };
  }
}

/** The name itself says more than the folders it lies in. */
function addPathTerms(field: FieldBuilder, place: number, path: string): void {
  const file = baseName(path);
  const bare = file.includes(".") ? file.slice(0, file.lastIndexOf(".")) : file;
  forEachTerm(path.slice(0, path.length - file.length), (term) => field.add(place, term, 1));
  forEachTerm(bare, (term) => field.add(place, term, 2));
}

function addTails(byTail: Map<string, number[]>, byBareTail: Map<string, number[]>, place: number, path: string): void {
  const segments = foldPath(path).split("/");
  const bare = [...segments];
  const last = bare.pop() ?? "";
  // A package's own file stands for its folder in imports and dotted paths.
  const stemmed = last.replace(/(?:\.d)?\.[^.]+$/, "");
  const names = /^(?:index|__init__|mod)$/.test(stemmed) ? [stemmed, ""] : [stemmed];
  for (let from = segments.length - 1; from >= 0; from -= 1) {
    addOnce(byTail, segments.slice(from).join("/"), place);
    const folder = bare.slice(from).join("/");
    for (const own of names) {
      const tail = own === "" ? folder : folder === "" ? own : `${folder}/${own}`;
      if (tail !== "") addOnce(byBareTail, tail, place);
    }
  }
}

/** How a path is compared with a task: composed, without regard to case. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function addOnce(lists: Map<string, number[]>, key: string, place: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [place]);
  else if (list.at(-1) !== place) list.push(place);
}
