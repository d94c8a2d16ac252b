import type { ListColumn } from "#server/domain/retrieval/list-column.ts";
import type { VocabularySnapshot } from "#server/domain/retrieval/vocabulary.ts";

/**
 * Changed whenever an index of the same texts would hold other columns: other terms, other postings, other length factors.
 * A snapshot of another version is no use.
 */
export const lexicalVersion = "x1";

/** A lexical index as plain columns, by slot and by term number. A free slot has an empty id. */
export type LexicalSnapshot = {
  hasContext: boolean;
  ids: readonly string[];
  projects: readonly string[];
  projectOfSlot: Int32Array;
  lengths: Float64Array;
  termsOfSlot: ListColumn;
  postings: ListColumn;
  vocabulary: VocabularySnapshot;
};
