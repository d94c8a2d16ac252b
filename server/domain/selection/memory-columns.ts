import type { OutcomeVerdict } from "#server/domain/scoring/candidate-inputs.ts";
import { utcDayOf } from "#server/domain/scoring/whole-utc-days.ts";
import { IntList } from "#server/domain/selection/int-list.ts";
import type { PriorMemory } from "#server/domain/selection/prior-candidate.ts";

/** What a code of the outcome column stands for. */
export const outcomeOfCode = [null, "pass", "fail"] as const;

/**
 * Memories as columns of numbers with postings over tokens and ground, one slot a memory in order of arrival. A removed memory
 * keeps its slot, inactive, until `compact`; a slot is not used twice in between.
 */
export class MemoryColumns {
  readonly #slotOf = new Map<string, number>();
  readonly #sessionCodes = new Map<string, number>();
  readonly #groundCodes = new Map<string, number>();
  readonly #tokenPostings = new Map<string, IntList>();
  readonly #groundPostings: IntList[] = [];
  readonly #grounds: string[] = [];
  readonly #sessions: string[] = [];
  readonly #activeInSession: number[] = [];
  #ids: string[] = [];
  #groundOf: Int32Array[] = [];
  /** Code of the session; −1 once the memory was removed. */
  readonly session = new IntList();
  readonly outcome = new IntList();
  readonly createdDay = new IntList();
  readonly tokenCount = new IntList();
  readonly groundCount = new IntList();

  /** Slots in use, inactive ones included. */
  get length(): number {
    return this.#ids.length;
  }

  get activeCount(): number {
    return this.#slotOf.size;
  }

  get grounds(): readonly string[] {
    return this.#grounds;
  }

  slotOf(id: string): number | undefined {
    return this.#slotOf.get(id);
  }

  idAt(slot: number): string {
    return this.#ids[slot] ?? "";
  }

  isActive(slot: number): boolean {
    return this.session.at(slot) >= 0;
  }

  outcomeAt(slot: number): OutcomeVerdict | null {
    return outcomeOfCode[this.outcome.at(slot)] ?? null;
  }

  sessionAt(slot: number): string {
    return this.#sessions[this.session.at(slot)] ?? "";
  }

  /** `undefined` for a session that never wrote here. */
  sessionCode(session: string): number | undefined {
    return this.#sessionCodes.get(session);
  }

  get sessionCount(): number {
    return this.#sessions.length;
  }

  activeInSession(code: number): number {
    return this.#activeInSession[code] ?? 0;
  }

  /** Codes of the distinct ground nodes of a slot. */
  groundAt(slot: number): Int32Array {
    return this.#groundOf[slot] ?? noGround;
  }

  /** Slots of the memories that hold a token, in order; removed ones may be among them. */
  withToken(token: string): IntList {
    return this.#tokenPostings.get(token) ?? noSlots;
  }

  /** Slots of the memories about a ground node, in order; removed ones may be among them. */
  withGround(code: number): IntList {
    return this.#groundPostings[code] ?? noSlots;
  }

  tokenPostings(): Iterable<readonly [token: string, slots: IntList]> {
    return this.#tokenPostings;
  }

  /** Takes an id that is not active. Returns its new slot. */
  add({ id, session, tokens, ground, createdMs, outcome }: PriorMemory): number {
    const slot = this.#ids.length;
    const distinct = new Set(tokens);
    const sessionCode = codeOf(session, this.#sessionCodes, this.#sessions);
    this.#activeInSession[sessionCode] = this.activeInSession(sessionCode) + 1;
    this.#slotOf.set(id, slot);
    this.#ids.push(id);
    this.outcome.push(outcomeOfCode.indexOf(outcome));
    this.session.push(sessionCode);
    this.createdDay.push(utcDayOf(createdMs));
    this.tokenCount.push(distinct.size);
    for (const token of distinct) pushTo(this.#tokenPostings, token, slot);
    const groundCodes = Int32Array.from(new Set(ground), (node) => this.#postGround(node, slot));
    this.groundCount.push(groundCodes.length);
    this.#groundOf.push(groundCodes);
    return slot;
  }

  remove(slot: number): void {
    this.#slotOf.delete(this.idAt(slot));
    const session = this.session.at(slot);
    this.session.set(slot, -1);
    this.#activeInSession[session] = this.activeInSession(session) - 1;
  }

  setOutcome(slot: number, outcome: OutcomeVerdict | null): void {
    this.outcome.set(slot, outcomeOfCode.indexOf(outcome));
  }

  /** Closes the gaps that removed memories left. Every slot may change its number. */
  compact(): void {
    const moved = new Int32Array(this.length).fill(-1);
    let next = 0;
    for (let slot = 0; slot < this.length; slot++) if (this.isActive(slot)) moved[slot] = next++;
    const newSlot = (slot: number) => ((moved[slot] ?? -1) < 0 ? null : (moved[slot] ?? null));
    const keepActive = (value: number, slot: number) => (newSlot(slot) === null ? null : value);
    for (const [token, slots] of this.#tokenPostings) {
      slots.rewrite(newSlot);
      if (slots.length === 0) this.#tokenPostings.delete(token);
    }
    for (const slots of this.#groundPostings) slots.rewrite(newSlot);
    for (const column of [this.outcome, this.createdDay, this.tokenCount, this.groundCount]) column.rewrite(keepActive);
    this.#ids = this.#ids.filter((_, slot) => newSlot(slot) !== null);
    this.#groundOf = this.#groundOf.filter((_, slot) => newSlot(slot) !== null);
    this.session.rewrite((session) => (session >= 0 ? session : null));
    for (const [slot, id] of this.#ids.entries()) this.#slotOf.set(id, slot);
  }

  #postGround(node: string, slot: number): number {
    const code = codeOf(node, this.#groundCodes, this.#grounds);
    const posting = this.#groundPostings[code];
    if (posting !== undefined) posting.push(slot);
    else this.#groundPostings[code] = listOf(slot);
    return code;
  }
}

const noGround = new Int32Array(0);
const noSlots = IntList.over(new Int32Array(0));

function codeOf(name: string, codes: Map<string, number>, names: string[]): number {
  const known = codes.get(name);
  if (known !== undefined) return known;
  codes.set(name, names.length);
  return names.push(name) - 1;
}

function pushTo(postings: Map<string, IntList>, key: string, slot: number): void {
  const posting = postings.get(key);
  if (posting === undefined) postings.set(key, listOf(slot));
  else posting.push(slot);
}

function listOf(slot: number): IntList {
  const list = new IntList(1);
  list.push(slot);
  return list;
}
