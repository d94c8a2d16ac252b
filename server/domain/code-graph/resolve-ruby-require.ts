import { fileId } from "./code-graph-snapshot.ts";
import { ambiguous, external, type ResolveImport, resolvedTo, unresolved } from "./import-resolution.ts";
import { addCandidate, nearestCandidate } from "./nearest-candidate.ts";
import type { RepositoryIndex } from "./repository-index.ts";
import { directoryOf, joinPath } from "./repository-path.ts";

/** Folders that stand on the load path by convention, wherever in the repository they lie. */
const loadFolders = new Set(["lib", "app", "spec", "test", "ext"]);

/**
 * Resolves `require_relative` beside the file, `require` and `autoload` below the top and below each `lib`, `app`,
 * `spec`, `test` and `ext`; of several gems in one repository the nearest. Everything else is external.
 */
export function createRubyResolver(index: RepositoryIndex): ResolveImport {
  const filesByRequire = new Map<string, string[]>();
  for (const path of index.files.keys()) {
    if (!path.endsWith(".rb")) continue;
    const segments = path.slice(0, -".rb".length).split("/");
    addCandidate(filesByRequire, segments.join("/"), path);
    for (const [depth, segment] of segments.slice(0, 16).entries()) {
      if (loadFolders.has(segment)) addCandidate(filesByRequire, segments.slice(depth + 1).join("/"), path);
    }
  }

  return ({ path }, { specifier, form }) => {
    if (form === "relative" || specifier.startsWith("./") || specifier.startsWith("../")) {
      const joined = joinPath(directoryOf(path), specifier);
      const found = joined === null ? null : [joined, `${joined}.rb`].find((candidate) => index.hasFile(candidate));
      return found ? resolvedTo([fileId(found)]) : unresolved;
    }
    const candidates = filesByRequire.get(specifier.replace(/\.rb$/, ""));
    if (candidates === undefined) return external;
    const found = nearestCandidate(candidates, path);
    return found === null ? ambiguous : resolvedTo([fileId(found)]);
  };
}
