import { fileId, moduleId } from "./code-graph-snapshot.ts";
import {
  ambiguous,
  external,
  type ImportResolution,
  type ResolveImport,
  resolvedTo,
  unresolved,
} from "./import-resolution.ts";
import type { PackageTargets } from "./module-manifest.ts";
import { findScript, sourcePlaces, withoutScriptEnding } from "./module-resolution.ts";
import { packagesByName } from "./packages-by-name.ts";
import type { PlacedManifest, RepositoryIndex } from "./repository-index.ts";
import { directoriesUp, directoryOf, joinPath, pathBelow } from "./repository-path.ts";

type Package = PlacedManifest<"package_json">;
type Config = PlacedManifest<"tsconfig">;
/** `paths` as they hold for a config, inherited ones included; `base` is the directory that targets start from. */
type Aliases = { base: string; baseUrl: string | null; paths: { pattern: string; targets: string[] }[] };

type FoundPackage =
  | { kind: "found"; module: string; entry: string | null }
  | Exclude<ImportResolution, { kind: "resolved" }>;

/**
 * Resolves as tsc and bundlers do with one set of rules: relative paths; the nearest tsconfig's `paths` and `baseUrl`;
 * `#imports` of the nearest package; packages of this repository by name, through `exports` in their simple forms.
 * Everything else with a package's name is external.
 */
export function createJavaScriptResolver(index: RepositoryIndex): ResolveImport {
  const hasFile = (path: string) => index.hasFile(path);
  const packages = new Map(index.manifests("package_json").map((placed) => [placed.directory, placed]));
  const configs = new Map(index.manifests("tsconfig").map((placed) => [placed.path, placed]));
  const named = packagesByName(index);
  const packageEntries = new Map<string, FoundPackage>();
  const aliasesOfDirectory = new Map<string, Aliases | null>();

  const resolveImport: ResolveImport = ({ path }, { specifier: written }) => {
    const specifier = written.replace(/[?].*$/, "");
    const directory = directoryOf(path);
    if (specifier === "." || specifier === ".." || specifier.startsWith("./") || specifier.startsWith("../")) {
      const joined = joinPath(directory, specifier);
      return joined === null ? unresolved : fileOrUnresolved(joined);
    }
    if (specifier === "" || /^[a-z][a-z+.-]*:/i.test(specifier)) return specifier === "" ? unresolved : external;
    if (specifier.startsWith("#")) {
      const own = nearest(packages, directory);
      const targets = own && matchTargets(own.manifest.imports, specifier);
      const isInside = (target: string) => target.startsWith(".");
      const outside = targets?.find((target) => !isInside(target));
      const entry = own && targets && firstExisting(own, targets.filter(isInside));
      if (own && entry) return { kind: "resolved", targets: [fileId(entry)] };
      if (outside !== undefined) return resolvePackage(outside, path);
    }
    const aliased = resolveAlias(specifier, directory);
    if (aliased !== null) return { kind: "resolved", targets: [fileId(aliased)] };
    return resolvePackage(specifier, path);
  };
  return resolveImport;

  function fileOrUnresolved(path: string): ImportResolution {
    const found = findScript(path, hasFile) ?? directoryEntry(path);
    return found === null ? unresolved : { kind: "resolved", targets: [fileId(found)] };
  }

  /** A directory that is imported by its path may say in a package.json of its own where it begins. */
  function directoryEntry(path: string): string | null {
    const placed = packages.get(path);
    return placed === undefined ? null : firstExisting(placed, placed.manifest.entries);
  }

  function resolveAlias(specifier: string, directory: string): string | null {
    const aliases = aliasesFor(directory);
    if (aliases === null) return null;
    for (const target of matchPaths(aliases.paths, specifier)) {
      const joined = joinPath(aliases.base, target);
      const found = joined === null ? null : findScript(joined, hasFile);
      if (found !== null) return found;
    }
    if (aliases.baseUrl === null) return null;
    const joined = joinPath(aliases.baseUrl, specifier);
    return joined === null ? null : findScript(joined, hasFile);
  }

  /** A package of this repository leads to its module, and to the file it begins with where that is committed. */
  function resolvePackage(specifier: string, importer: string): ImportResolution {
    const known = packageEntries.get(specifier) ?? findPackage(specifier);
    packageEntries.set(specifier, known);
    if (known.kind !== "found") return known;
    const { module, entry } = known;
    return resolvedTo(entry === null || entry === importer ? [module] : [module, fileId(entry)]);
  }

  function findPackage(specifier: string): FoundPackage {
    const name = packageNameOf(specifier);
    if (name === null) return unresolved;
    const placed = named.get(name);
    if (placed === undefined) return external;
    if (placed === "ambiguous") return ambiguous;
    const subpath = specifier.slice(name.length);
    const { exports, entries } = placed.manifest;
    const targets =
      (exports && matchTargets(exports, `.${subpath}`)) ??
      (subpath === "" ? [...entries, "./index", "./src/index"] : [`.${subpath}`, `./src${subpath}`]);
    return { kind: "found", module: moduleId(placed.path), entry: firstExisting(placed, targets) };
  }

  function firstExisting(placed: Package, targets: readonly string[]): string | null {
    const places = targets.flatMap((target) => {
      const below = joinPath("", target);
      return below === null ? [] : [{ below, compiledFrom: compiledFrom(placed.directory, below) }];
    });
    const candidates = [...places.map(({ below }) => below), ...places.flatMap(({ compiledFrom: from }) => from)];
    for (const candidate of candidates) {
      const joined = joinPath(placed.directory, candidate);
      const found = joined === null ? null : findScript(joined, hasFile);
      if (found !== null) return found;
    }
    return null;
  }

  function compiledFrom(directory: string, target: string): string[] {
    const config = configs.get(directory === "" ? "tsconfig.json" : `${directory}/tsconfig.json`)?.manifest;
    const outDir = config?.outDir ? joinPath("", config.outDir) : null;
    const rootDir = joinPath("", config?.rootDir ?? "src");
    const byConfig =
      outDir && rootDir !== null && target.startsWith(`${outDir}/`)
        ? [withoutScriptEnding(`${rootDir}/${pathBelow(target, outDir)}`)]
        : [];
    return [...byConfig, ...sourcePlaces(target)];
  }

  function aliasesFor(directory: string): Aliases | null {
    const passed: string[] = [];
    let found: Aliases | null = null;
    for (const current of directoriesUp(directory)) {
      const known = aliasesOfDirectory.get(current);
      if (known !== undefined) {
        found = known;
        break;
      }
      passed.push(current);
      const prefix = current === "" ? "" : `${current}/`;
      const config = configs.get(`${prefix}tsconfig.json`) ?? configs.get(`${prefix}jsconfig.json`);
      if (config !== undefined) {
        found = aliasesOf(config);
        break;
      }
    }
    for (const current of passed) aliasesOfDirectory.set(current, found);
    return found;
  }

  function aliasesOf(config: Config): Aliases {
    const aliases: Aliases = { base: config.directory, baseUrl: null, paths: [] };
    let hasPaths = false;
    // Own settings first, then those it extends, later ones in the list before earlier ones.
    const pending = [config];
    for (let read = 0; read < 32; read += 1) {
      const next = pending.shift();
      if (next === undefined) break;
      const { baseUrl, paths, extends: parents } = next.manifest;
      if (baseUrl !== null && aliases.baseUrl === null) aliases.baseUrl = joinPath(next.directory, baseUrl);
      if (paths !== null && !hasPaths) {
        hasPaths = true;
        aliases.paths = paths;
        aliases.base =
          (baseUrl === null ? null : joinPath(next.directory, baseUrl)) ?? aliases.baseUrl ?? next.directory;
      }
      const inherited = parents.toReversed().flatMap((parent) => configAt(next.directory, parent) ?? []);
      pending.unshift(...inherited);
    }
    return aliases;
  }

  function configAt(directory: string, specifier: string): Config | null {
    if (!specifier.startsWith(".")) {
      const name = packageNameOf(specifier) ?? "";
      const placed = named.get(name);
      if (placed === undefined || placed === "ambiguous") return null;
      return configAt(placed.directory, `.${specifier.slice(name.length) || "/tsconfig.json"}`);
    }
    const joined = joinPath(directory, specifier);
    if (joined === null) return null;
    return configs.get(joined) ?? configs.get(`${joined}.json`) ?? configs.get(`${joined}/tsconfig.json`) ?? null;
  }
}

