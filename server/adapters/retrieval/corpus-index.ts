import { randomUUID } from "node:crypto";
import { hasRemovalsAfter } from "#server/db/corpus-removals.ts";
import type { Database } from "#server/db/database.ts";
import { addIndexMark, hasIndexMark } from "#server/db/index-marks.ts";
import { listMemoryChanges } from "#server/db/memories.ts";
import { listChunkChanges } from "#server/db/references.ts";
import { listSkillChanges } from "#server/db/skills.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { LexicalIndex } from "#server/domain/retrieval/lexical-index.ts";
import { type Clock, IndexNotReady, type SearchLegName } from "#server/operations/ports.ts";
import { eachPage } from "./each-page.ts";
import type { SnapshotFile } from "./snapshot-file.ts";

/** What the indexes of one workspace hold; a change of the store is read once and put into each. */
type Indexes = Record<SearchLegName, LexicalIndex>;

/** A text that is to be embedded as well. `field` says which text of its owner it is. */
export type IndexedText = {
  ownerKind: "memory" | "chunk" | "skill";
  ownerId: string;
  field: "symptom" | "text";
  leg: SearchLegName;
  project: string;
  text: string;
  /** What stands around the text and counts less, such as the headings above a chunk. */
  context?: string;
};

/** A text that appeared or changed, or the one field of an owner that holds none any more. */
export type TextChange = IndexedText | { removed: Pick<IndexedText, "ownerKind" | "ownerId" | "field" | "leg"> };

/** Of a row that belongs to the whole workspace. No slug is empty, so it cannot meet a project. */
export const workspaceWide = "";

export type CorpusIndexSetup = {
  db: Database;
  clock: Clock;
  workspaceId: string;
  onText?: (change: TextChange) => void;
  /** Where the indexes are kept between two starts; nowhere if absent. */
  snapshotFile?: SnapshotFile | null;
  /** How long `sync` keeps its caller waiting before it throws `IndexNotReady`, in ms; as long as it takes if absent. */
  patienceMs?: number;
  /** Entries from which on a file is worth its cost; 5,000 if absent. */
  leastKept?: number;
};

/**
 * Exact token and trigram indexes of one workspace in process memory, derived from the store and never the other way
 * round. Any number of processes follow the same store: before each lookup `sync` compares one number and reads only
 * what changed since, so an acknowledged write is found by the next lookup wherever it arrives.
 */
export class CorpusIndex {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #workspaceId: string;
  readonly #onText: (change: TextChange) => void;
  readonly #snapshotFile: SnapshotFile | null;
  readonly #patienceMs: number;
  readonly #leastKept: number;
  #indexes = emptyIndexes();
  #seq = 0;
  #syncing: Promise<number> | null = null;
  /** Of the running synchronisation, as the clock counts. */
  #syncingSince = 0;
  #hasStarted = false;
  /** What the file holds: the sequence it stands at, null for no file. */
  #keptSeq: number | null = null;
  #changesSinceKept = 0;
  #mustForgetKept = false;

  constructor({
    db,
    clock,
    workspaceId,
    onText,
    snapshotFile,
    patienceMs,
    leastKept = usualLeastKept,
  }: CorpusIndexSetup) {
    this.#db = db;
    this.#clock = clock;
    this.#workspaceId = workspaceId;
    this.#onText = onText ?? (() => {});
    this.#snapshotFile = snapshotFile ?? null;
    this.#leastKept = leastKept;
    this.#patienceMs = patienceMs ?? Number.POSITIVE_INFINITY;
  }

  get indexes(): Indexes {
    return this.#indexes;
  }

