import type { Policy } from "#server/domain/policy/policy.ts";
import type { CandidateInputs, OutcomeVerdict } from "#server/domain/scoring/candidate-inputs.ts";
import { scoreCandidate } from "#server/domain/scoring/score-candidate.ts";
import {
  bonusFor,
  liveShare,
  recencyAt,
  semanticShare,
  structuralShare,
  weigh,
} from "#server/domain/scoring/score-parts.ts";
import { sumWeights } from "#server/domain/scoring/token-overlap.ts";
import { tokenWeightOf } from "#server/domain/scoring/token-weight.ts";
import { utcDayOf } from "#server/domain/scoring/whole-utc-days.ts";
import { BestSlots } from "#server/domain/selection/best-slots.ts";
import type { CodeGraph } from "#server/domain/selection/code-graph.ts";
import { compareIds } from "#server/domain/selection/compare-ids.ts";
import { Corroboration } from "#server/domain/selection/corroboration.ts";
import { GroundView } from "#server/domain/selection/ground-view.ts";
import { IntList } from "#server/domain/selection/int-list.ts";
import { MemoryColumns, outcomeOfCode } from "#server/domain/selection/memory-columns.ts";
import type { PriorCandidate, PriorMemory } from "#server/domain/selection/prior-candidate.ts";
import { SlotsById } from "#server/domain/selection/slots-by-id.ts";

