import type { LegHit, LegQuery, SearchLegName } from "#server/operations/ports.ts";

type Entry = { project: string; vector: Float32Array };

/** Exact nearest neighbours by cosine, in process memory. A vector of another length than the query's is left out. */
export class VectorIndex {
  readonly #entries: Record<SearchLegName, Map<string, Entry>> = {
    symptom: new Map(),
    text: new Map(),
    reference: new Map(),
    skills: new Map(),
  };

  put(leg: SearchLegName, id: string, entry: Entry): void {
    this.#entries[leg].set(id, { project: entry.project, vector: normalised(entry.vector) });
  }

  remove(leg: SearchLegName, id: string): void {
    this.#entries[leg].delete(id);
  }

  /** `rawScore` is the cosine, at least `vectorFloor`. Best first, ties by id. */
  search(
    leg: SearchLegName,
    query: Float32Array,
    { projects, limit, vectorFloor }: Pick<LegQuery, "projects" | "limit" | "vectorFloor">,
  ): LegHit[] {
    const unit = normalised(query);
    const hits: LegHit[] = [];
    for (const [id, { project, vector }] of this.#entries[leg]) {
      if (vector.length !== unit.length || (projects !== "all" && !projects.has(project))) continue;
      const cosine = Math.min(1, Math.max(0, dot(unit, vector)));
      if (cosine < vectorFloor) continue;
      hits.push({ id, rawScore: cosine, factors: { cosine } });
    }
    return hits.sort((a, b) => b.rawScore - a.rawScore || (a.id < b.id ? -1 : 1)).slice(0, limit);
  }
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
