/** Many lists of whole numbers as two arrays: how long each is, and all of them behind one another. */
export type ListColumn = { lengths: Int32Array; values: Int32Array };

export function joinLists(lists: readonly Int32Array[]): ListColumn {
  const lengths = Int32Array.from(lists, (list) => list.length);
  const values = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let start = 0;
  for (const list of lists) {
    values.set(list, start);
    start += list.length;
  }
  return { lengths, values };
}

/** The single lists of a column by their number. A view is made when it is asked for: of a large index most never are. */
export class ListParts {
  readonly #values: Int32Array;
  /** Where each list starts, and behind them where the last one ends. */
  readonly #starts: Int32Array;

  constructor({ lengths, values }: ListColumn) {
    this.#values = values;
    this.#starts = new Int32Array(lengths.length + 1);
    for (let number = 0; number < lengths.length; number++) {
      this.#starts[number + 1] = (this.#starts[number] ?? 0) + (lengths[number] ?? 0);
    }
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** Undefined beyond the last list. */
  at(number: number): Int32Array | undefined {
    const end = this.#starts[number + 1];
    return end === undefined ? undefined : this.#values.subarray(this.#starts[number], end);
  }
}

export const noParts = new ListParts({ lengths: new Int32Array(0), values: new Int32Array(0) });
