import { signTerms } from "#server/domain/retrieval/sign-terms.ts";
import { termSequence } from "#server/domain/retrieval/term-sequence.ts";

/** More repeats than this count as this many. */
const mostOccurrences = 511;

/** What retrieval knows of one entry. */
export type EntryTerms = {
  /** Terms of the text in reading order, repeats included, signs left out. */
  sequence: string[];
  /** Occurrences by term, signs among them; 0 for a term that stands in the surroundings alone. */
  occurrences: Map<string, number>;
  /** Terms of the surroundings. */
  context: Set<string>;
};

/** `context` is what stood around the text: turns before and after it, the headings above it. */
export function entryTerms(text: string, context = ""): EntryTerms {
  const occurrences = new Map<string, number>();
  const sequence = termSequence(text);
  for (const term of sequence) occurrences.set(term, Math.min(mostOccurrences, (occurrences.get(term) ?? 0) + 1));
  for (const term of signTerms(text)) occurrences.set(term, 1);
  const surroundings = new Set(context === "" ? [] : termSequence(context));
  for (const term of surroundings) if (!occurrences.has(term)) occurrences.set(term, 0);
  return { sequence, occurrences, context: surroundings };
}
