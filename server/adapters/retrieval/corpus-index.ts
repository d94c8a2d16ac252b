import type { Database } from "#server/db/database.ts";
import { listMemoryChanges } from "#server/db/memories.ts";
import { listChunkChanges } from "#server/db/references.ts";
import { listSkillChanges } from "#server/db/skills.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { LexicalIndex } from "#server/domain/retrieval/lexical-index.ts";
import type { SearchLegName } from "#server/operations/ports.ts";
import { eachPage } from "./each-page.ts";

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

/**
 * Exact token and trigram indexes of one workspace in process memory, derived from the store and never the other way
 * round. Any number of processes follow the same store: before each lookup `sync` compares one number and reads only
 * what changed since, so an acknowledged write is found by the next lookup wherever it arrives.
 */
export class CorpusIndex {
  readonly #db: Database;
  readonly #workspaceId: string;
  readonly #onText: (change: TextChange) => void;
  #indexes = emptyIndexes();
  #seq = 0;
  #syncing: Promise<number> | null = null;

  constructor(db: Database, workspaceId: string, onText: (change: TextChange) => void = () => {}) {
    this.#db = db;
    this.#workspaceId = workspaceId;
    this.#onText = onText;
  }

  get indexes(): Indexes {
    return this.#indexes;
  }

  /** Brings the indexes up to the store as it is now and answers the corpus sequence they then hold. */
  async sync(): Promise<number> {
    // A running synchronisation may have read the sequence before our caller's write, so wait for it and look again.
    while (this.#syncing) await this.#syncing.catch(() => {});
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
    if (workspace.purgedSeq > this.#seq) {
      this.#indexes = emptyIndexes();
      this.#seq = 0;
    }
    if (workspace.corpusSeq === this.#seq) return this.#seq;
    await this.#readMemories();
    await this.#readChunks();
    await this.#readSkills();
    this.#seq = workspace.corpusSeq;
    return this.#seq;
  }

  async #readMemories(): Promise<void> {
    await eachPage(
      (after) => listMemoryChanges(this.#db, this.#workspaceId, after),
      (row) => ({ afterSeq: row.changeSeq, afterId: row.memoryId }),
      this.#seq,
      (row) => {
        const owner = { ownerKind: "memory", ownerId: row.memoryId } as const;
        // Superseded memories stay findable: a hit on one leads to its successor.
        const isSearched = row.deletedAt === null && !row.isDraft && row.level !== "L0";
        this.#put({ ...owner, field: "text", leg: "text", project: row.projectId, text: isSearched ? row.text : "" });
        this.#put({
          ...owner,
          field: "symptom",
          leg: "symptom",
          project: row.projectId,
          text: isSearched ? (row.symptom ?? "") : "",
        });
      },
    );
  }

  async #readChunks(): Promise<void> {
    await eachPage(
      (after) => listChunkChanges(this.#db, this.#workspaceId, after),
      (row) => ({ afterSeq: row.changeSeq, afterId: row.chunkId }),
      this.#seq,
      (row) =>
        this.#put({
          ownerKind: "chunk",
          ownerId: row.chunkId,
          field: "text",
          leg: "reference",
          project: row.projectId ?? workspaceWide,
          text: row.deletedAt === null ? row.text : "",
          context: row.headings.join("\n"),
        }),
    );
  }

  async #readSkills(): Promise<void> {
    await eachPage(
      (after) => listSkillChanges(this.#db, this.#workspaceId, after),
      (row) => ({ afterSeq: row.changeSeq, afterId: row.name }),
      this.#seq,
      (row) =>
        this.#put({
          ownerKind: "skill",
          ownerId: row.name,
          field: "text",
          leg: "skills",
          project: row.projectId ?? workspaceWide,
          text: row.deletedAt === null ? `${row.name}\n${row.description}` : "",
        }),
    );
  }

  #put(entry: IndexedText): void {
    const index = this.#indexes[entry.leg];
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
}

function emptyIndexes(): Indexes {
  return {
    symptom: new LexicalIndex(),
    text: new LexicalIndex(),
    reference: new LexicalIndex(),
    skills: new LexicalIndex(),
  };
}
