/** Slots are gathered up to this many times the limit before the weak ones are thrown out together. */
const roominess = 4;

/**
 * Keeps the best `limit` slots of a scan: highest score first, `compareTies` ordering slots of equal score. Slots are gathered in a
 * larger room and thinned when it is full, which takes a handful of sorts of bare numbers instead of a heap move for each.
 */
export class BestSlots {
  readonly #limit: number;
  readonly #slots: Int32Array;
  readonly #scores: Float64Array;
  readonly #compareTies: (slotA: number, slotB: number) => number;
  #length = 0;
  #weakestScore = Number.NEGATIVE_INFINITY;
  /** Of the slots at `#weakestScore` the one that stands last. */
  #weakestSlot = -1;

  constructor(limit: number, compareTies: (slotA: number, slotB: number) => number) {
    this.#limit = Math.max(0, limit);
    this.#slots = new Int32Array(this.#limit * roominess);
    this.#scores = new Float64Array(this.#limit * roominess);
    this.#compareTies = compareTies;
  }

  /** Whether at least `limit` slots were offered. */
  get isFull(): boolean {
    return this.#length >= this.#limit;
  }

  /** A slot that scores less has no chance. Rises while slots are offered; −∞ until enough were. */
  get weakestScore(): number {
    return this.#weakestScore;
  }

  offer(slot: number, score: number): void {
    if (this.#limit === 0 || score < this.#weakestScore) return;
    if (score === this.#weakestScore && this.#compareTies(slot, this.#weakestSlot) > 0) return;
    this.#slots[this.#length] = slot;
    this.#scores[this.#length] = score;
    this.#length += 1;
    if (this.#length === this.#slots.length || this.#length === this.#limit) this.#thin();
  }

  /** Kept slots, best first. */
  ranked(): number[] {
    this.#thin();
    return Array.from({ length: this.#length }, (_, place) => place)
      .sort((a, b) => {
        const scoreA = this.#scores[a] ?? 0;
        const scoreB = this.#scores[b] ?? 0;
        return scoreA === scoreB ? this.#compareTies(this.#slots[a] ?? 0, this.#slots[b] ?? 0) : scoreB - scoreA;
      })
      .map((place) => this.#slots[place] ?? 0);
  }

  /** Throws out all but the best `limit`, and takes the weakest of those as the mark to beat. */
  #thin(): void {
    if (this.#length < this.#limit || this.#limit === 0) return;
    const ascending = this.#scores.slice(0, this.#length).sort();
    const weakest = ascending[this.#length - this.#limit] ?? 0;
    const tied: number[] = [];
    let kept = 0;
    for (let place = 0; place < this.#length; place++) {
      const score = this.#scores[place] ?? 0;
      const slot = this.#slots[place] ?? 0;
      if (score === weakest) tied.push(slot);
      if (score <= weakest) continue;
      this.#slots[kept] = slot;
      this.#scores[kept] = score;
      kept += 1;
    }
    tied.sort(this.#compareTies);
    for (const slot of tied.slice(0, this.#limit - kept)) {
      this.#slots[kept] = slot;
      this.#scores[kept] = weakest;
      this.#weakestSlot = slot;
      kept += 1;
    }
    this.#length = kept;
    this.#weakestScore = weakest;
  }
}
