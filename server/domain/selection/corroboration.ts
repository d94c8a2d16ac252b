import { IntList } from "#server/domain/selection/int-list.ts";
import type { MemoryColumns } from "#server/domain/selection/memory-columns.ts";

/**
 * How many other sessions stand on the ground of a memory. Depends on the store alone, not on the question, so it is counted
 * once and kept until a memory on the same ground comes or goes.
 */
export class Corroboration {
  readonly #columns: MemoryColumns;
  #known = new Map<number, readonly number[]>();
  #sharedNodes = new Int32Array(0);

  constructor(columns: MemoryColumns) {
    this.#columns = columns;
  }

  /** At index n − 1 the number of other sessions with a memory that shares at least n ground nodes; no trailing zeros. */
  of(slot: number): readonly number[] {
    const known = this.#known.get(slot);
    if (known !== undefined) return known;
    const counted = this.#count(slot);
    this.#known.set(slot, counted);
    return counted;
  }

  /** A memory on this ground came or went. */
  forget(groundCodes: Int32Array): void {
    if (this.#known.size === 0) return;
    for (const code of groundCodes) for (const slot of this.#columns.withGround(code)) this.#known.delete(slot);
  }

  forgetAll(): void {
    this.#known = new Map();
  }

  #count(slot: number): number[] {
    const columns = this.#columns;
    if (this.#sharedNodes.length < columns.length) this.#sharedNodes = new Int32Array(columns.length * 2);
    const sharedNodes = this.#sharedNodes;
    const met = new IntList(64);
    for (const code of columns.groundAt(slot)) {
      for (const other of columns.withGround(code)) {
        const before = sharedNodes[other] ?? 0;
        if (before === 0) met.push(other);
        sharedNodes[other] = before + 1;
      }
    }
    const own = columns.session.at(slot);
    const mostShared = new Map<number, number>();
    for (const other of met.items) {
      const session = columns.session.at(other);
      const shared = sharedNodes[other] ?? 0;
      sharedNodes[other] = 0;
      if (session === own || !columns.isActive(other)) continue;
      if (shared > (mostShared.get(session) ?? 0)) mostShared.set(session, shared);
    }
    const sessions: number[] = [];
    for (const shared of mostShared.values()) {
      for (let nodes = 0; nodes < shared; nodes++) sessions[nodes] = (sessions[nodes] ?? 0) + 1;
    }
    return sessions;
  }
}
