import type { MemoryColumns } from "#server/domain/selection/memory-columns.ts";

/**
 * How many other sessions stand on the ground of a memory. Depends on the store alone, not on the question, so it is counted
 * once and kept until a memory on the same ground comes or goes.
 */
export class Corroboration {
  readonly #columns: MemoryColumns;
  #known = new Map<number, readonly number[]>();
  #sharedNodes = new Int32Array(0);
  #mostShared = new Int32Array(0);

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
    if (this.#mostShared.length < columns.sessionCount) this.#mostShared = new Int32Array(columns.sessionCount * 2);
    const sharedNodes = this.#sharedNodes;
    const mostShared = this.#mostShared;
    const own = columns.session.at(slot);
    const sessionOf = columns.session.items;
    const sessions: number[] = [];
    const ground = columns.groundAt(slot);
    // A count rises by one with each shared node, so each step of a session's maximum is met exactly once.
    for (const code of ground) {
      for (const other of columns.withGround(code)) {
        const session = sessionOf[other] ?? -1;
        if (session < 0 || session === own) continue;
        const shared = (sharedNodes[other] ?? 0) + 1;
        sharedNodes[other] = shared;
        if (shared <= (mostShared[session] ?? 0)) continue;
        mostShared[session] = shared;
        sessions[shared - 1] = (sessions[shared - 1] ?? 0) + 1;
      }
    }
    for (const code of ground) {
      for (const other of columns.withGround(code)) {
        sharedNodes[other] = 0;
        const session = sessionOf[other] ?? -1;
        if (session >= 0) mostShared[session] = 0;
      }
    }
    return sessions;
  }
}
