import type { RawImport } from "./parsed-blob.ts";
import type { RepositoryFile } from "./repository-index.ts";

/** Where one import leads. `targets` are ids of nodes, at least one. */
export type ImportResolution =
  | { kind: "resolved"; targets: string[] }
  | { kind: "external" }
  | { kind: "ambiguous" }
  | { kind: "unresolved" };

/** Resolves an import of a file. Built once per commit; each call takes time in the length of the path, not of the tree. */
export type ResolveImport = (file: RepositoryFile, imported: RawImport) => ImportResolution;

export const external: { kind: "external" } = { kind: "external" };
export const ambiguous: { kind: "ambiguous" } = { kind: "ambiguous" };
export const unresolved: { kind: "unresolved" } = { kind: "unresolved" };

export function resolvedTo(targets: readonly string[]): ImportResolution {
  return targets.length === 0 ? unresolved : { kind: "resolved", targets: [...targets] };
}
