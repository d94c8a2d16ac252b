/** Stands where a text was that a deletion removed. */
export const removedText = "[removed: this memory was deleted]";

/**
 * A stored record or kept answer without the text of one memory. Ids, scores and verdicts stay: they say what was
 * decided. A rendered block is replaced whole, because its text is one piece.
 */
export function forgetMemoryIn(json: string, memoryId: string): string {
  const value: unknown = JSON.parse(json);
  return JSON.stringify(forget(value, memoryId));
}

function forget(value: unknown, memoryId: string): unknown {
  if (Array.isArray(value)) return value.map((item) => forget(item, memoryId));
  if (typeof value !== "object" || value === null) return value;
  const isIt = "id" in value && value.id === memoryId;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => {
      if (isIt && (field === "text" || field === "symptom")) return [field, removedText];
      if (field === "rendered" && typeof item === "string") return [field, removedText];
      return [field, forget(item, memoryId)];
    }),
  );
}
