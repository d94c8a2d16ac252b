import { adjacencyOf, bestPassageOf, cosineOf } from "#server/domain/retrieval/closeness.ts";
import { entryTerms } from "#server/domain/retrieval/entry-terms.ts";
import { lexicalScore } from "#server/domain/retrieval/lexical-score.ts";
import { type PreparedQuery, prepareQuery } from "#server/domain/retrieval/prepare-query.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";

/** Recorded with every lookup, because scores of different versions must not be compared. */
export const rerankVersion = "r1";

/** Each in [0, 1]; the score is their sum under the weights of `currentRetrieval.rerank`. */
export type RerankFactors = {
  /** Share of the query that the text says, repeats and length considered. */
  coverage: number;
  /** Share of the query that one passage of the text says. */
  passage: number;
  /** Share of the query that stands side by side in the text as it does in the query. */
  adjacency: number;
  /** Likeness in both directions: what the text says beyond the query lowers it. */
  cosine: number;
};

/**
 * How well a text answers a query, in [0, 1]: one pure function for every tier, so that their scores can be shown side by side.
 * `context` is what stood around the text, as in the index. Knows nothing of other texts; adding a memory never moves the score of another.
 * Linear in the length of the text; of the query a bounded part is read.
 */
export function rerankScore({ query, text, context }: { query: string; text: string; context?: string }): {
  score: number;
  factors: RerankFactors;
} {
  const asked = prepareOnce(query);
  const entry = entryTerms(text, context);
  const { exact, similar, context: around } = lexicalScore(asked, entry).factors;
  const coverage = exact + similar + around;
  if (coverage === 0) return { score: 0, factors: { coverage: 0, passage: 0, adjacency: 0, cosine: 0 } };
  const factors: RerankFactors = {
    coverage,
    passage: bestPassageOf(asked, entry.sequence),
    adjacency: adjacencyOf(asked, entry.sequence),
    cosine: cosineOf(asked, entry.sequence),
  };
  const { rerank } = currentRetrieval;
  const score =
    rerank.coverage * factors.coverage +
    rerank.passage * factors.passage +
    rerank.adjacency * factors.adjacency +
    rerank.cosine * factors.cosine;
  return { score: Math.min(1, score), factors };
}

// A lookup scores some fifty texts against one query; reading that query once is worth the one string kept here.
let lastPrepared: { text: string; query: PreparedQuery } = { text: "", query: prepareQuery("") };

function prepareOnce(text: string): PreparedQuery {
  if (lastPrepared.text !== text) lastPrepared = { text, query: prepareQuery(text) };
  return lastPrepared.query;
}
