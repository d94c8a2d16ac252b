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
  /** By slot whether it reaches `#mark`: found much sooner than its whole count, which a scan of all memories cannot wait for. */
  #reached = new Uint8Array(0);
  #mark: CorroborationMark = { nodes: 1, sessions: 0 };
  /** Nodes shared by slot, and the most by session, each on top of `#round`, so that nothing has to be cleared between two counts. */
  #sharedNodes = new Int32Array(0);
  #mostShared = new Int32Array(0);
  #round = 0;

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
      this.#reached.fill(unknown);
    }
    const known = this.#reached[slot] ?? unknown;
    if (known !== unknown) return known === yes;
    const reached = (this.#count(slot, mark)[mark.nodes - 1] ?? 0) >= mark.sessions;
    if (this.#reached.length <= slot) this.#growReached();
    this.#reached[slot] = reached ? yes : no;
    return reached;
  }

  /** A memory on this ground came or went. */
  forget(groundCodes: Int32Array): void {
    if (this.#counts.size === 0 && this.#reached.length === 0) return;
    for (const code of groundCodes) {
      for (const slot of this.#columns.withGround(code).items) {
        this.#counts.delete(slot);
        if (slot < this.#reached.length) this.#reached[slot] = unknown;
      }
    }
  }

  forgetAll(): void {
    this.#counts.clear();
    this.#reached = new Uint8Array(0);
  }

  #growReached(): void {
    const larger = new Uint8Array(2 * this.#columns.length);
    larger.set(this.#reached);
    this.#reached = larger;
  }

  /** Counts to the end, or until the mark is reached. */
  #count(slot: number, mark: CorroborationMark | null): number[] {
    const columns = this.#columns;
    const groundCodes = columns.groundAt(slot);
    const floor = this.#nextRound(groundCodes.length);
    const sharedNodes = this.#sharedNodes;
    const mostShared = this.#mostShared;
    const sessionOf = columns.session.items;
    const own = columns.session.at(slot);
    const sessions = new Int32Array(groundCodes.length);
    const markPlace = mark === null ? -1 : mark.nodes - 1;
    const enough = mark === null ? Number.POSITIVE_INFINITY : mark.sessions;
    let most = 0;
    // A count rises by one with each shared node, so each step of a session's maximum is met exactly once.
    for (let place = 0; place < groundCodes.length; place++) {
      if (mark !== null && (sessions[markPlace] ?? 0) >= enough) break;
      const { backing, length } = columns.withGround(groundCodes[place] ?? 0);
      for (let index = 0; index < length; index++) {
        const other = backing[index] ?? 0;
        const session = sessionOf[other] ?? -1;
        if (session < 0 || session === own) continue;
        const shared = Math.max(floor, sharedNodes[other] ?? 0) + 1;
        sharedNodes[other] = shared;
        if (shared <= (mostShared[session] ?? 0)) continue;
        mostShared[session] = shared;
        const step = shared - floor - 1;
        const met = (sessions[step] ?? 0) + 1;
        sessions[step] = met;
        if (step >= most) most = step + 1;
        if (step === markPlace && met >= enough) break;
      }
    }
    return Array.from(sessions.subarray(0, most));
  }

  /** A number that every count of this round lies above and every earlier one does not. */
  #nextRound(steps: number): number {
    const { length, sessionCount } = this.#columns;
    if (this.#sharedNodes.length < length) this.#sharedNodes = new Int32Array(2 * length);
    if (this.#mostShared.length < sessionCount) this.#mostShared = new Int32Array(2 * sessionCount);
    const floor = this.#round;
    this.#round += steps;
    if (this.#round <= lastRound) return floor;
    this.#sharedNodes.fill(0);
    this.#mostShared.fill(0);
    this.#round = steps;
    return 0;
  }
}

/** What is known about reaching the mark. */
const unknown = 0;
const no = 1;
const yes = 2;

/** Counts are kept in 32 bits. */
const lastRound = 2 ** 31 - 1;
