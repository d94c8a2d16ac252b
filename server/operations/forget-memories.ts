/** Stands where a text was that a deletion removed. */
export const removedText = "[removed: this memory was deleted]";

/**
 * A stored record or kept answer without the texts of these memories. Ids, scores and verdicts stay: they say what was
 * decided. A rendered block is replaced whole, because its text is one piece.
 */
export function forgetMemoriesIn(json: string, memoryIds: ReadonlySet<string>): string {
  const value: unknown = JSON.parse(json);
  return JSON.stringify(forget(value, memoryIds));
}

function forget(value: unknown, memoryIds: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => forget(item, memoryIds));
  if (typeof value !== "object" || value === null) return value;
  const isIt = "id" in value && typeof value.id === "string" && memoryIds.has(value.id);
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => {
      if (isIt && (field === "text" || field === "symptom")) return [field, removedText];
      if (field === "rendered" && typeof item === "string") return [field, removedText];
      return [field, forget(item, memoryIds)];
    }),
  );
}
