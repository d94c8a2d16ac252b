import { lengthFactor, similarWorth } from "#server/domain/retrieval/entry-match.ts";
import { entryTerms } from "#server/domain/retrieval/entry-terms.ts";
import { coveredFor, type LexicalFactors, settle } from "#server/domain/retrieval/lexical-score.ts";
import type { LexicalSnapshot } from "#server/domain/retrieval/lexical-snapshot.ts";
import { joinLists, ListParts, noParts } from "#server/domain/retrieval/list-column.ts";
import { countOf, isInContext, mostSlots, packPosting, slotOf } from "#server/domain/retrieval/posting.ts";
import { type PreparedQuery, prepareQuery } from "#server/domain/retrieval/prepare-query.ts";
import { currentRetrieval } from "#server/domain/retrieval/retrieval-constants.ts";
import { SearchScratch } from "#server/domain/retrieval/search-scratch.ts";
import { Vocabulary } from "#server/domain/retrieval/vocabulary.ts";
import { BestSlots } from "#server/domain/selection/best-slots.ts";
import { compareIds } from "#server/domain/selection/compare-ids.ts";
import { IntList } from "#server/domain/selection/int-list.ts";

/** One text to be found. `context` is what stood around it and counts less: neighbouring turns, the headings above a chunk. */
export type LexicalEntry = {
  id: string;
  project: string;
  text: string;
  context?: string;
};

export type LexicalQuery = {
  text: string;
  limit: number;
  projects?: ReadonlySet<string> | "all";
  /** Ranked a little higher, never filtered by; its `rawScore` stays what it is. */
  boostProject?: string;
};

export type LexicalHit = { id: string; rawScore: number; factors: LexicalFactors };

/** `terms` is null where they are still those of the snapshot. */
type Slot = { id: string; project: string; terms: Int32Array | null };

const noTerms = new Int32Array(0);

/**
 * Exact inverted index of one field in process memory: token postings, and trigrams over its vocabulary for terms that are
 * only similar. Gives what scoring every entry by `lexicalScore` would give, in a total order (score, then id in byte order)
 * that no order of insertion can change. Adding costs as much as the text has terms.
 */
export class LexicalIndex {
  #vocabulary = new Vocabulary();
  /** A list that has not been used since the snapshot is still missing here: see `#postingsOf`. */
  readonly #postings: (IntList | undefined)[] = [];
  #keptPostings = noParts;
  #keptTerms = noParts;
  readonly #slots: (Slot | undefined)[] = [];
  readonly #slotOfId = new Map<string, number>();
  readonly #freeSlots: number[] = [];
  /** True once any entry came with its surroundings. */
  #hasContext = false;
  #lengths = new Float64Array(16);
  #scratch = new SearchScratch(16);

  /** Takes the arrays of the snapshot over; they must come from `toSnapshot`. Costs a hundredth of indexing the texts anew. */
  static fromSnapshot(snapshot: LexicalSnapshot): LexicalIndex {
    const index = new LexicalIndex();
    index.#vocabulary = Vocabulary.fromSnapshot(snapshot.vocabulary);
    index.#hasContext = snapshot.hasContext;
    index.#keptPostings = new ListParts(snapshot.postings);
    index.#postings.length = index.#keptPostings.count;
    index.#keptTerms = new ListParts(snapshot.termsOfSlot);
    for (const [slot, id] of snapshot.ids.entries()) {
      const project = snapshot.projects[snapshot.projectOfSlot[slot] ?? 0] ?? "";
      if (id === "") index.#freeSlots.push(slot);
      else index.#slotOfId.set(id, slot);
      index.#slots.push(id === "" ? undefined : { id, project, terms: null });
    }
    index.#reserve(snapshot.ids.length);
    index.#lengths.set(snapshot.lengths.subarray(0, snapshot.ids.length));
    return index;
  }

