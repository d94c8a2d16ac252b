import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { forEachTerm } from "./count-terms.ts";
import { extractMentions, type Mentions } from "./extract-mentions.ts";
import { type FieldIndex, foldPath, onLogScale, type ScopeField, type ScopeIndex } from "./scope-index.ts";
import type { ScopeFactor } from "./scope-weights.ts";

const k1 = 1.2;
const lengthWeight: Record<ScopeField, number> = { content: 0.75, path: 0.3, symbols: 0.6, docs: 0.6, messages: 0.5 };
/** The first line says what a task is about; the rest says how somebody came upon it. */
const titleWeight = 2;

export type ScopeQuery = { terms: Map<string, number>; mentions: Mentions };

export function readQuery(task: string): ScopeQuery {
  const terms = new Map<string, number>();
  const end = task.indexOf("\n");
  const title = end < 0 ? task : task.slice(0, end);
  forEachTerm(title, (term) => terms.set(term, (terms.get(term) ?? 0) + titleWeight));
  forEachTerm(task.slice(title.length), (term) => terms.set(term, (terms.get(term) ?? 0) + 1));
  for (const [term, count] of terms) terms.set(term, Math.log1p(count));
  return { terms, mentions: extractMentions(task) };
}

/** One column a factor, by place of the file. */
export type FactorColumns = Record<ScopeFactor, Float64Array>;

/** Everything that ranks the files of one commit for one task. */
export function scopeFactorColumns(
  index: ScopeIndex,
  query: ScopeQuery,
  touched: ReadonlyMap<string, number> = new Map(),
): FactorColumns {
  const count = index.files.length;
  const field = (name: ScopeField) => bm25(index.fields[name], query.terms, lengthWeight[name], count);
  const rawContent = field("content");
  const content = normalised(rawContent, index);
  return {
    content,
    path: normalised(field("path"), index),
    symbols: normalised(field("symbols"), index),
    docs: normalised(field("docs"), index),
    messages: normalised(field("messages"), index),
    path_mention: pathMentions(index, query.mentions),
    dotted_mention: dottedMentions(index, query.mentions),
    symbol_mention: symbolMentions(index, query.mentions),
    tests: testVotes(index, rawContent),
    neighbours: neighbourScores(index, content),
    churn: index.churn,
    touched: onLogScale(Float64Array.from(index.files, ({ path }) => touched.get(path) ?? 0)),
    aside: index.asides,
  };
}

function bm25(field: FieldIndex, terms: ReadonlyMap<string, number>, b: number, count: number): Float64Array {
  const scores = new Float64Array(count);
  for (const [term, weight] of terms) {
    const postings = field.postings.get(term);
    if (postings === undefined) continue;
    const { files, counts } = postings;
    const idf = Math.log(1 + (count - files.length + 0.5) / (files.length + 0.5));
    for (let at = 0; at < files.length; at += 1) {
      const place = files[at] ?? 0;
      const tf = counts[at] ?? 0;
      const norm = 1 - b + (b * (field.lengths[place] ?? 0)) / (field.meanLength || 1);
      scores[place] = (scores[place] ?? 0) + (weight * idf * tf * (k1 + 1)) / (tf + k1 * norm);
    }
  }
  return scores;
}

/** Shares of the best score of a source file, so that fields of different length can be added. At most 1. */
function normalised(scores: Float64Array, index: ScopeIndex): Float64Array {
  let best = 0;
  for (const [place, score] of scores.entries()) if (index.files[place]?.role !== "test" && score > best) best = score;
  return best === 0 ? scores : scores.map((score) => Math.min(1, score / best));
}

