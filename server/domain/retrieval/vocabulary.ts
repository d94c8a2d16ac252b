import { joinLists, type ListColumn, ListParts } from "#server/domain/retrieval/list-column.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import { diceOverlap, termTrigrams } from "#server/domain/retrieval/similar-terms.ts";
import { IntList } from "#server/domain/selection/int-list.ts";

/** A vocabulary as plain columns: `terms` by number, an empty one where a number is free, and which terms hold a trigram. */
export type VocabularySnapshot = {
  terms: readonly string[];
  gramCounts: Int32Array;
  grams: readonly string[];
  termsOfGram: ListColumn;
};

/** The terms of an index by number, and which of them are alike by their trigrams. Numbers are used again after a removal. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #gramCounts: number[] = [];
  readonly #free: number[] = [];
  readonly #termsOfGram = new Map<string, IntList>();
  #shared = new Uint8Array(1024);

  /** Takes the arrays of the snapshot over. */
  static fromSnapshot(snapshot: VocabularySnapshot): Vocabulary {
    const vocabulary = new Vocabulary();
    for (const [number, term] of snapshot.terms.entries()) {
      vocabulary.#terms.push(term);
      vocabulary.#gramCounts.push(snapshot.gramCounts[number] ?? 0);
      if (term === "") vocabulary.#free.push(number);
      else vocabulary.#numbers.set(term, number);
    }
    const parts = new ListParts(snapshot.termsOfGram);
    for (const [position, gram] of snapshot.grams.entries()) {
      vocabulary.#termsOfGram.set(gram, IntList.over(parts.at(position) ?? new Int32Array(0)));
    }
    vocabulary.#shared = new Uint8Array(Math.max(1024, snapshot.terms.length * 2));
    return vocabulary;
  }

  toSnapshot(): VocabularySnapshot {
    return {
      terms: this.#terms,
      gramCounts: Int32Array.from(this.#gramCounts),
      grams: [...this.#termsOfGram.keys()],
      termsOfGram: joinLists([...this.#termsOfGram.values()].map((list) => list.items)),
    };
  }

  /** Terms known now. */
  get size(): number {
    return this.#numbers.size;
  }

  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  add(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#terms.length;
    const grams = termTrigrams(term);
    this.#numbers.set(term, number);
    this.#terms[number] = term;
    this.#gramCounts[number] = grams.length;
    for (const gram of grams) {
      const list = this.#termsOfGram.get(gram) ?? new IntList();
      list.push(number);
      this.#termsOfGram.set(gram, list);
    }
    if (number >= this.#shared.length) this.#shared = new Uint8Array(this.#shared.length * 2);
    return number;
  }

  remove(number: number): void {
    const term = this.#terms[number] ?? "";
    for (const gram of termTrigrams(term)) {
      const list = this.#termsOfGram.get(gram);
      list?.rewrite((other) => (other === number ? null : other));
      if (list?.length === 0) this.#termsOfGram.delete(gram);
    }
    this.#numbers.delete(term);
    this.#terms[number] = "";
    this.#free.push(number);
  }

  /** Other terms whose trigram overlap reaches the threshold, in no order. */
  similarTo(term: string): { number: number; overlap: number }[] {
    const grams = termTrigrams(term);
    const self = this.#numbers.get(term);
    const touched: number[] = [];
    for (const gram of grams) {
      for (const number of this.#termsOfGram.get(gram)?.items ?? []) {
        const shared = this.#shared[number] ?? 0;
        if (shared === 0) touched.push(number);
        this.#shared[number] = shared + 1;
      }
    }
    const found: { number: number; overlap: number }[] = [];
    for (const number of touched) {
      const overlap = diceOverlap(this.#shared[number] ?? 0, grams.length, this.#gramCounts[number] ?? 0);
      this.#shared[number] = 0;
      if (number !== self && overlap >= currentRetrieval.similarOverlap) found.push({ number, overlap });
    }
    return found;
  }
}
