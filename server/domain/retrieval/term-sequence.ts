import { stem } from "#server/domain/retrieval/stem.ts";
import { forEachToken } from "#server/domain/text/tokenize.ts";

/** Stemmed tokens of a text in reading order, repeats included. */
export function termSequence(text: string): string[] {
  const terms: string[] = [];
  forEachToken(text, (token) => {
    terms.push(stem(token));
  });
  return terms;
}
