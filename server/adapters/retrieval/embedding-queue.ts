import type { Database } from "#server/db/database.ts";
import { listVectors, upsertVectors } from "#server/db/vectors.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";
import type { Clock, Embedder, Log } from "#server/operations/ports.ts";
import type { IndexedText, TextChange } from "./corpus-index.ts";
import { VectorIndex } from "./vector-index.ts";

const batchSize = 64;
const batchTimeoutMs = 30_000;

/**
 * Embeds what the corpus holds, behind the callers' backs: a write never waits for it, and a text without a vector yet
 * is found by its words. Vectors are stored, so a restart embeds only what is new or changed.
 */
export class EmbeddingQueue {
  readonly index = new VectorIndex();
  readonly #waiting = new Map<string, IndexedText>();
  readonly #setup: { db: Database; workspaceId: string; embedder: Embedder; clock: Clock; log: Log };
  #stored: Promise<Map<string, { textHash: string; vector: Float32Array }>> | null = null;
  #running: Promise<void> | null = null;

  constructor(setup: { db: Database; workspaceId: string; embedder: Embedder; clock: Clock; log: Log }) {
    this.#setup = setup;
  }

  accept(change: TextChange): void {
    if ("removed" in change) {
      this.index.remove(change.removed.leg, change.removed.ownerId);
      this.#waiting.delete(keyOf(change.removed));
      return;
    }
    this.#waiting.set(keyOf(change), change);
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when nothing waits any more; for tests and for closing. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #work(): Promise<void> {
    try {
      const stored = await this.#readStored();
      while (this.#waiting.size > 0) {
        const batch = [...this.#waiting.values()].slice(0, batchSize);
        for (const text of batch) this.#waiting.delete(keyOf(text));
        await this.#embed(batch, stored);
      }
    } catch (error) {
      // What was not embedded is still found by its words; the next change of it, or a restart, tries again.
      this.#setup.log.error({ error: error instanceof Error ? error.name : "unknown" }, "embedding failed");
    }
  }

  async #embed(
    batch: IndexedText[],
    stored: ReadonlyMap<string, { textHash: string; vector: Float32Array }>,
  ): Promise<void> {
    const { db, workspaceId, embedder, clock } = this.#setup;
    const missing: IndexedText[] = [];
    for (const text of batch) {
      const known = stored.get(keyOf(text));
      if (known?.textHash === sha256Hex(text.text)) {
        this.index.put(text.leg, text.ownerId, { project: text.project, vector: known.vector });
      } else missing.push(text);
    }
    if (missing.length === 0) return;
    const made = await embedder.embed(
      missing.map((text) => text.text),
      AbortSignal.timeout(batchTimeoutMs),
    );
    const rows = missing.flatMap((text, position) => {
      const vector = made[position];
      if (!vector) return [];
      this.index.put(text.leg, text.ownerId, { project: text.project, vector });
      return {
        workspaceId,
        ownerKind: text.ownerKind,
        ownerId: text.ownerId,
        field: text.field,
        model: embedder.model,
        dimensions: vector.length,
        textHash: sha256Hex(text.text),
        vector: toBytes(vector),
        createdAt: clock.now(),
      };
    });
    await upsertVectors(db, rows);
  }

  #readStored(): Promise<Map<string, { textHash: string; vector: Float32Array }>> {
    const { db, workspaceId, embedder } = this.#setup;
    this.#stored ??= listVectors(db, workspaceId, embedder.model).then(
      (rows) => new Map(rows.map((row) => [keyOf(row), { textHash: row.textHash, vector: fromBytes(row.vector) }])),
    );
    return this.#stored;
  }
}

function keyOf(text: Pick<IndexedText, "ownerKind" | "ownerId" | "field">): string {
  return `${text.ownerKind} ${text.ownerId} ${text.field}`;
}

/** Little-endian float32, whatever the machine's own order. */
function toBytes(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [position, value] of vector.entries()) view.setFloat32(position * 4, value, true);
  return bytes;
}

function fromBytes(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length / 4 }, (_, position) => view.getFloat32(position * 4, true));
}
