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
import { LeastOverlap } from "#server/domain/selection/least-overlap.ts";
import { MemoryColumns, outcomeOfCode } from "#server/domain/selection/memory-columns.ts";
import type { PriorCandidate, PriorMemory } from "#server/domain/selection/prior-candidate.ts";
import { SlotsById } from "#server/domain/selection/slots-by-id.ts";

/** Postings read, as a share of all memories, from which on going through the memories in order is quicker. */
const denseShare = 0.25;

/** Ages up to this are looked up in a table: ten years. */
const tabledDays = 3_660;

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
};

export type PriorScanLimits = {
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
  /** What a scan sums by slot, zeros in between. */
  #shared = new Int32Array(0);
  #inFocus = new Int32Array(0);
  /** Slots with a word in common with the task, and slots with ground in the focus. */
  readonly #withWords = new IntList();
  readonly #withFocus = new IntList();
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
  scan(question: PriorQuestion & PriorScanLimits): PriorScan {
    const columns = this.#columns;
    const { policy } = question;
    const { noise_floor } = policy;
    const words = this.#gather(question);
    const excluded = (question.session === null ? undefined : columns.sessionCode(question.session)) ?? -1;
    const scoreAt = this.#scorer(question);
    const shared = this.#shared;
    const inFocus = this.#inFocus;
    const aboveFloor = this.#aboveFloor;
    const sessions = columns.session.items;
    const outcomes = columns.outcome.items;
    const weights = this.#weightsUnder(policy.background_table).items;
    const taskWeight = sumWeights(question.taskTokens, tokenWeightOf(policy.background_table));

    const best = this.#bestSlots(question.keep);
    let aboveFloorCount = 0;
    let truncated = false;
    const judge = (slot: number) => {
      const session = sessions[slot] ?? -1;
      if (session < 0 || session === excluded) return;
      const score = scoreAt(slot);
      if (score <= 0 && shared[slot] === 0 && inFocus[slot] === 0) return;
      if (score > noise_floor) {
        aboveFloor[aboveFloorCount] = score;
        aboveFloorCount += 1;
      }
      truncated ||= best.isFull;
      best.offer(slot, score);
    };
    // What stands in the focus scores highest, so that the wording of the others is soon measured against a high mark.
    for (const slot of this.#withFocus.items) judge(slot);
    const least = new LeastOverlap(policy, { taskWeight, sameProject: question.sameProject });
    const { shares } = least;
    let leastCommon = canLiftUnrelated(policy) ? 0 : 1;
    const count = words?.length ?? columns.length;
    for (let place = 0; place < count; place++) {
      const slot = words === null ? place : (words[place] ?? 0);
      // Most memories share a common word or two with a task: that it is not enough is read from one column, or from three.
      const common = shared[slot] ?? 0;
      if (common < leastCommon) continue;
      const share = shares[outcomes[slot] ?? 0] ?? 0;
      if (truncated && common * (1 + share) < (taskWeight + (weights[slot] ?? 0)) * share) continue;
      if (inFocus[slot] !== 0) continue;
      judge(slot);
      if (truncated && least.raise(best.weakestScore)) leastCommon = Math.max(leastCommon, least.common);
    }

    const kept = best.ranked();
    const missing = this.#unrelated(question.atLeast - kept.length, { excluded, scoreAt });
    const inputsAt = this.#inputsReader(question);
    const candidates = [...kept, ...missing].map((slot) => this.#candidateAt(slot, inputsAt(slot), policy));
    this.#clear(words);
    const considered = this.size - (excluded < 0 ? 0 : columns.activeInSession(excluded));
    return { considered, truncated, candidates, scoresAboveFloor: aboveFloor.subarray(0, aboveFloorCount) };
  }

  /** The named memories as a scan would score them, in the order of their names; what is not active here is left out. */
  candidatesOf(ids: Iterable<string>, question: Omit<PriorQuestion, "session">): PriorCandidate[] {
    const words = this.#gather(question);
    const inputsAt = this.#inputsReader(question);
    const candidates: PriorCandidate[] = [];
    for (const id of ids) {
      const slot = this.#columns.slotOf(id);
      if (slot !== undefined) candidates.push(this.#candidateAt(slot, inputsAt(slot), question.policy));
    }
    this.#clear(words);
    return candidates;
  }

  /**
   * Sums shared tokens and ground in focus by slot. Returns the slots to go through for their wording; `null` for all of them, which is
   * quicker where many have a word in common with the task, and needed where those without any count.
   */
  #gather({ taskTokens, focus, graph, policy }: Omit<PriorQuestion, "session">): Int32Array | null {
    const columns = this.#columns;
    if (this.#shared.length < columns.length) {
      this.#shared = new Int32Array(columns.length * 2);
      this.#inFocus = new Int32Array(columns.length * 2);
      this.#aboveFloor = new Float64Array(columns.length * 2);
    }
    const weightOf = tokenWeightOf(policy.background_table);
    let postings = 0;
    for (const token of taskTokens) postings += columns.withToken(token).length;
    const isDense = canLiftUnrelated(policy) || postings > columns.length * denseShare;
    for (const token of taskTokens) {
      if (isDense) addAt(this.#shared, columns.withToken(token), weightOf(token));
      else addAtNoting(this.#shared, columns.withToken(token), weightOf(token), this.#withWords);
    }
    const codes = graph === null ? [] : this.#viewOf(graph).codesIn(focus);
    for (const code of codes) addAtNoting(this.#inFocus, columns.withGround(code), 1, this.#withFocus);
    return isDense ? null : this.#withWords.items;
  }

  #clear(words: Int32Array | null): void {
    if (words === null) this.#shared.fill(0, 0, this.#columns.length);
    else for (const slot of words) this.#shared[slot] = 0;
    for (const slot of this.#withFocus.items) this.#inFocus[slot] = 0;
    this.#withWords.clear();
    this.#withFocus.clear();
  }

  /** `scoreCandidate` on the columns: the same operations on the same numbers, without an object a slot. */
  #scorer({ graph, policy, taskTokens, asOfMs, sameProject }: PriorQuestion): (slot: number) => number {
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
    const recencyOf = recency_half_life_days === null ? null : recencyTable(recency_half_life_days);
    return (slot) => {
      const common = shared[slot] ?? 0;
      const live = resident === null ? 0 : (resident[slot] ?? 0);
      const outcome = outcomes[slot] ?? 0;
      return weigh(
        semanticShare(common, taskWeight + (weights[slot] ?? 0) - common),
        structuralShare(live, inFocus[slot] ?? 0, min_structural_ground),
        outcome === passCode && this.#corroboration.reaches(slot, mark) ? rewarded : (bonusOfCode[outcome] ?? 0),
        recencyOf === null ? 1 : recencyOf(Math.max(0, today - (days[slot] ?? 0))),
        resident === null ? 1 : liveShare(grounds[slot] ?? 0, live, live_ratio_floor),
        w_semantic,
        w_structural,
      );
    };
  }

  #inputsReader({
    graph,
    policy,
    taskTokens,
    asOfMs,
    sameProject,
  }: Omit<PriorQuestion, "session">): (slot: number) => CandidateInputs {
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

function addAt(sums: Int32Array, { backing, length }: IntList, amount: number): void {
  for (let place = 0; place < length; place++) {
    const slot = backing[place] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + amount;
  }
}

/** Notes the slots that had nothing before. */
function addAtNoting(sums: Int32Array, { backing, length }: IntList, amount: number, noted: IntList): void {
  for (let place = 0; place < length; place++) {
    const slot = backing[place] ?? 0;
    const before = sums[slot] ?? 0;
    if (before === 0) noted.push(slot);
    sums[slot] = before + amount;
  }
}

/** `recencyAt` with its powers computed once an age. */
function recencyTable(halfLifeDays: number): (ageDays: number) => number {
  const known = new Float64Array(tabledDays).fill(-1);
  return (ageDays) => {
    const before = known[ageDays] ?? -1;
    if (before >= 0) return before;
    const recency = recencyAt(ageDays, halfLifeDays);
    known[ageDays] = recency;
    return recency;
  };
}