function packageNameOf(specifier: string): string | null {
  return /^(?:@[\w.~-]+\/)?[\w.~-]+(?=\/|$)/.exec(specifier)?.[0] ?? null;
}

function nearest(packages: ReadonlyMap<string, Package>, directory: string): Package | null {
  for (const above of directoriesUp(directory)) {
    const placed = packages.get(above);
    if (placed !== undefined) return placed;
  }
  return null;
}

/** Targets of the key that fits best: an exact one, else the pattern with the longest text before its `*`. */
function matchTargets(entries: readonly PackageTargets[], wanted: string): string[] | null {
  const exact = entries.find(({ key }) => key === wanted);
  if (exact) return exact.targets;
  const fit = bestPattern(
    entries.map(({ key, targets }) => ({ pattern: key, targets })),
    wanted,
  );
  return fit?.targets.map((target) => target.replaceAll("*", () => fit.star)) ?? null;
}

function matchPaths(paths: Aliases["paths"], specifier: string): string[] {
  const exact = paths.find(({ pattern }) => pattern === specifier);
  if (exact) return exact.targets;
  const fit = bestPattern(paths, specifier);
  return fit === null ? [] : fit.targets.map((target) => target.replace("*", () => fit.star));
}

function bestPattern(
  patterns: readonly { pattern: string; targets: string[] }[],
  text: string,
): { targets: string[]; star: string } | null {
  let best: { targets: string[]; star: string; fixed: number } | null = null;
  for (const { pattern, targets } of patterns) {
    const star = pattern.indexOf("*");
    if (star < 0) continue;
    const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
    const fits = text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
    if (fits && (best === null || before.length > best.fixed)) {
      best = { targets, star: text.slice(before.length, text.length - after.length), fixed: before.length };
    }
  }
  return best;
}
