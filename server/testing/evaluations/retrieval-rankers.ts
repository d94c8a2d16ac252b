import { LexicalIndex } from "#server/domain/retrieval/lexical-index.ts";
import { rerankScore } from "#server/domain/retrieval/rerank.ts";
import { compareRanked } from "#server/domain/selection/compare-ids.ts";
import { tokenCounts, tokenize } from "#server/domain/text/tokenize.ts";
import type { RetrievalDocument } from "./retrieval-sets.ts";

/** Answers ids best first, without those that share nothing. */
export type Ranker = (documents: readonly RetrievalDocument[]) => (query: string) => string[];

type Scored = { id: string; score: number };

const ranked = (scored: Scored[]) =>
  scored
    .filter(({ score }) => score > 0)
    .sort(compareRanked)
    .map(({ id }) => id);

/** What the lookup does: 50 hits of the index, put in the order of the rerank score. */
export const whence: Ranker = (documents) => {
  const index = new LexicalIndex();
  const byId = new Map(documents.map((document) => [document.id, document]));
  for (const { id, text, context } of documents)
    index.upsert({ id, project: "", text, ...(context === undefined ? {} : { context }) });
  return (query) =>
    ranked(
      index.search({ text: query, limit: 50 }).map(({ id }) => {
        const document = byId.get(id);
        if (document === undefined) return { id, score: 0 };
        const { text, context } = document;
        return { id, score: rerankScore({ query, text, ...(context === undefined ? {} : { context }) }).score };
      }),
    );
};

/** The index alone, by raw score. */
export const whenceRaw: Ranker = (documents) => {
  const index = new LexicalIndex();
  for (const { id, text, context } of documents)
    index.upsert({ id, project: "", text, ...(context === undefined ? {} : { context }) });
  return (query) => index.search({ text: query, limit: 50 }).map(({ id }) => id);
};

export const tokenJaccard: Ranker = (documents) => {
  const sets = documents.map(({ id, text }) => ({ id, set: new Set(tokenize(text)) }));
  return (query) => rankBySets(new Set(tokenize(query)), sets);
};

export const trigramJaccard: Ranker = (documents) => {
  const sets = documents.map(({ id, text }) => ({ id, set: trigramsOf(text) }));
  return (query) => rankBySets(trigramsOf(query), sets);
};

/** Okapi BM25 over the product's tokens, k1 1.2 and b 0.75. Its term weights come from the corpus, so it may be measured and never shipped. */
export const bm25: Ranker = (documents) => {
  const entries = documents.map(({ id, text }) => {
    const counts = tokenCounts(text);
    return { id, counts, length: [...counts.values()].reduce((sum, count) => sum + count, 0) };
  });
  const average = entries.reduce((sum, { length }) => sum + length, 0) / entries.length;
  const holders = new Map<string, number>();
  for (const { counts } of entries)
    for (const token of counts.keys()) holders.set(token, (holders.get(token) ?? 0) + 1);
  return (query) => {
    const weights = tokenize(query).map((token) => {
      const held = holders.get(token) ?? 0;
      return { token, weight: Math.log(1 + (entries.length - held + 0.5) / (held + 0.5)) };
    });
    return ranked(
      entries.map(({ id, counts, length }) => {
        let score = 0;
        for (const { token, weight } of weights) {
          const count = counts.get(token) ?? 0;
          score += (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average));
        }
        return { id, score };
      }),
    );
  };
};

function rankBySets(
  asked: ReadonlySet<string>,
  entries: readonly { id: string; set: ReadonlySet<string> }[],
): string[] {
  return ranked(
    entries.map(({ id, set }) => {
      let shared = 0;
      for (const item of asked) if (set.has(item)) shared++;
      return { id, score: shared / (asked.size + set.size - shared || 1) };
    }),
  );
}

function trigramsOf(text: string): Set<string> {
  const folded = text.toLowerCase().replace(/\s+/g, " ");
  return new Set(Array.from({ length: Math.max(0, folded.length - 2) }, (_, start) => folded.slice(start, start + 3)));
}