  /**
   * Brings the indexes up to the store as it is now and answers the corpus sequence they then hold. Throws `IndexNotReady`
   * when that takes longer than the caller's patience; the work goes on.
   */
  async sync(): Promise<number> {
    if (this.#patienceMs === Number.POSITIVE_INFINITY) return this.#syncWholly();
    const waitedMs = this.#syncing ? this.#clock.elapsed() - this.#syncingSince : 0;
    // Work that has taken so long already is not over in a moment: whoever asks now learns so at once.
    if (waitedMs > this.#patienceMs) throw new IndexNotReady();
    const synced = this.#syncWholly();
    // Left alone when the caller's patience ends; its failure then is heard by whoever looks next.
    synced.catch(() => {});
    let cancel = () => {};
    const impatient = new Promise<never>((_, reject) => {
      cancel = this.#clock.after(this.#patienceMs - waitedMs, () => reject(new IndexNotReady()));
    });
    try {
      return await Promise.race([synced, impatient]);
    } finally {
      cancel();
    }
  }

  /** As `sync`, for who has the time: a start, a command. */
  prepare(): Promise<number> {
    return this.#syncWholly();
  }

  /** Writes the indexes to their file if that saves a start much more than it costs now. Resolves with whether it did. */
  async keep(): Promise<boolean> {
    const file = this.#snapshotFile;
    if (!file) return false;
    if (!this.#hasStarted) {
      // Nothing was indexed here; something may have been deleted all the same.
      const seq = await file.peekSeq();
      if (seq !== null && (await hasRemovalsAfter(this.#db, this.#workspaceId, seq))) await file.discard();
      return false;
    }
    if (!this.#isWorthKeeping()) return false;
    await this.#syncWholly();
    // From here to the first wait nothing else runs, so the columns are of one moment.
    const { symptom, text, reference } = this.#indexes;
    const corpusSeq = this.#seq;
    const snapshot = {
      workspaceId: this.#workspaceId,
      mark: randomUUID(),
      corpusSeq,
      legs: { symptom: symptom.toSnapshot(), text: text.toSnapshot(), reference: reference.toSnapshot() },
    };
    this.#changesSinceKept = 0;
    this.#keptSeq = corpusSeq;
    try {
      await addIndexMark(this.#db, this.#workspaceId, snapshot.mark);
      await file.write(snapshot);
    } catch (error) {
      this.#keptSeq = null;
      throw error;
    }
    // What was deleted while it was being written must not stay in it.
    if (this.#keptSeq === null) await file.discard();
    return true;
  }

  #isWorthKeeping(): boolean {
    const entries = this.#indexes.text.size + this.#indexes.reference.size;
    if (entries < this.#leastKept) return false;
    return this.#keptSeq === null || this.#changesSinceKept >= entries * changedShare;
  }

  async #syncWholly(): Promise<number> {
    // A running synchronisation may have read the sequence before our caller's write, so wait for it and look again.
    while (this.#syncing) await this.#syncing.catch(() => {});
    this.#syncingSince = this.#clock.elapsed();
    this.#syncing = this.#catchUp();
    try {
      return await this.#syncing;
    } finally {
      this.#syncing = null;
    }
  }

  async #catchUp(): Promise<number> {
    const workspace = await readWorkspace(this.#db, this.#workspaceId);
    if (!workspace) return 0;
    if (!this.#hasStarted) await this.#load(workspace);
    this.#hasStarted = true;
    if (workspace.purgedSeq > this.#seq) {
      this.#mustForgetKept = true;
      // Built apart and put in place whole: a lookup that is under way goes on with what it had.
      await this.#read(emptyIndexes(), 0);
    } else if (workspace.corpusSeq !== this.#seq) await this.#read(this.#indexes, this.#seq);
    this.#seq = workspace.corpusSeq;
    if (this.#mustForgetKept) await this.#forgetKept();
    return this.#seq;
  }

  /** Starts from the kept indexes if they are those of this store. Otherwise they are discarded and all is read anew. */
  async #load({ corpusSeq, purgedSeq }: { corpusSeq: number; purgedSeq: number }): Promise<void> {
    const file = this.#snapshotFile;
    if (!file) return;
    const found = await file.read(this.#workspaceId);
    if (found.kind === "none") return;
    if (found.kind === "unusable") return file.discard();
    const { snapshot } = found;
    // One of the future is of a store that has since been put back.
    if (snapshot.corpusSeq > corpusSeq || purgedSeq > snapshot.corpusSeq) return file.discard();
    if (!(await hasIndexMark(this.#db, this.#workspaceId, snapshot.mark))) return file.discard();
    const indexes = {
      ...emptyIndexes(),
      symptom: LexicalIndex.fromSnapshot(snapshot.legs.symptom),
      text: LexicalIndex.fromSnapshot(snapshot.legs.text),
      reference: LexicalIndex.fromSnapshot(snapshot.legs.reference),
    };
    this.#keptSeq = snapshot.corpusSeq;
    await this.#readMemories(indexes, snapshot.corpusSeq);
    await this.#readChunks(indexes, snapshot.corpusSeq);
    await this.#readSkills(indexes, 0);
    this.#indexes = indexes;
    this.#seq = corpusSeq;
  }

  async #read(indexes: Indexes, fromSeq: number): Promise<void> {
    await this.#readMemories(indexes, fromSeq);
    await this.#readChunks(indexes, fromSeq);
    await this.#readSkills(indexes, fromSeq);
    this.#indexes = indexes;
  }

  async #readMemories(indexes: Indexes, fromSeq: number): Promise<void> {
    await eachPage(
      this.#clock,
      (after) => listMemoryChanges(this.#db, this.#workspaceId, after),
      (row) => ({ afterSeq: row.changeSeq, afterId: row.memoryId }),
      fromSeq,
      (row) => {
        const owner = { ownerKind: "memory", ownerId: row.memoryId } as const;
        this.#mustForgetKept ||= row.deletedAt !== null;
        // Superseded memories stay findable: a hit on one leads to its successor.
        const isSearched = row.deletedAt === null && !row.isDraft && row.level !== "L0";
        this.#put(indexes, {
          ...owner,
          field: "text",
          leg: "text",
          project: row.projectId,
          text: isSearched ? row.text : "",
        });
        this.#put(indexes, {
          ...owner,
          field: "symptom",
          leg: "symptom",
          project: row.projectId,
          text: isSearched ? (row.symptom ?? "") : "",
        });
      },
    );
  }

  async #readChunks(indexes: Indexes, fromSeq: number): Promise<void> {
    await eachPage(
      this.#clock,
      (after) => listChunkChanges(this.#db, this.#workspaceId, after),
      (row) => ({ afterSeq: row.changeSeq, afterId: row.chunkId }),
      fromSeq,
      (row) => {
        this.#mustForgetKept ||= row.deletedAt !== null;
        this.#put(indexes, {
          ownerKind: "chunk",
          ownerId: row.chunkId,
          field: "text",
          leg: "reference",
          project: row.projectId ?? workspaceWide,
          text: row.deletedAt === null ? row.text : "",
          context: row.headings.join("\n"),
        });
      },
    );
  }

  async #readSkills(indexes: Indexes, fromSeq: number): Promise<void> {
    await eachPage(
      this.#clock,
      (after) => listSkillChanges(this.#db, this.#workspaceId, after),
      (row) => ({ afterSeq: row.changeSeq, afterId: row.name }),
      fromSeq,
      (row) =>
        this.#put(indexes, {
          ownerKind: "skill",
          ownerId: row.name,
          field: "text",
          leg: "skills",
          project: row.projectId ?? workspaceWide,
          text: row.deletedAt === null ? `${row.name}\n${row.description}` : "",
        }),
    );
  }

  #put(indexes: Indexes, entry: IndexedText): void {
    const index = indexes[entry.leg];
    this.#changesSinceKept += 1;
    if (entry.text.trim() === "") {
      index.remove(entry.ownerId);
      this.#onText({ removed: entry });
      return;
    }
    index.upsert({
      id: entry.ownerId,
      project: entry.project,
      text: entry.text,
      ...(entry.context === undefined ? {} : { context: entry.context }),
    });
    this.#onText(entry);
  }

  /** Deleted means deleted: the words of a memory must not outlive it in a file. */
  async #forgetKept(): Promise<void> {
    this.#mustForgetKept = false;
    if (this.#keptSeq === null) return;
    this.#keptSeq = null;
    await this.#snapshotFile?.discard();
  }
}

/** Below it, reading the texts anew takes about a second. */
const usualLeastKept = 5_000;

/** A file is written again when this share of the entries changed since: reading the rest at a start is cheap. */
const changedShare = 0.02;

function emptyIndexes(): Indexes {
  return {
    symptom: new LexicalIndex(),
    text: new LexicalIndex(),
    reference: new LexicalIndex(),
    skills: new LexicalIndex(),
  };
}