/** Files named in prose count whole. In a stack trace the innermost file does, and those that called it less and less. */
function pathMentions(index: ScopeIndex, { paths, traces }: Mentions): Float64Array {
  const scores = new Float64Array(index.files.length);
  const raise = (place: number, share: number) => {
    scores[place] = Math.max(scores[place] ?? 0, share);
  };
  for (const mention of paths) {
    const places = placesOfTail(index, mention);
    for (const place of places) raise(place, 1 / places.length);
  }
  for (const files of traces) {
    const callers = new Set<number>();
    for (const file of files) {
      // What is installed beside the code is of the repository only where more than its name says so.
      const places = placesOfTail(index, file, isForeignPath(file) ? 2 : 1);
      const [only] = places;
      if (only === undefined) continue;
      const depth = callers.has(only) ? [...callers].indexOf(only) : callers.size;
      for (const place of places) raise(place, 1 / places.length / (1 + depth));
      // A test that calls the code is no step on the way to the fault.
      if (places.length === 1 && index.files[only]?.role !== "test") callers.add(only);
    }
  }
  return scores;
}

const nowhere: readonly number[] = [];

/** The longest tail of the mention that is a tail of some path: frames start with folders of another machine. */
function placesOfTail(index: ScopeIndex, mention: string, leastSegments = 1): readonly number[] {
  const segments = foldPath(mention)
    .split("/")
    .filter((segment) => segment !== "");
  for (let from = 0; from <= segments.length - leastSegments; from += 1) {
    const tail = segments.slice(from).join("/");
    const places = index.byTail.get(tail) ?? (tail.includes("/") ? index.byBareTail.get(tail) : undefined);
    if (places === undefined) continue;
    const depth = segments.length - from;
    return depth === 1 && segments.length > 1 && from > 0 && !tail.includes(".") ? nowhere : places;
  }
  return nowhere;
}

function dottedMentions(index: ScopeIndex, { dotted }: Mentions): Float64Array {
  const scores = new Float64Array(index.files.length);
  for (const mention of dotted) {
    const segments = foldPath(mention).split(".");
    for (let to = segments.length; to >= 1; to -= 1) {
      const places = index.byBareTail.get(segments.slice(0, to).join("/"));
      if (places === undefined || (to === 1 && segments.length < 2)) continue;
      const share = (to === 1 ? 0.3 : 1) / places.length;
      for (const place of places) scores[place] = Math.max(scores[place] ?? 0, share);
      break;
    }
  }
  return scores;
}

function symbolMentions(index: ScopeIndex, { identifiers, dotted }: Mentions): Float64Array {
  const scores = new Float64Array(index.files.length);
  const names = new Set([...identifiers, ...dotted.flatMap((name) => name.split("."))]);
  for (const name of names) {
    const places = index.declared.get(name);
    if (places === undefined || name.length < 3) continue;
    for (const place of places) scores[place] = (scores[place] ?? 0) + 1 / places.length;
  }
  for (const [place, score] of scores.entries()) scores[place] = score / (1 + score);
  return scores;
}

function neighbourScores(index: ScopeIndex, content: Float64Array): Float64Array {
  const scores = new Float64Array(index.files.length);
  for (const place of index.files.keys()) {
    let best = 0;
    let sum = 0;
    let count = 0;
    for (const list of [index.imports[place] ?? [], index.importedBy[place] ?? []]) {
      for (const other of list) {
        if (index.files[other]?.role !== "source") continue;
        const score = content[other] ?? 0;
        sum += score;
        count += 1;
        if (score > best) best = score;
      }
    }
    scores[place] = count === 0 ? 0 : (best + sum / count) / 2;
  }
  return scores;
}

/** Tests speak the language of issues: a test that reads like the task votes for what it imports. */
function testVotes(index: ScopeIndex, raw: Float64Array): Float64Array {
  const scores = new Float64Array(index.files.length);
  for (const [place, { role }] of index.files.entries()) {
    if (role !== "test") continue;
    const targets = (index.imports[place] ?? []).filter((other) => index.files[other]?.role === "source");
    const share = (raw[place] ?? 0) / Math.sqrt(Math.max(1, targets.length));
    for (const target of targets) if (share > (scores[target] ?? 0)) scores[target] = share;
  }
  return normalised(scores, index);
}
