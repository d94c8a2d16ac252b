/** One thing that an import would bring in, as the call that stores it. Ids are of the content, so that a second import changes nothing. */
export type ImportItem = {
  /** Where it was found: a file, and a line or an id in it. */
  source: string;
  operation: "reference.add" | "memory.remember" | "decision.record";
  input: Record<string, unknown>;
};

/** Something that was found and cannot be taken, with the reason. */
export type ImportSkip = { source: string; reason: string };

/** What an import brings in, in order. What it passes over is known once its items were read. */
export type Found = { items: Iterable<ImportItem> | AsyncIterable<ImportItem>; skipped: ImportSkip[] };
export type FoundAtOnce = { items: ImportItem[]; skipped: ImportSkip[] };
