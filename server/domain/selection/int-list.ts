/** A growing list of whole numbers below 2³¹ in one typed array: a posting list, or a column of an index. */
export class IntList {
  #items: Int32Array<ArrayBufferLike>;
  #length = 0;

  constructor(capacity = 4) {
    this.#items = new Int32Array(Math.max(1, capacity));
  }

  /** A list of these values, which from now on are its own. Nothing is copied until it grows. */
  static over(values: Int32Array): IntList {
    const list = new IntList(1);
    list.#items = values;
    list.#length = values.length;
    return list;
  }

  get length(): number {
    return this.#length;
  }

  /** A view of the list; valid until it next changes. */
  get items(): Int32Array {
    return this.#items.subarray(0, this.#length);
  }

  /**
   * What holds the list, with room behind its `length`; valid until it next changes. For loops that go through thousands of short
   * lists, where a view of each would cost more than reading it.
   */
  get backing(): Int32Array {
    return this.#items;
  }

  clear(): void {
    this.#length = 0;
  }

  /** 0 beyond the end. */
  at(index: number): number {
    return index < this.#length ? (this.#items[index] ?? 0) : 0;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const larger = new Int32Array(Math.max(4, this.#items.length * 2));
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.#length] = value;
    this.#length += 1;
  }

  /** Keeps the values for which `change` gives a number, changed to it. */
  rewrite(change: (value: number, index: number) => number | null): void {
    let kept = 0;
    for (let index = 0; index < this.#length; index++) {
      const value = change(this.at(index), index);
      if (value === null) continue;
      this.#items[kept] = value;
      kept += 1;
    }
    this.#length = kept;
  }
}
