import { directoryId, fileId } from "./code-graph-snapshot.ts";
import {
  ambiguous,
  external,
  type ImportResolution,
  type ResolveImport,
  resolvedTo,
  unresolved,
} from "./import-resolution.ts";
import { addCandidate, maxCandidates } from "./nearest-candidate.ts";
import type { RepositoryIndex } from "./repository-index.ts";
import { baseName, directoriesUp, directoryOf, joinPath } from "./repository-path.ts";

type Found =
  | { kind: "module"; path: string; packageDirectory: string | null }
  | { kind: "namespace"; directory: string };

/**
 * Resolves absolute imports from the root of the importing file's own package, then from each directory above it and
 * its `src`, then from the only other place in the repository that has the name; relative ones by their dots. `from x
 * import y` leads to the submodule `y` where there is one, else to `x`.
 */
export function createPythonResolver(index: RepositoryIndex): ResolveImport {
  const isPackage = (directory: string) =>
    index.hasFile(below(directory, "__init__.py")) || index.hasFile(below(directory, "__init__.pyi"));
  const rootOfPackage = new Map<string, string>();
  const rootsOfName = collectRoots();

  return ({ path }, { specifier, names }) => {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const segments = specifier.slice(dots).split(".").filter(Boolean);
    if (dots > 0) {
      const base = joinPath(directoryOf(path), "../".repeat(dots - 1));
      if (base === null) return unresolved;
      const found = segments.length === 0 ? packageAt(base) : findUnder(base, segments);
      return found === null ? unresolved : withNames(found, names);
    }
    const first = segments[0];
    if (first === undefined) return unresolved;
    const near = findNear(path, segments);
    if (near !== null) return withNames(near, names);
    const roots = rootsOfName.get(first);
    if (roots === undefined) return external;
    if (roots.length > maxCandidates) return ambiguous;
    const elsewhere = roots.flatMap((root) => findUnder(root, segments) ?? []);
    const [only] = elsewhere;
    if (only === undefined) return unresolved;
    return elsewhere.length > 1 ? ambiguous : withNames(only, names);
  };

  function findNear(importer: string, segments: readonly string[]): Found | null {
    // Inside a package its own folder is not searched: a sibling `logging.py` does not shadow the standard library.
    for (const directory of directoriesUp(packageRoot(directoryOf(importer)))) {
      const found = findUnder(directory, segments) ?? findUnder(below(directory, "src"), segments);
      if (found !== null) return found;
    }
    return null;
  }

  function findUnder(root: string, segments: readonly string[]): Found | null {
    const target = below(root, segments.join("/"));
    const module = [`${target}.py`, `${target}.pyi`].find((path) => index.hasFile(path));
    const asPackage = packageAt(target);
    if (asPackage?.kind === "module") return asPackage;
    if (module !== undefined) return { kind: "module", path: module, packageDirectory: null };
    return segments.length > 1 || rootsOfName.has(segments[0] ?? "") ? asPackage : null;
  }

  function packageAt(directory: string): Found | null {
    for (const name of ["__init__.py", "__init__.pyi"]) {
      const path = below(directory, name);
      if (index.hasFile(path)) return { kind: "module", path, packageDirectory: directory };
    }
    return index.directories.has(directory) ? { kind: "namespace", directory } : null;
  }

  function withNames(found: Found, names: readonly string[] | undefined): ImportResolution {
    const base = found.kind === "module" ? fileId(found.path) : directoryId(found.directory);
    const directory = found.kind === "module" ? found.packageDirectory : found.directory;
    if (names === undefined || directory === null) return resolvedTo([base]);
    const targets = new Set<string>();
    for (const name of names) {
      const target = below(directory, name);
      const submodule = [`${target}/__init__.py`, `${target}.py`, `${target}.pyi`].find((path) => index.hasFile(path));
      targets.add(submodule === undefined ? base : fileId(submodule));
    }
    return resolvedTo([...targets]);
  }

  /** The directory that has to be on the path for a file in `directory` to be imported by its full name. */
  function packageRoot(directory: string): string {
    const passed: string[] = [];
    let root = directory;
    for (const current of directoriesUp(directory)) {
      root = current;
      const known = rootOfPackage.get(current);
      if (known !== undefined) {
        root = known;
        break;
      }
      passed.push(current);
      if (!isPackage(current)) break;
    }
    for (const current of passed) rootOfPackage.set(current, root);
    return root;
  }

  /** Under which directories a first name can be found: top packages and modules that lie in no package. */
  function collectRoots(): Map<string, string[]> {
    const roots = new Map<string, string[]>();
    for (const { path } of index.files.values()) {
      if (!/\.pyi?$/.test(path)) continue;
      const directory = directoryOf(path);
      const root = packageRoot(directory);
      const isTop = root === directory;
      const name = isTop ? baseName(path).replace(/\.pyi?$/, "") : firstSegment(directory, root);
      addCandidate(roots, name, root);
    }
    return roots;
  }
}

function below(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

function firstSegment(directory: string, root: string): string {
  const rest = root === "" ? directory : directory.slice(root.length + 1);
  return rest.split("/", 1)[0] ?? "";
}
