import { fileId } from "./code-graph-snapshot.ts";
import { ambiguous, external, type ResolveImport, resolvedTo } from "./import-resolution.ts";
import { addCandidate, nearestCandidate } from "./nearest-candidate.ts";
import type { RepositoryIndex } from "./repository-index.ts";
import { directoryOf, joinPath } from "./repository-path.ts";

/** Segments of a path under which it can be included; deeper ones only by their last ones. */
const deepestInclude = 16;

/**
 * Resolves a quoted include beside the including file first. Otherwise an include leads to the file whose path ends
 * with it; of several the nearest, since the build's include folders are not known here. An angled one without a folder
 * in it, such as `<vector>`, is the compiler's own unless the repository has exactly that file in an `include` folder.
 */
export function createCIncludeResolver(index: RepositoryIndex): ResolveImport {
  const filesByEnd = new Map<string, string[]>();
  const includeRoots = new Map<string, string[]>();
  for (const { path, parsed } of index.files.values()) {
    if (parsed?.language !== "c" && parsed?.language !== "cpp") continue;
    let start = path.length;
    for (let depth = 0; depth < deepestInclude && start > 0; depth += 1) {
      start = path.lastIndexOf("/", start - 1);
      addCandidate(filesByEnd, path.slice(start + 1), path);
      if (start < 0) break;
      if (path.slice(0, start) === "include" || path.slice(0, start).endsWith("/include")) {
        addCandidate(includeRoots, path.slice(start + 1), path);
      }
    }
  }

  return ({ path }, { specifier, form }) => {
    const beside = form === "quoted" ? joinPath(directoryOf(path), specifier) : null;
    if (beside !== null && index.hasFile(beside)) return resolvedTo([fileId(beside)]);
    const wanted = specifier.replace(/^(?:\.{1,2}\/)+/, "");
    const isBare = !wanted.includes("/");
    const candidates = (form === "angled" && isBare ? includeRoots : filesByEnd).get(wanted);
    if (candidates === undefined) return external;
    const found = nearestCandidate(candidates, path);
    return found === null ? ambiguous : resolvedTo([fileId(found)]);
  };
}
