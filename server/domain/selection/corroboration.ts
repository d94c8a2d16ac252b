import { IntList } from "#server/domain/selection/int-list.ts";
import type { MemoryColumns } from "#server/domain/selection/memory-columns.ts";

/** So many other sessions, each with a memory that shares so many ground nodes. */
export type CorroborationMark = { nodes: number; sessions: number };

/**
 * How many other sessions stand on the ground of a memory. Depends on the store alone, not on the question, so it is counted
 * once and kept until a memory on the same ground comes or goes.
 */
export class Corroboration {
  readonly #columns: MemoryColumns;
  readonly #counts = new Map<number, readonly number[]>();
  /** Whether a slot reaches `#mark`: found much sooner than its whole count, which a scan of all memories cannot wait for. */
  readonly #reached = new Map<number, boolean>();
  #mark: CorroborationMark = { nodes: 1, sessions: 0 };
  #sharedNodes = new Int32Array(0);
  #mostShared = new Int32Array(0);

  constructor(columns: MemoryColumns) {
    this.#columns = columns;
  }

  /** At index n − 1 the number of other sessions with a memory that shares at least n ground nodes; no trailing zeros. */
  of(slot: number): readonly number[] {
    const known = this.#counts.get(slot);
    if (known !== undefined) return known;
    const counted = this.#count(slot, null);
    this.#counts.set(slot, counted);
    return counted;
  }

  reaches(slot: number, mark: CorroborationMark): boolean {
    if (mark.nodes !== this.#mark.nodes || mark.sessions !== this.#mark.sessions) {
      this.#mark = mark;
      this.#reached.clear();
    }
    const known = this.#reached.get(slot);
    if (known !== undefined) return known;
    const reached = (this.#count(slot, mark)[mark.nodes - 1] ?? 0) >= mark.sessions;
    this.#reached.set(slot, reached);
    return reached;
  }

  /** A memory on this ground came or went. */
  forget(groundCodes: Int32Array): void {
    if (this.#counts.size === 0 && this.#reached.size === 0) return;
    for (const code of groundCodes) {
      for (const slot of this.#columns.withGround(code)) {
        this.#counts.delete(slot);
        this.#reached.delete(slot);
      }
    }
  }

  forgetAll(): void {
    this.#counts.clear();
    this.#reached.clear();
  }

  /** Counts to the end, or until the mark is reached. */
  #count(slot: number, mark: CorroborationMark | null): number[] {
    const columns = this.#columns;
    if (this.#sharedNodes.length < columns.length) this.#sharedNodes = new Int32Array(columns.length * 2);
    if (this.#mostShared.length < columns.sessionCount) this.#mostShared = new Int32Array(columns.sessionCount * 2);
    const sharedNodes = this.#sharedNodes;
    const mostShared = this.#mostShared;
    const sessionOf = columns.session.items;
    const own = columns.session.at(slot);
    const met = new IntList(64);
    const sessions: number[] = [];
    const isDone = () => mark !== null && (sessions[mark.nodes - 1] ?? 0) >= mark.sessions;
    // A count rises by one with each shared node, so each step of a session's maximum is met exactly once.
    for (const code of columns.groundAt(slot)) {
      if (isDone()) break;
      for (const other of columns.withGround(code)) {
        const session = sessionOf[other] ?? -1;
        if (session < 0 || session === own) continue;
        const shared = (sharedNodes[other] ?? 0) + 1;
        sharedNodes[other] = shared;
        if (shared === 1) met.push(other);
        if (shared <= (mostShared[session] ?? 0)) continue;
        mostShared[session] = shared;
        sessions[shared - 1] = (sessions[shared - 1] ?? 0) + 1;
        if (isDone()) break;
      }
    }
    for (const other of met.items) {
      sharedNodes[other] = 0;
      mostShared[sessionOf[other] ?? 0] = 0;
    }
    return sessions;
  }
}
