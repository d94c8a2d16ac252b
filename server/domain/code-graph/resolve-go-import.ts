import { directoryId, fileId } from "./code-graph-snapshot.ts";
import { external, type ResolveImport, resolvedTo, unresolved } from "./import-resolution.ts";
import { addCandidate } from "./nearest-candidate.ts";
import type { RepositoryIndex } from "./repository-index.ts";
import { directoryOf, joinPath } from "./repository-path.ts";

/**
 * Resolves by the longest module path of a `go.mod` in this repository. An import leads to the package's directory, and
 * to those of its files that declare what the importing file uses of it.
 */
export function createGoResolver(index: RepositoryIndex): ResolveImport {
  const directoryOfModule = new Map<string, string>();
  const goModules = index.manifests("go_mod");
  for (const { directory, manifest } of goModules) {
    if (!directoryOfModule.has(manifest.module)) directoryOfModule.set(manifest.module, directory);
  }
  for (const { directory, manifest } of goModules) {
    for (const { from, to } of manifest.replaces) {
      const target = to.startsWith(".") ? joinPath(directory, to) : null;
      if (target !== null && !directoryOfModule.has(from)) directoryOfModule.set(from, target);
    }
  }
  const declaring = new Map<string, string[]>();
  const packages = new Set<string>();
  for (const { path, parsed } of index.files.values()) {
    if (parsed?.language !== "go" || path.endsWith("_test.go")) continue;
    const directory = directoryOf(path);
    packages.add(directory);
    for (const { name, container } of parsed.symbols) {
      if (container === undefined) addCandidate(declaring, `${directory}\u0000${name}`, path);
    }
  }

  return (_file, { specifier, names = [] }) => {
    const directory = findPackage(specifier);
    if (directory === null) return external;
    if (!packages.has(directory)) return unresolved;
    const files = names.flatMap((name) => declaring.get(`${directory}\u0000${name}`) ?? []);
    return resolvedTo([directoryId(directory), ...[...new Set(files)].map(fileId)]);
  };

  function findPackage(specifier: string): string | null {
    for (let end = specifier.length; end > 0; end = specifier.lastIndexOf("/", end - 1)) {
      const directory = directoryOfModule.get(specifier.slice(0, end));
      if (directory !== undefined) return joinPath(directory, specifier.slice(end));
    }
    return null;
  }
}
