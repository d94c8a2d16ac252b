import { fileId, moduleId } from "./code-graph-snapshot.ts";
import { external, type ResolveImport, resolvedTo, unresolved } from "./import-resolution.ts";
import type { PlacedManifest, RepositoryIndex } from "./repository-index.ts";
import { baseName, directoriesUp, directoryOf, isInside, joinPath, pathBelow } from "./repository-path.ts";

type Crate = { placed: PlacedManifest<"cargo">; libRoot: string | null };
/** Where a file stands in its crate: the directory that `crate::` begins in, the root file, and its own module path. */
type Home = { rootDirectory: string; rootFile: string | null; segments: string[]; crate: Crate | null };

const shippedCrates = new Set(["std", "core", "alloc", "proc_macro", "test"]);

/**
 * Resolves `mod name;` to its file and `use` paths to the file of the deepest module that they name, by the places in
 * which the compiler looks. Other crates of the repository are known by their library's name; all others are external.
 */
export function createRustResolver(index: RepositoryIndex): ResolveImport {
  const crateOfDirectory = new Map<string, Crate>();
  const crateOfName = new Map<string, Crate>();
  const rootFiles = new Set<string>();
  for (const placed of index.manifests("cargo")) {
    const { name, libName, libPath, targetPaths } = placed.manifest;
    if (name === null) continue;
    const at = (path: string) => joinPath(placed.directory, path) ?? "";
    const libRoot = at(libPath ?? "src/lib.rs");
    const crate = { placed, libRoot: index.hasFile(libRoot) ? libRoot : null };
    crateOfDirectory.set(placed.directory, crate);
    const key = crateName(libName ?? name);
    if (!crateOfName.has(key)) crateOfName.set(key, crate);
    for (const path of [libRoot, at("src/main.rs"), at("build.rs"), ...targetPaths.map(at)]) rootFiles.add(path);
  }
  const homes = new Map<string, Home>();

  return (file, imported) => {
    const { path } = file;
    if (imported.form === "declaration") {
      const found = findDeclared(path, imported.specifier, imported.within ?? [], imported.file);
      return found === null ? unresolved : resolvedTo([fileId(found)]);
    }
    const home = homeOf(path);
    const [first = "", ...rest] = imported.specifier.split("::").filter((segment) => segment !== "");
    const own = [...home.segments, ...(imported.within ?? [])];
    if (first === "crate") return inCrate(home, rest);
    if (first === "self") return inCrate(home, [...own, ...rest]);
    if (first === "super") {
      const ups = rest.findIndex((segment) => segment !== "super");
      const levels = 1 + (ups < 0 ? rest.length : ups);
      if (levels > own.length) return inCrate(home, rest.slice(levels - 1));
      return inCrate(home, [...own.slice(0, own.length - levels), ...rest.slice(levels - 1)]);
    }
    if (shippedCrates.has(first)) return external;
    if (findModule(home.rootDirectory, [...own, first]).depth > own.length)
      return inCrate(home, [...own, first, ...rest]);
    // A type of the same file, as in `use Shape::*`.
    if (/^[A-Z]/.test(first)) return resolvedTo([fileId(path)]);
    const crate = crateNamed(first, home.crate);
    if (crate === null) return external;
    const module = moduleId(crate.placed.path);
    if (crate.libRoot === null) return resolvedTo([module]);
    const found = findModule(directoryOf(crate.libRoot), rest).path ?? crate.libRoot;
    return resolvedTo([module, fileId(found)]);
  };

  function inCrate(home: Home, segments: readonly string[]) {
    const found = findModule(home.rootDirectory, segments).path ?? home.rootFile;
    return found === null ? unresolved : resolvedTo([fileId(found)]);
  }

  /** File of the deepest module on the path; what comes after it is an item, or a module written inline. */
  function findModule(directory: string, segments: readonly string[]): { path: string | null; depth: number } {
    let current = directory;
    let found: { path: string | null; depth: number } = { path: null, depth: 0 };
    for (const [depth, segment] of segments.entries()) {
      current = current === "" ? segment : `${current}/${segment}`;
      const path = [`${current}.rs`, `${current}/mod.rs`].find((candidate) => index.hasFile(candidate));
      if (path === undefined) break;
      found = { path, depth: depth + 1 };
    }
    return found;
  }

  function findDeclared(
    path: string,
    name: string,
    within: readonly string[],
    file: string | undefined,
  ): string | null {
    const inline = [childDirectory(path), ...within].filter((segment) => segment !== "").join("/");
    const candidates =
      file === undefined
        ? [joinPath(inline, `${name}.rs`), joinPath(inline, `${name}/mod.rs`)]
        : [joinPath(within.length > 0 ? inline : directoryOf(path), file)];
    return candidates.find((candidate) => candidate !== null && index.hasFile(candidate)) ?? null;
  }

  function childDirectory(path: string): string {
    const isRoot = rootFiles.has(path) || homeOf(path).rootFile === path;
    return isRoot || baseName(path) === "mod.rs" ? directoryOf(path) : path.replace(/\.rs$/, "");
  }

  function homeOf(path: string): Home {
    const known = homes.get(path);
    if (known !== undefined) return known;
    const home = findHome(path);
    homes.set(path, home);
    return home;
  }

  function findHome(path: string): Home {
    let crate: Crate | null = null;
    for (const directory of directoriesUp(directoryOf(path))) {
      crate = crateOfDirectory.get(directory) ?? null;
      if (crate !== null) break;
    }
    if (rootFiles.has(path)) return { rootDirectory: directoryOf(path), rootFile: path, segments: [], crate };
    const crateDirectory = crate?.placed.directory ?? "";
    // Each file right below these is the root of a program or test of its own.
    const place = /^(?:src\/bin|tests|examples|benches)(?=\/)/.exec(pathBelow(path, crateDirectory))?.[0];
    if (place !== undefined) {
      const rootDirectory = crateDirectory === "" ? place : `${crateDirectory}/${place}`;
      const segments = modulePath(path, rootDirectory);
      const isRoot = segments.length === 1 && baseName(path) !== "mod.rs";
      return { rootDirectory, rootFile: isRoot ? path : null, segments: isRoot ? [] : segments, crate };
    }
    const libDirectory = crate?.libRoot ? directoryOf(crate.libRoot) : null;
    const rootDirectory =
      libDirectory !== null && isInside(path, libDirectory)
        ? libDirectory
        : joinPath(crateDirectory, isInside(path, `${crateDirectory}/src`.replace(/^\//, "")) ? "src" : "");
    const top = rootDirectory ?? "";
    const main = top === "" ? "main.rs" : `${top}/main.rs`;
    const rootFile = crate?.libRoot && libDirectory === top ? crate.libRoot : index.hasFile(main) ? main : null;
    return { rootDirectory: top, rootFile, segments: modulePath(path, top), crate };
  }

  function crateNamed(name: string, user: Crate | null): Crate | null {
    const renamed = user?.placed.manifest.dependencies.find(
      (dependency) => crateName(dependency.name) === name,
    )?.package;
    return crateOfName.get(renamed ? crateName(renamed) : name) ?? null;
  }
}

function crateName(packageName: string): string {
  return packageName.replaceAll("-", "_");
}

function modulePath(path: string, rootDirectory: string): string[] {
  const segments = pathBelow(path, rootDirectory).replace(/\.rs$/, "").split("/");
  if (segments.at(-1) === "mod") segments.pop();
  return segments;
}
