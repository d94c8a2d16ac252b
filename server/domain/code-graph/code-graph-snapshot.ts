import type { FileSymbol, Language, SymbolsFrom } from "./parsed-blob.ts";

export const codeGraphNodeKinds = ["file", "directory", "module"] as const;
export const codeGraphEdgeKinds = ["contains", "imports"] as const;

/**
 * A file, a directory, or a module that a manifest declares. `id` stays the same from commit to commit as long as the
 * thing keeps its place; `path` is relative to the repository's top, exact to the byte, and `""` for the top itself.
 * A module's `path` is its directory and `name` is what its manifest calls it.
 */
export type CodeGraphNode =
  | { id: string; kind: "file" | "directory"; path: string }
  | { id: string; kind: "module"; path: string; name: string };

/** `contains`: directory to entry, module to its directory. `imports`: file or module to what it names. */
export type CodeGraphEdge = { from: string; to: string; kind: (typeof codeGraphEdgeKinds)[number] };

/** What a file declares. Files of no known language have no entry. */
export type CodeGraphFile = {
  path: string;
  objectId: string;
  language: Language;
  symbolsFrom: SymbolsFrom;
  symbols: FileSymbol[];
};

/**
 * Why something in the tree is not, or not wholly, in the graph.
 *
 * No node: `symbolic_link` (never followed), `submodule`, `unsafe_path` (`..`, `.git` and the like), `path_not_utf8`,
 * `duplicate_path`. A node without symbols or imports: `minified`, `binary`, `too_large`, `not_fetched` (partial clone),
 * `unreadable` (damaged object, broken manifest). A node with imports but without symbols: `generated`. A node whose
 * symbols were cut: `symbols_cut`. Read by pattern because the grammar gave up: `grammar_gave_up`.
 */
export const skipReasons = [
  "symbolic_link",
  "submodule",
  "unsafe_path",
  "path_not_utf8",
  "duplicate_path",
  "minified",
  "generated",
  "binary",
  "too_large",
  "not_fetched",
  "unreadable",
  "grammar_gave_up",
  "symbols_cut",
] as const;
export type SkipReason = (typeof skipReasons)[number];

export type SkippedPath = { path: string; reason: SkipReason };

/** `examples` are the first 20 paths in order. */
export type SkippedGroup = { reason: SkipReason; count: number; examples: string[] };

/**
 * What became of the import statements. `external`: names nothing that this repository could hold. `ambiguous`: fits
 * several places. `unresolved`: should be here and is not. Only resolved ones make edges; nothing is guessed.
 */
export type ImportCounts = { resolved: number; external: number; ambiguous: number; unresolved: number };

/** The committed state of one commit. The same commit and rule version always give the same bytes. */
export type CodeGraphSnapshot = {
  commit: string;
  ruleVersion: number;
  /** By id. */
  nodes: CodeGraphNode[];
  /** By from, kind, to. */
  edges: CodeGraphEdge[];
  /** By path. */
  files: CodeGraphFile[];
  /** In the order of `skipReasons`. */
  skipped: SkippedGroup[];
  imports: ImportCounts;
};

export const fileId = (path: string): string => `file:${path}`;
export const directoryId = (path: string): string => `dir:${path}`;
/** By the path of its manifest, because names repeat: fixtures, templates and forks of one package share theirs. */
export const moduleId = (manifestPath: string): string => `module:${manifestPath}`;