/** Postings read, as a share of all memories, from which on going through the memories in order is quicker. */
const denseShare = 0.5;

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
  /** Memories with a signal or a score above 0, the best `keep` of them, and what fills up to `atLeast`. */
  candidates: PriorCandidate[];
  /** Whether there are more than `keep` with a signal or a score above 0. */
  truncated: boolean;
  /** Every score above the noise floor, in no order, to count the others by. Valid until the next scan, which writes over it. */
  scoresAboveFloor: Float64Array;
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
  #aboveFloor = new Float64Array(0);

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
    const columns = this.#columns;
    const touched = this.#gather(question);
    const { policy } = question;
    const excluded = (question.session === null ? undefined : columns.sessionCode(question.session)) ?? -1;
    const { scoreAt, boundAt } = this.#scorer(question);
    const shared = this.#shared;
    const inFocus = this.#inFocus;
    const sessions = columns.session.items;

    const best = this.#bestSlots(question.keep);
    const aboveFloor = this.#aboveFloor;
    let aboveFloorCount = 0;
    let truncated = false;
    const mayLift = canLiftUnrelated(policy);
    const judge = (slot: number) => {
      const hasSay = shared[slot] !== 0 || inFocus[slot] !== 0;
      if (!hasSay && !mayLift) return;
      // Most memories share a common word or two: their bound is read from two columns, their score would be from seven.
      const bound = best.isFull && hasSay ? boundAt(slot) : Number.POSITIVE_INFINITY;
      const isHopeless = bound < best.weakestScore && bound <= policy.noise_floor;
      if (isHopeless && truncated) return;
      const session = sessions[slot] ?? -1;
      if (session < 0 || session === excluded) return;
      const score = isHopeless ? 0 : scoreAt(slot);
      if (score <= 0 && !hasSay) return;
      if (score > policy.noise_floor) {
        aboveFloor[aboveFloorCount] = score;
        aboveFloorCount += 1;
      }
      truncated ||= best.isFull;
      if (!isHopeless) best.offer(slot, score);
    };
    if (touched !== null && !mayLift) for (const slot of touched.items) judge(slot);
    else for (let slot = 0; slot < columns.length; slot++) judge(slot);

    const kept = best.ranked();
    const missing = this.#unrelated(question.atLeast - kept.length, { excluded, scoreAt });
    const inputsAt = this.#inputsReader(question);
    const candidates = [...kept, ...missing].map((slot) => this.#candidateAt(slot, inputsAt(slot), policy));
    this.#clear(touched);
    const considered = this.size - (excluded < 0 ? 0 : columns.activeInSession(excluded));
    return { considered, truncated, candidates, scoresAboveFloor: aboveFloor.subarray(0, aboveFloorCount) };
  }

  /**
   * Sums shared tokens and ground in focus by slot. Returns the slots that have any, or `null` where they are so many that
   * going through all slots in order is quicker.
   */
  #gather({ taskTokens, focus, graph, policy }: PriorQuestion): IntList | null {
    const columns = this.#columns;
    if (this.#shared.length < columns.length) {
      this.#shared = new Int32Array(columns.length * 2);
      this.#inFocus = new Int32Array(columns.length * 2);
      this.#aboveFloor = new Float64Array(columns.length * 2);
    }
    const shared = this.#shared;
    const inFocus = this.#inFocus;
    const weightOf = tokenWeightOf(policy.background_table);
    const codes = graph === null ? [] : this.#viewOf(graph).codesIn(focus);
    let postings = 0;
    for (const token of taskTokens) postings += columns.withToken(token).length;
    for (const code of codes) postings += columns.withGround(code).length;
    const touched = postings > columns.length * denseShare ? null : new IntList(postings);
    for (const token of taskTokens) {
      const weight = weightOf(token);
      for (const slot of columns.withToken(token)) {
        const before = shared[slot] ?? 0;
        if (before === 0) touched?.push(slot);
        shared[slot] = before + weight;
      }
    }
    for (const code of codes) {
      for (const slot of columns.withGround(code)) {
        const before = inFocus[slot] ?? 0;
        if (before === 0 && shared[slot] === 0) touched?.push(slot);
        inFocus[slot] = before + 1;
      }
    }
    return touched;
  }

  #clear(touched: IntList | null): void {
    if (touched === null) {
      this.#shared.fill(0, 0, this.#columns.length);
      this.#inFocus.fill(0, 0, this.#columns.length);
      return;
    }
    for (const slot of touched.items) {
      this.#shared[slot] = 0;
      this.#inFocus[slot] = 0;
    }
  }

  /**
   * `scoreCandidate` on the columns: the same operations on the same numbers, without an object a slot. `boundAt` is never below
   * `scoreAt`: age and lost ground only take away, and rounding keeps order.
   */
  #scorer({ graph, policy, taskTokens, asOfMs, sameProject }: PriorQuestion): {
    scoreAt: (slot: number) => number;
    boundAt: (slot: number) => number;
  } {
    const { w_semantic, w_structural, min_structural_ground, live_ratio_floor, recency_half_life_days } = policy;
    const columns = this.#columns;
    const taskWeight = sumWeights(taskTokens, tokenWeightOf(policy.background_table));
    const weights = this.#weightsUnder(policy.background_table).items;
    const resident = graph === null ? null : this.#viewOf(graph).resident.items;
    const grounds = columns.groundCount.items;
    const outcomes = columns.outcome.items;
    const days = columns.createdDay.items;
    const shared = this.#shared;
    const inFocus = this.#inFocus;
    const today = utcDayOf(asOfMs);
    const bonusOfCode = Float64Array.from(outcomeOfCode, (outcome) =>
      bonusFor(outcome, { corroborated: false, sameProject }, policy),
    );
    const passCode = policy.outcome_reward > 0 ? outcomeOfCode.indexOf("pass") : -1;
    const mark = { nodes: min_structural_ground, sessions: policy.min_corroboration };
    const rewarded = bonusFor("pass", { corroborated: true, sameProject }, policy);
    const semanticAt = (slot: number) => {
      const common = shared[slot] ?? 0;
      return semanticShare(common, taskWeight + (weights[slot] ?? 0) - common);
    };
    const boundAt = (slot: number) =>
      weigh(semanticAt(slot), inFocus[slot] === 0 ? 0 : 1, rewarded, 1, 1, w_semantic, w_structural);
    const scoreAt = (slot: number) => {
      const live = resident === null ? 0 : (resident[slot] ?? 0);
      const outcome = outcomes[slot] ?? 0;
      return weigh(
        semanticAt(slot),
        structuralShare(live, inFocus[slot] ?? 0, min_structural_ground),
        outcome === passCode && this.#corroboration.reaches(slot, mark) ? rewarded : (bonusOfCode[outcome] ?? 0),
        recency_half_life_days === null ? 1 : recencyAt(Math.max(0, today - (days[slot] ?? 0)), recency_half_life_days),
        resident === null ? 1 : liveShare(grounds[slot] ?? 0, live, live_ratio_floor),
        w_semantic,
        w_structural,
      );
    };
    return { scoreAt, boundAt };
  }

  #inputsReader({ graph, policy, taskTokens, asOfMs, sameProject }: PriorQuestion): (slot: number) => CandidateInputs {
    const columns = this.#columns;
    const taskWeight = sumWeights(taskTokens, tokenWeightOf(policy.background_table));
    const weights = this.#weightsUnder(policy.background_table);
    const resident = graph === null ? null : this.#viewOf(graph).resident;
    const today = utcDayOf(asOfMs);
    return (slot) => {
      const common = this.#shared[slot] ?? 0;
      const outcome = columns.outcomeAt(slot);
      return {
        token_intersection: common,
        token_union: taskWeight + weights.at(slot) - common,
        ground_total: columns.groundCount.at(slot),
        ground_resident: resident?.at(slot) ?? 0,
        ground_in_focus: this.#inFocus[slot] ?? 0,
        ground_live: resident?.at(slot) ?? null,
        age_days: Math.max(0, today - columns.createdDay.at(slot)),
        outcome,
        corroboration: outcome === "pass" ? [...this.#corroboration.of(slot)] : [],
        same_project: sameProject,
      };
    };
  }

  #candidateAt(slot: number, inputs: CandidateInputs, policy: Policy): PriorCandidate {
    const { value, factors } = scoreCandidate(inputs, policy);
    const ground: string[] = [];
    for (const code of this.#columns.groundAt(slot)) ground.push(this.#columns.grounds[code] ?? "");
    return {
      id: this.#columns.idAt(slot),
      session: this.#columns.sessionAt(slot),
      project: this.project,
      ground,
      inputs,
      factors,
      score: value,
    };
  }

  /** The best `count` memories without any say: those of score 0 by id, then the negative ones. */
  #unrelated(count: number, { excluded, scoreAt }: { excluded: number; scoreAt: (slot: number) => number }): number[] {
    if (count <= 0) return [];
    const best = this.#bestSlots(count);
    for (const slot of this.#slotsById.inOrder()) {
      const session = this.#columns.session.at(slot);
      if (session < 0 || session === excluded || this.#shared[slot] !== 0 || this.#inFocus[slot] !== 0) continue;
      const score = scoreAt(slot);
      if (score > 0) continue;
      best.offer(slot, score);
      if (best.isFull && best.weakestScore === 0) break;
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

  /** By slot, what its tokens weigh together. */
  #weightsUnder(table: number): IntList {
    if (table === 0) return this.#columns.tokenCount;
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
