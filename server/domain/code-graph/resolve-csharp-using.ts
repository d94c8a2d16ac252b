import { directoryId, fileId } from "./code-graph-snapshot.ts";
import { ambiguous, external, type ResolveImport, resolvedTo, unresolved } from "./import-resolution.ts";
import { addCandidate, maxCandidates } from "./nearest-candidate.ts";
import type { RepositoryIndex } from "./repository-index.ts";
import { directoryOf } from "./repository-path.ts";

/**
 * Resolves `using` as far as names allow, best effort: a namespace of this repository leads to the files that declare
 * those of its types that the importing file names, all parts of a partial type among them. A namespace of which nothing
 * is recognised leads to its directory, if it lies in one.
 */
export function createCSharpResolver(index: RepositoryIndex): ResolveImport {
  const filesOfType = new Map<string, string[]>();
  const directoriesOfNamespace = new Map<string, string[]>();
  for (const { path, parsed } of index.files.values()) {
    if (parsed?.language !== "csharp") continue;
    for (const namespace of parsed.namespaces) {
      for (const { name, kind } of parsed.symbols) {
        if (kind !== "method" && kind !== "constant") addCandidate(filesOfType, `${namespace}.${name}`, path);
      }
      addCandidate(directoriesOfNamespace, namespace, directoryOf(path));
    }
  }

  return ({ parsed }, { specifier }) => {
    const directories = directoriesOfNamespace.get(specifier);
    if (directories !== undefined) {
      const files = new Set<string>();
      for (const type of parsed?.typeNames ?? []) {
        const declaring = filesOfType.get(`${specifier}.${type}`) ?? [];
        if (declaring.length <= maxCandidates) for (const path of declaring) files.add(path);
      }
      if (files.size > 0) return resolvedTo([...files].map(fileId));
      const [only] = directories;
      return directories.length === 1 && only !== undefined ? resolvedTo([directoryId(only)]) : ambiguous;
    }
    // `using static A.B.Type;` and `using Alias = A.B.Type;`
    const declaring = filesOfType.get(specifier);
    if (declaring !== undefined)
      return declaring.length > maxCandidates ? ambiguous : resolvedTo(declaring.map(fileId));
    const outer = specifier.slice(0, specifier.lastIndexOf("."));
    return directoriesOfNamespace.has(outer) ? unresolved : external;
  };
}
