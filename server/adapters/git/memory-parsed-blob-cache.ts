import type { ParsedBlob, ParsedBlobCache } from "#server/domain/code-graph/parsed-blob.ts";

/** Remembers for as long as the process lives. `entries` is what a store would keep: one JSON value a key. */
export function createMemoryParsedBlobCache(): ParsedBlobCache & { entries: ReadonlyMap<string, ParsedBlob> } {
  const entries = new Map<string, ParsedBlob>();
  return {
    entries,
    async getMany(keys) {
      const found = new Map<string, ParsedBlob>();
      for (const key of keys) {
        const parsed = entries.get(key);
        if (parsed !== undefined) found.set(key, parsed);
      }
      return found;
    },
    async putMany(added) {
      for (const { key, parsed } of added) entries.set(key, parsed);
    },
  };
}
