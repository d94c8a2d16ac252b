import { NonsenseVectors } from "#server/adapters/embedder/openai-embedder.ts";
import type { Database } from "#server/db/database.ts";
import type {
  Clock,
  Embedder,
  LegAnswer,
  LegHit,
  LegQuery,
  Log,
  Retrieval,
  SearchLegName,
} from "#server/operations/ports.ts";
import { CorpusIndex, workspaceWide } from "./corpus-index.ts";
import { EmbeddingQueue } from "./embedding-queue.ts";
import { SnapshotFile } from "./snapshot-file.ts";

export type StoreRetrieval = Retrieval & {
  /** Brings the indexes up to the store, however long it takes. */
  prepare(): Promise<number>;
  /** Writes the indexes to their file where that spares the next start more than it costs. Resolves with whether it did. */
  keep(): Promise<boolean>;
  /** Resolves when every text that is known has its vector. */
  embedded(): Promise<void>;
};

/** The product's retrieval: exact indexes over one workspace, and vectors beside them where an embedder is configured. */
export function storeRetrieval(setup: {
  db: Database;
  workspaceId: string;
  embedder: Embedder | null;
  embedderTimeoutMs: number;
  clock: Clock;
  log: Log;
  /** Where the indexes are kept between two starts; nowhere if absent. */
  snapshotPath?: string;
  /** How long a lookup waits for the indexes before it goes without them, in ms; as long as it takes if absent. */
  patienceMs?: number;
}): StoreRetrieval {
  const { db, workspaceId, embedder, clock, snapshotPath, patienceMs } = setup;
  const queue = embedder ? new EmbeddingQueue({ ...setup, embedder }) : null;
  const corpus = new CorpusIndex({
    db,
    clock,
    workspaceId,
    onText: (change) => queue?.accept(change),
    // With vectors every text must be read at a start in any case, to know which vector is still its own.
    snapshotFile: snapshotPath === undefined || embedder ? null : new SnapshotFile(snapshotPath),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });

  const search = (leg: SearchLegName) => ({
    async search(asked: LegQuery): Promise<LegAnswer> {
      // Documents and skills without a project belong to everybody in the workspace.
      const query =
        asked.projects === "all" ? asked : { ...asked, projects: new Set([...asked.projects, workspaceWide]) };
      const lexical = corpus.indexes[leg].search({
        text: query.text,
        limit: query.limit,
        projects: query.projects,
        ...(query.boostProject === null ? {} : { boostProject: query.boostProject }),
      });
      if (!embedder || !queue || query.lexicalOnly) return { hits: lexical, embedder: "off" };
      const vector = await embedQuery(embedder, query.text, setup.embedderTimeoutMs);
      if (typeof vector === "string") return { hits: lexical, embedder: vector };
      return { hits: merge(lexical, queue.index.search(leg, vector, query)), embedder: "answered" };
    },
  });
  return {
    sync: () => corpus.sync(),
    prepare: () => corpus.prepare(),
    keep: () => corpus.keep(),
    embedded: async () => queue?.settled(),
    symptom: search("symptom"),
    text: search("text"),
    reference: search("reference"),
    skills: search("skills"),
  };
}

async function embedQuery(
  embedder: Embedder,
  text: string,
  timeoutMs: number,
): Promise<Float32Array | "timeout" | "failed" | "nonsense"> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const [vector] = await embedder.embed([text], signal);
    return vector ?? "nonsense";
  } catch (error) {
    if (signal.aborted) return "timeout";
    return error instanceof NonsenseVectors ? "nonsense" : "failed";
  }
}

/**
 * A text counts once, with the better of its two measures; both stay visible as factors. Each measure keeps its best,
 * up to twice the limit together: a model that calls everything near must not push out what words have found.
 */
function merge(lexical: readonly LegHit[], similar: readonly LegHit[]): LegHit[] {
  const hits = new Map(lexical.map((hit) => [hit.id, hit]));
  for (const hit of similar) {
    const known = hits.get(hit.id);
    hits.set(hit.id, {
      id: hit.id,
      rawScore: Math.max(hit.rawScore, known?.rawScore ?? 0),
      factors: { ...known?.factors, ...hit.factors },
    });
  }
  return [...hits.values()].sort((a, b) => b.rawScore - a.rawScore || (a.id < b.id ? -1 : 1));
}
