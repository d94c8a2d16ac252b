import { stem } from "#server/domain/retrieval/stem.ts";
import { forEachToken } from "#server/domain/text/tokenize.ts";

/** How often each term of a text occurs: `counts[i]` is that of `words[i]`. In first-seen order. */
export type TermCounts = { words: string[]; counts: number[] };

/** Distinct terms kept of one file; the rest of a longer one says little that these do not. */
export const maxFileTerms = 3_000;

const longestTerm = 48;
const onlyDigits = /^\d+$/;

/**
 * Terms by which a task finds a file: the tokens of the shared tokenizer, English words brought to their stem, numbers and
 * endless runs left out. The same function reads tasks, sources, names and commit messages, or they would not meet.
 */
export function countTerms(text: string, maxTerms = maxFileTerms): TermCounts {
  const counted = new Map<string, number>();
  forEachTerm(text, (term) => {
    const count = counted.get(term);
    if (count !== undefined) counted.set(term, count + 1);
    else if (counted.size < maxTerms) counted.set(term, 1);
  });
  return { words: [...counted.keys()], counts: [...counted.values()] };
}

/** Calls `visit` for every term in reading order, repeats included. */
export function forEachTerm(text: string, visit: (term: string) => void): void {
  forEachToken(text, (token) => {
    if (token.length > longestTerm || onlyDigits.test(token)) return;
    visit(stem(token));
  });
}
