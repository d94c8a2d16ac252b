import type { Policy } from "#server/domain/policy/policy.ts";
import type { CandidateInputs, OutcomeVerdict } from "#server/domain/scoring/candidate-inputs.ts";
import { scoreCandidate, scoreValue } from "#server/domain/scoring/score-candidate.ts";
import { sumWeights } from "#server/domain/scoring/token-overlap.ts";
import { tokenWeightOf } from "#server/domain/scoring/token-weight.ts";
import { utcDayOf } from "#server/domain/scoring/whole-utc-days.ts";
import { BestSlots } from "#server/domain/selection/best-slots.ts";
import type { CodeGraph } from "#server/domain/selection/code-graph.ts";
import { compareIds } from "#server/domain/selection/compare-ids.ts";
import { Corroboration } from "#server/domain/selection/corroboration.ts";
import { GroundView } from "#server/domain/selection/ground-view.ts";
import { IntList } from "#server/domain/selection/int-list.ts";
import { MemoryColumns } from "#server/domain/selection/memory-columns.ts";
import { hasSignal, type PriorCandidate, type PriorMemory } from "#server/domain/selection/prior-candidate.ts";
import { SlotsById } from "#server/domain/selection/slots-by-id.ts";

/** What one lookup asks of the index of one project. */
export type PriorQuestion = {
  taskTokens: ReadonlySet<string>;
  /** Nodes of `graph` around the caller's `current_nodes`. */
  focus: ReadonlySet<string>;
  /** `null` where the project has none. */
  graph: CodeGraph | null;
  /** The caller's session, whose own memories are no candidates; `null` leaves none out. */
  session: string | null;
  asOfMs: number;
  sameProject: boolean;
  policy: Policy;
  /** Candidates with a say to return at most, best first. */
  keep: number;
  /** Candidates to return at least, while there are any, filled up with memories that share nothing with the task. */
  atLeast: number;
};

export type PriorScan = {
  /** Memories that were judged. */
  considered: number;
  /** Those with a signal or with a score above 0. */
  signalled: number;
  /** The best of those, at most `keep`, and what fills up to `atLeast`. */
  candidates: PriorCandidate[];
  /** Every score above 0, in no order: enough to count who passes a threshold, because no score of 0 or less does. */
  positiveScores: number[];
};

/**
 * The active reasoning memories of one project, in process memory, derived from the store. Exact: a scan gives what scoring
 * every memory one by one would give, but reads only the postings of the task's tokens and of the ground in focus.
 */
export class PriorIndex {
  readonly project: string;
  readonly #columns = new MemoryColumns();
  readonly #corroboration = new Corroboration(this.#columns);
  readonly #slotsById = new SlotsById(this.#columns);
  #view: GroundView | null = null;
  /** Weight of each slot's tokens under one background table. */
  #weights: { table: number; ofSlot: IntList } | null = null;
  #shared = new Int32Array(0);
  #inFocus = new Int32Array(0);

  constructor(project: string, memories: Iterable<PriorMemory> = []) {
    this.project = project;
    for (const memory of memories) this.add(memory);
  }

  /** Active memories. */
  get size(): number {
    return this.#columns.activeCount;
  }

  /** Adds a memory, or replaces the one of that id. */
  add(memory: PriorMemory): void {
    this.remove(memory.id);
    const slot = this.#columns.add(memory);
    this.#view?.addSlot(slot);
    this.#weights?.ofSlot.push(sumWeights(new Set(memory.tokens), tokenWeightOf(this.#weights.table)));
    this.#corroboration.forget(this.#columns.groundAt(slot));
  }