  /** Columns that `fromSnapshot` makes the same index of. Names of terms are shared and valid until the index next changes; numbers are copies. */
  toSnapshot(): LexicalSnapshot {
    const projects = new Map<string, number>();
    const projectOfSlot = new Int32Array(this.#slots.length);
    for (const [slot, entry] of this.#slots.entries()) {
      if (entry === undefined) continue;
      const code = projects.get(entry.project) ?? projects.size;
      projects.set(entry.project, code);
      projectOfSlot[slot] = code;
    }
    return {
      hasContext: this.#hasContext,
      ids: this.#slots.map((entry) => entry?.id ?? ""),
      projects: [...projects.keys()],
      projectOfSlot,
      lengths: this.#lengths.slice(0, this.#slots.length),
      termsOfSlot: joinLists(this.#slots.map((_, slot) => this.#termsOf(slot))),
      postings: joinLists(Array.from(this.#postings, (_, number) => this.#postingsOf(number)?.items ?? noTerms)),
      vocabulary: this.#vocabulary.toSnapshot(),
    };
  }

  get size(): number {
    return this.#slotOfId.size;
  }

  upsert({ id, project, text, context }: LexicalEntry): void {
    this.remove(id);
    const slot = this.#freeSlots.pop() ?? this.#slots.length;
    if (slot >= mostSlots) throw new RangeError(`An index holds at most ${mostSlots} entries.`);
    this.#reserve(slot + 1);
    const entry = entryTerms(text, context);
    if (entry.context.size > 0) this.#hasContext = true;
    const terms = new Int32Array(entry.occurrences.size);
    let written = 0;
    for (const [term, count] of entry.occurrences) {
      const number = this.#vocabulary.add(term);
      const postings = this.#postingsOf(number) ?? new IntList(1);
      postings.push(packPosting(slot, count, entry.context.has(term)));
      this.#postings[number] = postings;
      terms[written++] = number;
    }
    this.#lengths[slot] = lengthFactor(entry.sequence.length);
    this.#slots[slot] = { id, project, terms };
    this.#slotOfId.set(id, slot);
  }

  remove(id: string): void {
    const slot = this.#slotOfId.get(id);
    if (slot === undefined) return;
    for (const number of this.#termsOf(slot)) {
      const postings = this.#postingsOf(number);
      postings?.rewrite((posting) => (slotOf(posting) === slot ? null : posting));
      if (postings?.length === 0) this.#vocabulary.remove(number);
    }
    this.#slots[slot] = undefined;
    this.#slotOfId.delete(id);
    this.#freeSlots.push(slot);
  }

  search({ text, limit, projects = "all", boostProject }: LexicalQuery): LexicalHit[] {
    const query = prepareQuery(text);
    for (const term of query.terms) this.#addTerm(term.term, term.weight);

    const best = new BestSlots(limit, (left, right) => compareIds(this.#idOf(left), this.#idOf(right)));
    const most = boostProject === undefined ? 1 : 1 + currentRetrieval.projectBoost;
    // An entry that cannot beat the weakest kept one even if everything it says counted in full needs no exact score.
    let coveredNeeded = 0;
    let weakest = Number.NEGATIVE_INFINITY;
    const touched = this.#scratch.touched();
    for (let index = 0; index < touched.length; index++) {
      const slot = touched[index] ?? 0;
      if (this.#scratch.mostCovered(query, slot) < coveredNeeded) continue;
      const entry = this.#slots[slot];
      if (entry === undefined || (projects !== "all" && !projects.has(entry.project))) continue;
      const rawScore = this.#scratch.rawScore(query, slot);
      const boost = entry.project === boostProject ? 1 + currentRetrieval.projectBoost : 1;
      if (rawScore <= 0) continue;
      best.offer(slot, rawScore * boost);
      if (best.weakestScore === weakest) continue;
      weakest = best.weakestScore;
      coveredNeeded = coveredFor(query, weakest / most) * (1 - 1e-9);
    }
    const hits = best.ranked().map((slot) => ({ id: this.#idOf(slot), ...this.#settle(query, slot) }));
    this.#scratch.clear();
    return hits;
  }

  #postingsOf(number: number): IntList | undefined {
    const known = this.#postings[number];
    if (known !== undefined) return known;
    const kept = this.#keptPostings.at(number);
    if (kept === undefined) return undefined;
    const list = IntList.over(kept);
    this.#postings[number] = list;
    return list;
  }

  #termsOf(slot: number): Int32Array {
    const entry = this.#slots[slot];
    return entry === undefined ? noTerms : (entry.terms ?? this.#keptTerms.at(slot) ?? noTerms);
  }

  #idOf(slot: number): string {
    return this.#slots[slot]?.id ?? "";
  }

  #settle(query: PreparedQuery, slot: number) {
    return settle(query, this.#scratch.sums(slot), this.#scratch.matched[slot] ?? 0);
  }

  /** Adds what one query term is worth to every entry that says it, or something like it, or stands near it. */
  #addTerm(term: string, weight: number): void {
    const scratch = this.#scratch;
    const number = this.#vocabulary.numberOf(term);
    const postings = number === undefined ? undefined : this.#postingsOf(number)?.items;
    const similar = this.#vocabulary.similarTo(term);
    if (postings) scratch.addExact(postings, weight, this.#lengths, similar.length > 0 || this.#hasContext);
    for (const { number: other, overlap } of similar) {
      for (const posting of this.#postingsOf(other)?.items ?? []) {
        if (countOf(posting) > 0) scratch.offerSimilar(slotOf(posting), overlap);
      }
    }
    scratch.addSimilar(weight, (slot, overlap) => similarWorth(overlap, this.#lengths[slot] ?? 0));
    for (const posting of this.#hasContext ? (postings ?? []) : []) {
      if (isInContext(posting)) scratch.addContext(slotOf(posting), weight);
    }
    scratch.endTerm();
  }

  #reserve(slots: number): void {
    if (slots <= this.#lengths.length) return;
    const larger = new Float64Array(Math.max(slots, this.#lengths.length * 2));
    larger.set(this.#lengths);
    this.#lengths = larger;
    this.#scratch = new SearchScratch(larger.length);
  }
}
