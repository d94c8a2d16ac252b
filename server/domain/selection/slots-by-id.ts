import { compareIds } from "#server/domain/selection/compare-ids.ts";
import type { MemoryColumns } from "#server/domain/selection/memory-columns.ts";

/** New slots up to this many are put into place one by one; more are sorted in together. */
const fewSlots = 32;

/** The slots of an index in byte order of their ids, brought up to date when asked. */
export class SlotsById {
  readonly #columns: MemoryColumns;
  #inOrder: number[] = [];
  #seen = 0;

  constructor(columns: MemoryColumns) {
    this.#columns = columns;
  }

  forgetAll(): void {
    this.#inOrder = [];
    this.#seen = 0;
  }

  /** Inactive slots may be among them. */
  inOrder(): readonly number[] {
    const fresh = this.#columns.length - this.#seen;
    if (fresh > fewSlots) {
      for (let slot = this.#seen; slot < this.#columns.length; slot++) this.#inOrder.push(slot);
      this.#inOrder.sort((a, b) => compareIds(this.#columns.idAt(a), this.#columns.idAt(b)));
    } else {
      for (let slot = this.#seen; slot < this.#columns.length; slot++) {
        this.#inOrder.splice(this.#placeOf(this.#columns.idAt(slot)), 0, slot);
      }
    }
    this.#seen = this.#columns.length;
    return this.#inOrder;
  }

  #placeOf(id: string): number {
    let low = 0;
    let high = this.#inOrder.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareIds(this.#columns.idAt(this.#inOrder[middle] ?? 0), id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