  /** Does nothing for an id that the index does not hold. */
  remove(id: string): void {
    const slot = this.#columns.slotOf(id);
    if (slot === undefined) return;
    this.#corroboration.forget(this.#columns.groundAt(slot));
    this.#columns.remove(slot);
    if (this.#columns.length > 2 * this.size + 1_000) this.#compact();
  }

  /** The latest verdict on a memory, by (time, id). Does nothing for an id that the index does not hold. */
  setOutcome(id: string, outcome: OutcomeVerdict | null): void {
    const slot = this.#columns.slotOf(id);
    if (slot !== undefined) this.#columns.setOutcome(slot, outcome);
  }

  /** Judges every active memory of other sessions. */
  scan(question: PriorQuestion): PriorScan {
    const { policy, keep, atLeast } = question;
    const columns = this.#columns;
    const touched = this.#gather(question);
    const excluded = question.session === null ? undefined : columns.sessionCode(question.session);
    const isJudged = (slot: number) => columns.isActive(slot) && columns.session.at(slot) !== excluded;
    const inputsAt = this.#inputsReader(question);

    const best = this.#bestSlots(keep);
    const positiveScores: number[] = [];
    let signalled = 0;
    const judge = (slot: number) => {
      if (!isJudged(slot)) return;
      const inputs = inputsAt(slot);
      const score = scoreValue(inputs, policy);
      if (score > 0) positiveScores.push(score);
      else if (!hasSignal(inputs)) return;
      signalled += 1;
      best.offer(slot, score);
    };
    if (canLiftUnrelated(policy)) for (let slot = 0; slot < columns.length; slot++) judge(slot);
    else for (const slot of touched.items) judge(slot);

    const kept = best.ranked();
    const missing = this.#unrelated(atLeast - kept.length, { isJudged, inputsAt, policy });
    const candidates = [...kept, ...missing].map((slot) => this.#candidateAt(slot, inputsAt(slot), policy));
    for (const slot of touched.items) {
      this.#shared[slot] = 0;
      this.#inFocus[slot] = 0;
    }
    const considered = this.size - (excluded === undefined ? 0 : columns.activeInSession(excluded));
    return { considered, signalled, candidates, positiveScores };
  }

  /** Sums shared tokens and ground in focus for every slot that has any; returns those slots, each once. */
  #gather({ taskTokens, focus, graph, policy }: PriorQuestion): IntList {
    if (this.#shared.length < this.#columns.length) {
      this.#shared = new Int32Array(this.#columns.length * 2);
      this.#inFocus = new Int32Array(this.#columns.length * 2);
    }
    const shared = this.#shared;
    const inFocus = this.#inFocus;
    const weightOf = tokenWeightOf(policy.background_table);
    const touched = new IntList(1_024);
    for (const token of taskTokens) {
      const weight = weightOf(token);
      for (const slot of this.#columns.withToken(token)) {
        const before = shared[slot] ?? 0;
        if (before === 0) touched.push(slot);
        shared[slot] = before + weight;
      }
    }
    if (graph === null) return touched;
    for (const code of this.#viewOf(graph).codesIn(focus)) {
      for (const slot of this.#columns.withGround(code)) {
        const before = inFocus[slot] ?? 0;
        if (before === 0 && shared[slot] === 0) touched.push(slot);
        inFocus[slot] = before + 1;
      }
    }
    return touched;
  }

  /**
   * Reads the inputs of a slot into one object, which the next call overwrites. Corroboration is left out where the policy
   * does not reward it; `#candidateAt` adds it, because a what-if may.
   */
  #inputsReader({ graph, policy, taskTokens, asOfMs, sameProject }: PriorQuestion): (slot: number) => CandidateInputs {
    const columns = this.#columns;
    const taskWeight = sumWeights(taskTokens, tokenWeightOf(policy.background_table));
    const weights = policy.background_table === 0 ? columns.tokenCount : this.#weightsUnder(policy.background_table);
    const resident = graph === null ? null : this.#viewOf(graph).resident;
    const today = utcDayOf(asOfMs);
    const none: number[] = [];
    const inputs: CandidateInputs = {
      token_intersection: 0,
      token_union: 0,
      ground_total: 0,
      ground_resident: 0,
      ground_in_focus: 0,
      ground_live: null,
      age_days: 0,
      outcome: null,
      corroboration: none,
      same_project: sameProject,
    };
    return (slot) => {
      inputs.token_intersection = this.#shared[slot] ?? 0;
      inputs.token_union = taskWeight + weights.at(slot) - inputs.token_intersection;
      inputs.ground_total = columns.groundAt(slot).length;
      inputs.ground_resident = resident === null ? 0 : resident.at(slot);
      inputs.ground_in_focus = this.#inFocus[slot] ?? 0;
      inputs.ground_live = resident === null ? null : inputs.ground_resident;
      inputs.age_days = Math.max(0, today - columns.createdDay.at(slot));
      inputs.outcome = columns.outcomeAt(slot);
      inputs.corroboration = policy.outcome_reward > 0 ? this.#corroborationOf(slot) : none;
      return inputs;
    };
  }

  #candidateAt(slot: number, inputs: CandidateInputs, policy: Policy): PriorCandidate {
    const recorded = { ...inputs, corroboration: this.#corroborationOf(slot) };
    const { value, factors } = scoreCandidate(recorded, policy);
    return {
      id: this.#columns.idAt(slot),
      session: this.#columns.sessionAt(slot),
      project: this.project,
      ground: Array.from(this.#columns.groundAt(slot), (code) => this.#columns.grounds[code] ?? ""),
      inputs: recorded,
      factors,
      score: value,
    };
  }

  #corroborationOf(slot: number): number[] {
    return this.#columns.outcomeAt(slot) === "pass" ? [...this.#corroboration.of(slot)] : [];
  }

  /** The best `count` memories without any say: those of score 0 by id, then the negative ones. */
  #unrelated(
    count: number,
    {
      isJudged,
      inputsAt,
      policy,
    }: { isJudged: (slot: number) => boolean; inputsAt: (slot: number) => CandidateInputs; policy: Policy },
  ): number[] {
    if (count <= 0) return [];
    const best = this.#bestSlots(count);
    for (const slot of this.#slotsById.inOrder()) {
      if (!isJudged(slot)) continue;
      const inputs = inputsAt(slot);
      const score = scoreValue(inputs, policy);
      if (score > 0 || hasSignal(inputs)) continue;
      best.offer(slot, score);
      if (best.length === count && best.weakestScore === 0) break;
    }
    return best.ranked();
  }

  #bestSlots(limit: number): BestSlots {
    const columns = this.#columns;
    return new BestSlots(limit, (a, b) => compareIds(columns.idAt(a), columns.idAt(b)));
  }

  #viewOf(graph: CodeGraph): GroundView {
    if (this.#view?.graph !== graph) this.#view = new GroundView(graph, this.#columns);
    return this.#view;
  }

  #weightsUnder(table: number): IntList {
    if (this.#weights?.table === table) return this.#weights.ofSlot;
    const weightOf = tokenWeightOf(table);
    const ofSlot = new IntList(this.#columns.length);
    for (let slot = 0; slot < this.#columns.length; slot++) ofSlot.push(0);
    for (const [token, slots] of this.#columns.tokenPostings()) {
      const weight = weightOf(token);
      for (const slot of slots.items) ofSlot.set(slot, ofSlot.at(slot) + weight);
    }
    this.#weights = { table, ofSlot };
    return ofSlot;
  }

  #compact(): void {
    this.#columns.compact();
    this.#corroboration.forgetAll();
    this.#slotsById.forgetAll();
    this.#view = null;
    this.#weights = null;
  }
}

/** Whether a memory that shares nothing with the task may still score above 0. */
function canLiftUnrelated({ project_boost, outcome_reward }: Policy): boolean {
  return project_boost > 0 || outcome_reward > 0;
}
