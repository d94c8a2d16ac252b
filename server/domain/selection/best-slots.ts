/** Keeps the best `limit` slots of a scan, in a heap whose root is the weakest kept one. `compareTies` orders slots of equal score. */
export class BestSlots {
  readonly #slots: Int32Array;
  readonly #scores: Float64Array;
  readonly #compareTies: (slotA: number, slotB: number) => number;
  #length = 0;

  constructor(limit: number, compareTies: (slotA: number, slotB: number) => number) {
    this.#slots = new Int32Array(Math.max(0, limit));
    this.#scores = new Float64Array(Math.max(0, limit));
    this.#compareTies = compareTies;
  }

  get isFull(): boolean {
    return this.#length === this.#slots.length;
  }

  /** Score of the weakest kept slot; a slot below it has no chance once the heap is full. */
  get weakestScore(): number {
    return this.#length === 0 ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? 0);
  }

  offer(slot: number, score: number): void {
    if (this.isFull) {
      if (this.#length === 0 || !this.#isWeaker(this.#slots[0] ?? 0, this.#scores[0] ?? 0, slot, score)) return;
      this.#sink(slot, score);
    } else {
      this.#rise(slot, score);
    }
  }

  /** Kept slots, best first. */
  ranked(): number[] {
    const places = Array.from({ length: this.#length }, (_, place) => place);
    return places
      .sort((a, b) => {
        const scoreA = this.#scores[a] ?? 0;
        const scoreB = this.#scores[b] ?? 0;
        return scoreA === scoreB ? this.#compareTies(this.#slots[a] ?? 0, this.#slots[b] ?? 0) : scoreB - scoreA;
      })
      .map((place) => this.#slots[place] ?? 0);
  }

  #isWeaker(slotA: number, scoreA: number, slotB: number, scoreB: number): boolean {
    return scoreA === scoreB ? this.#compareTies(slotA, slotB) > 0 : scoreA < scoreB;
  }

  /** Adds at the end and moves up while weaker than the parent. */
  #rise(slot: number, score: number): void {
    let place = this.#length;
    this.#length += 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const parentSlot = this.#slots[parent] ?? 0;
      const parentScore = this.#scores[parent] ?? 0;
      if (!this.#isWeaker(slot, score, parentSlot, parentScore)) break;
      this.#put(place, parentSlot, parentScore);
      place = parent;
    }
    this.#put(place, slot, score);
  }

  /** Replaces the root and moves down while a child is weaker. */
  #sink(slot: number, score: number): void {
    const slots = this.#slots;
    const scores = this.#scores;
    const length = this.#length;
    let place = 0;
    for (let child = 1; child < length; child = 2 * place + 1) {
      const right = child + 1;
      if (
        right < length &&
        this.#isWeaker(slots[right] ?? 0, scores[right] ?? 0, slots[child] ?? 0, scores[child] ?? 0)
      ) {
        child = right;
      }
      const childSlot = slots[child] ?? 0;
      const childScore = scores[child] ?? 0;
      if (!this.#isWeaker(childSlot, childScore, slot, score)) break;
      this.#put(place, childSlot, childScore);
      place = child;
    }
    this.#put(place, slot, score);
  }

  #put(place: number, slot: number, score: number): void {
    this.#slots[place] = slot;
    this.#scores[place] = score;
  }
}
