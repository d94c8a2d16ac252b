/** Keeps the best `limit` slots of a scan as a heap whose root is the weakest kept one. `compareTies` orders slots of equal score. */
export class BestSlots {
  readonly #limit: number;
  readonly #compareTies: (slotA: number, slotB: number) => number;
  readonly #slots: number[] = [];
  readonly #scores: number[] = [];

  constructor(limit: number, compareTies: (slotA: number, slotB: number) => number) {
    this.#limit = limit;
    this.#compareTies = compareTies;
  }

  get length(): number {
    return this.#slots.length;
  }

  /** Score of the weakest kept slot; −∞ while none is kept. */
  get weakestScore(): number {
    return this.#scores[0] ?? Number.NEGATIVE_INFINITY;
  }

  offer(slot: number, score: number): void {
    const size = this.#slots.length;
    if (size < this.#limit) {
      this.#slots.push(slot);
      this.#scores.push(score);
      this.#rise(size);
      return;
    }
    if (size === 0 || !this.#isWeaker(this.#slots[0] ?? 0, this.#scores[0] ?? 0, slot, score)) return;
    this.#slots[0] = slot;
    this.#scores[0] = score;
    this.#sink();
  }

  /** Kept slots, best first. */
  ranked(): number[] {
    const scores = new Map(this.#slots.map((slot, index) => [slot, this.#scores[index] ?? 0]));
    return this.#slots.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || this.#compareTies(a, b));
  }

  #isWeaker(slotA: number, scoreA: number, slotB: number, scoreB: number): boolean {
    return scoreA === scoreB ? this.#compareTies(slotA, slotB) > 0 : scoreA < scoreB;
  }

  #rise(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isWeakerAt(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let weakest = index;
      if (left < this.#slots.length && this.#isWeakerAt(left, weakest)) weakest = left;
      if (right < this.#slots.length && this.#isWeakerAt(right, weakest)) weakest = right;
      if (weakest === index) return;
      this.#swap(index, weakest);
      index = weakest;
    }
  }

  #isWeakerAt(a: number, b: number): boolean {
    return this.#isWeaker(this.#slots[a] ?? 0, this.#scores[a] ?? 0, this.#slots[b] ?? 0, this.#scores[b] ?? 0);
  }

  #swap(a: number, b: number): void {
    const slot = this.#slots[a] ?? 0;
    const score = this.#scores[a] ?? 0;
    this.#slots[a] = this.#slots[b] ?? 0;
    this.#scores[a] = this.#scores[b] ?? 0;
    this.#slots[b] = slot;
    this.#scores[b] = score;
  }
}
