import { occurrenceWorth } from "#server/domain/retrieval/entry-match.ts";
import { type LexicalSums, rawScoreFrom } from "#server/domain/retrieval/lexical-score.ts";
import { countOf, slotOf } from "#server/domain/retrieval/posting.ts";
import type { PreparedQuery } from "#server/domain/retrieval/prepare-query.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";

/** Sums by slot of one search, and of one term within it; cleared by what was touched, so that a search costs its postings only. */
export class SearchScratch {
  readonly matched: Uint16Array;
  readonly #exact: Float64Array;
  readonly #similar: Float64Array;
  readonly #context: Float64Array;
  readonly #present: Float64Array;
  /** Of the current term: what its text part is worth, and the best overlap of a similar term. */
  readonly #part: Float64Array;
  readonly #overlap: Float64Array;
  readonly #isTouched: Uint8Array;
  readonly #touched: Int32Array;
  #touchedCount = 0;
  /** The term that `#part` of a slot is of; parts of earlier terms need no clearing then. */
  readonly #partTerm: Int32Array;
  #term = 1;
  readonly #similarSlots: number[] = [];

  constructor(slots: number) {
    this.matched = new Uint16Array(slots);
    this.#exact = new Float64Array(slots);
    this.#similar = new Float64Array(slots);
    this.#context = new Float64Array(slots);
    this.#present = new Float64Array(slots);
    this.#part = new Float64Array(slots);
    this.#partTerm = new Int32Array(slots);
    this.#overlap = new Float64Array(slots);
    this.#isTouched = new Uint8Array(slots);
    this.#touched = new Int32Array(slots);
  }

  touched(): Int32Array {
    return this.#touched.subarray(0, this.#touchedCount);
  }

  sums(slot: number): LexicalSums {
    return {
      exact: this.#exact[slot] ?? 0,
      similar: this.#similar[slot] ?? 0,
      context: this.#context[slot] ?? 0,
      present: this.#present[slot] ?? 0,
    };
  }

  /** As `settle` would say it. */
  rawScore(query: PreparedQuery, slot: number): number {
    if (query.signsOnly && (this.matched[slot] ?? 0) < query.terms.length) return 0;
    return rawScoreFrom(
      query,
      this.#exact[slot] ?? 0,
      this.#similar[slot] ?? 0,
      this.#context[slot] ?? 0,
      this.#present[slot] ?? 0,
    );
  }

  /** Never below what `rawScoreFrom` puts into its exponent before breadth, and cheap: the share that is present is in [0, 1]. */
  mostCovered(query: PreparedQuery, slot: number): number {
    const said = (this.#exact[slot] ?? 0) + (this.#similar[slot] ?? 0) + (this.#context[slot] ?? 0);
    return (said + currentRetrieval.completeShare * (this.#present[slot] ?? 0)) / query.totalWeight;
  }

  /**
   * Adds one term to every entry that says it. The innermost loop of a search, so it reads and writes plain arrays.
   * `remember` keeps what the term was worth, for `offerSimilar` and `addContext` of the same term.
   */
  addExact(postings: Int32Array, weight: number, lengths: Float64Array, remember: boolean): void {
    for (let index = 0; index < postings.length; index++) {
      const posting = postings[index] ?? 0;
      const count = countOf(posting);
      if (count === 0) continue;
      const slot = slotOf(posting);
      const worth = occurrenceWorth(count, lengths[slot] ?? 0);
      if (this.#isTouched[slot] === 0) this.#touch(slot);
      this.#exact[slot] = (this.#exact[slot] ?? 0) + weight * worth;
      this.#present[slot] = (this.#present[slot] ?? 0) + weight;
      this.matched[slot] = (this.matched[slot] ?? 0) + 1;
      if (remember) this.#setPart(slot, worth);
    }
  }

  /** Ignored where the term itself stands. */
  offerSimilar(slot: number, overlap: number): void {
    if (this.#partOf(slot) > 0) return;
    const known = this.#overlap[slot] ?? 0;
    if (known === 0) this.#similarSlots.push(slot);
    if (overlap > known) this.#overlap[slot] = overlap;
  }

  addSimilar(weight: number, worthOf: (slot: number, overlap: number) => number): void {
    for (const slot of this.#similarSlots) {
      const overlap = this.#overlap[slot] ?? 0;
      const worth = worthOf(slot, overlap);
      this.#overlap[slot] = 0;
      this.#touch(slot);
      this.#similar[slot] = (this.#similar[slot] ?? 0) + weight * worth;
      this.#present[slot] = (this.#present[slot] ?? 0) + weight * overlap;
      this.#setPart(slot, worth);
    }
    this.#similarSlots.length = 0;
  }

  addContext(slot: number, weight: number): void {
    this.#touch(slot);
    const worth = currentRetrieval.contextShare * (1 - this.#partOf(slot));
    this.#context[slot] = (this.#context[slot] ?? 0) + weight * worth;
  }

  endTerm(): void {
    this.#term++;
  }

  clear(): void {
    for (const slot of this.touched()) {
      this.#isTouched[slot] = 0;
      this.matched[slot] = 0;
      this.#exact[slot] = 0;
      this.#similar[slot] = 0;
      this.#context[slot] = 0;
      this.#present[slot] = 0;
      this.#partTerm[slot] = 0;
    }
    this.#touchedCount = 0;
    this.#term = 1;
  }

  #partOf(slot: number): number {
    return this.#partTerm[slot] === this.#term ? (this.#part[slot] ?? 0) : 0;
  }

  #setPart(slot: number, worth: number): void {
    this.#part[slot] = worth;
    this.#partTerm[slot] = this.#term;
  }

  #touch(slot: number): void {
    if (this.#isTouched[slot] === 1) return;
    this.#isTouched[slot] = 1;
    this.#touched[this.#touchedCount++] = slot;
  }
}
