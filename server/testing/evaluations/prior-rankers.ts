import { defaultPolicy, type Policy } from "#server/domain/policy/policy.ts";
import { structuralShare } from "#server/domain/scoring/score-parts.ts";
import { focusOf } from "#server/domain/selection/focus.ts";
import { PriorIndex } from "#server/domain/selection/prior-index.ts";
import { tokenCounts } from "#server/domain/text/tokenize.ts";
import type { PriorItem, PriorTask } from "./prior-sets.ts";

export type Scored = { id: string; score: number };
export type PriorRanker = (task: PriorTask) => Scored[];

/** The product's own scoring, by its index. Every candidate gets a score, thresholds apart. */
export function underPolicy(fields: Partial<Policy>): PriorRanker {
  const policy = { ...defaultPolicy, ...fields };
  return (task) => {
    const index = new PriorIndex(
      task.repository,
      task.candidates.map(({ id, text, ground }) => ({
        id,
        session: id,
        tokens: [...countsOf(text).keys()],
        ground,
        createdMs: 0,
        outcome: null,
      })),
    );
    const { candidates } = index.scan({
      taskTokens: new Set(countsOf(task.text).keys()),
      focus: focusOf(task.currentNodes, task.graph, { hops: policy.structural_hops }).nodes,
      graph: task.graph,
      session: null,
      asOfMs: 0,
      sameProject: true,
      policy,
      keep: task.candidates.length,
      atLeast: task.candidates.length,
    });
    return candidates;
  };
}

export const trigrams: PriorRanker = ({ text, candidates }) => {
  const asked = trigramsOf(text);
  return candidates.map((item) => ({ id: item.id, score: overlapShare(asked, trigramsOf(item.text)) }));
};

/** Inverse document frequency of a term, by a corpus that the ranker chooses. */
export type TermWeight = (term: string) => number;

/** Weights from the candidates themselves: they change with the store, so they are measured and never shipped. */
export function weightsOf(texts: readonly string[]): TermWeight {
  const holding = new Map<string, number>();
  for (const text of texts) for (const term of countsOf(text).keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  return (term) => {
    const count = holding.get(term) ?? 0;
    return Math.log(1 + (texts.length - count + 0.5) / (count + 0.5));
  };
}

export function bm25(weightFor: (task: PriorTask) => TermWeight): PriorRanker {
  return (task) => {
    const weightOf = weightFor(task);
    const lengths = task.candidates.map(({ text }) => sum(countsOf(text).values()));
    const middle = sum(lengths) / Math.max(1, lengths.length);
    const terms = [...countsOf(task.text).keys()];
    return task.candidates.map(({ id, text }, index) => {
      const counts = countsOf(text);
      const length = 1.2 * (0.25 + (0.75 * (lengths[index] ?? 0)) / middle);
      const score = sum(
        terms.map((term) => {
          const count = counts.get(term) ?? 0;
          return count === 0 ? 0 : (weightOf(term) * count * 2.2) / (count + length);
        }),
      );
      return { id, score };
    });
  };
}

export function weightedJaccard(weightFor: (task: PriorTask) => TermWeight): PriorRanker {
  return (task) => {
    const weightOf = weightFor(task);
    const asked = [...countsOf(task.text).keys()];
    return task.candidates.map(({ id, text }) => {
      const counts = countsOf(text);
      const shared = sum(asked.filter((term) => counts.has(term)).map(weightOf));
      const all = sum([...new Set([...asked, ...counts.keys()])].map(weightOf));
      return { id, score: all === 0 ? 0 : shared / all };
    });
  };
}

/** 0.6 of another ranker, scaled to its best, and 0.4 of structure. */
export function withStructure(ranker: PriorRanker): PriorRanker {
  return (task) => {
    const scores = ranker(task);
    const best = Math.max(...scores.map(({ score }) => score)) || 1;
    const focus = focusOf(task.currentNodes, task.graph, { hops: 1 }).nodes;
    const items = new Map(task.candidates.map((item) => [item.id, item]));
    return scores.map(({ id, score }) => ({
      id,
      score: (0.6 * score) / best + 0.4 * structureOf(items.get(id), { focus, task }),
    }));
  };
}

function structureOf(
  item: PriorItem | undefined,
  { focus, task }: { focus: ReadonlySet<string>; task: PriorTask },
): number {
  const resident = (item?.ground ?? []).map((path) => task.graph.nodeAt(path)).filter((node) => node !== null);
  return structuralShare(resident.length, resident.filter((node) => focus.has(node)).length, 1);
}

const known = new Map<string, Map<string, number>>();

function countsOf(text: string): Map<string, number> {
  const counts = known.get(text) ?? tokenCounts(text);
  known.set(text, counts);
  return counts;
}

function trigramsOf(text: string): Set<string> {
  const normal = text.toLowerCase().replace(/\s+/g, " ");
  return new Set(Array.from({ length: Math.max(0, normal.length - 2) }, (_, index) => normal.slice(index, index + 3)));
}

function overlapShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const each of a) if (b.has(each)) shared += 1;
  return shared / Math.max(1, a.size + b.size - shared);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
