import { forEachTerm } from "#server/domain/code-context/count-terms.ts";
import { extractMentions } from "#server/domain/code-context/extract-mentions.ts";
import type { ScopeIndex } from "#server/domain/code-context/scope-index.ts";
import { compareIds } from "#server/domain/selection/compare-ids.ts";

/** Paths of an order of all files but tests, best first; files without any score are left out. */
type Ranker = (index: ScopeIndex, task: string) => string[];

/** BM25 with its textbook constants over content and path as one text. */
export const bm25Baseline: Ranker = (index, task) => {
  const terms = new Set<string>();
  forEachTerm(task, (term) => terms.add(term));
  const { content, path } = index.fields;
  const count = index.files.length;
  const mean = content.meanLength + path.meanLength || 1;
  const scores = new Float64Array(count);
  for (const term of terms) {
    const found = new Map<number, number>();
    for (const field of [content, path]) {
      const postings = field.postings.get(term);
      for (const [at, place] of (postings?.files ?? []).entries()) {
        found.set(place, (found.get(place) ?? 0) + (postings?.counts[at] ?? 0));
      }
    }
    const idf = Math.log(1 + (count - found.size + 0.5) / (found.size + 0.5));
    for (const [place, frequency] of found) {
      const length = (content.lengths[place] ?? 0) + (path.lengths[place] ?? 0);
      const norm = 1.2 * (0.25 + (0.75 * length) / mean);
      scores[place] = (scores[place] ?? 0) + (idf * frequency * 2.2) / (frequency + norm);
    }
  }
  return ordered(index, scores);
};

/** What a worker with a search tool does: files that hold most of the identifiers of the task, then most often. */
export const grepBaseline: Ranker = (index, task) => {
  const { identifiers, paths, dotted, traces } = extractMentions(task);
  const terms = new Set<string>();
  for (const name of [...identifiers, ...paths, ...traces.flat(), ...dotted])
    forEachTerm(name, (term) => terms.add(term));
  if (terms.size === 0) forEachTerm(task, (term) => terms.add(term));
  const scores = new Float64Array(index.files.length);
  for (const term of terms) {
    for (const field of [index.fields.content, index.fields.path]) {
      const postings = field.postings.get(term);
      for (const [at, place] of (postings?.files ?? []).entries()) {
        scores[place] = (scores[place] ?? 0) + 1 + Math.min(0.5, (postings?.counts[at] ?? 0) / 1_000);
      }
    }
  }
  return ordered(index, scores);
};

function ordered(index: ScopeIndex, scores: Float64Array): string[] {
  return index.files
    .map(({ path, role }, place) => ({ path, role, score: scores[place] ?? 0 }))
    .filter(({ role, score }) => role !== "test" && score > 0)
    .sort((a, b) => b.score - a.score || compareIds(a.path, b.path))
    .map(({ path }) => path);
}
