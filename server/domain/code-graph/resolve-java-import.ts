import { directoryId, fileId } from "./code-graph-snapshot.ts";
import { ambiguous, external, type ResolveImport, resolvedTo, unresolved } from "./import-resolution.ts";
import { addCandidate, nearestCandidate } from "./nearest-candidate.ts";
import type { RepositoryIndex } from "./repository-index.ts";
import { baseName, directoryOf } from "./repository-path.ts";

/**
 * Resolves class imports of Java and Kotlin by declared package and type name; of several modules that declare the same,
 * the nearest. A nested class or a static member leads to the file of its outer class. A whole-package import leads to
 * the files of those types that the importing file names.
 */
export function createJavaResolver(index: RepositoryIndex): ResolveImport {
  const filesOfType = new Map<string, string[]>();
  const directoriesOfPackage = new Map<string, string[]>();
  for (const { path, parsed } of index.files.values()) {
    const namespace = parsed?.namespaces[0];
    if (parsed === null || namespace === undefined) continue;
    if (parsed.language !== "java" && parsed.language !== "kotlin") continue;
    const stem = baseName(path).replace(/\.[^.]*$/, "");
    const names = new Set([stem]);
    // Kotlin files may declare several types, and top-level functions, under any file name.
    for (const symbol of parsed.symbols) {
      if (symbol.container === undefined && (parsed.language === "kotlin" || symbol.kind !== "method"))
        names.add(symbol.name);
    }
    for (const name of names) addCandidate(filesOfType, `${namespace}.${name}`, path);
    addCandidate(directoriesOfPackage, namespace, directoryOf(path));
  }

  return ({ path, parsed }, { specifier }) => {
    const isWhole = specifier.endsWith(".*");
    const name = isWhole ? specifier.slice(0, -2) : specifier;
    const directories = isWhole ? directoriesOfPackage.get(name) : undefined;
    if (directories !== undefined) {
      const used = (parsed?.typeNames ?? []).flatMap((type) => {
        const found = nearestCandidate(filesOfType.get(`${name}.${type}`) ?? [], path);
        return found === null ? [] : [fileId(found)];
      });
      if (used.length > 0) return resolvedTo([...new Set(used)]);
      const [only] = directories;
      return directories.length === 1 && only !== undefined ? resolvedTo([directoryId(only)]) : ambiguous;
    }
    for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
      const candidates = filesOfType.get(name.slice(0, end));
      if (candidates === undefined) continue;
      const found = nearestCandidate(candidates, path);
      return found === null ? ambiguous : resolvedTo([fileId(found)]);
    }
    // Packages of one organisation are spread over many repositories, so only a package that lies here is missed here.
    return directoriesOfPackage.has(packageOf(name)) ? unresolved : external;
  };
}

/** Segments before the first that begins with a capital letter. */
function packageOf(name: string): string {
  const segments = name.split(".");
  const type = segments.findIndex((segment) => /^\p{Lu}/u.test(segment));
  return segments.slice(0, type < 0 ? -1 : type).join(".");
}
