import type { Diagnostic, Location } from "#server/domain/diagnostics/diagnostic.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { cleanPath } from "#server/domain/diagnostics/source-path.ts";

export type KnownTree = {
  /** Paths of the indexed commit, relative to the repository's top; empty where nothing is indexed. */
  paths: readonly string[];
  /** Folder below the top in which the command ran; `""` for the top. */
  folder: string;
};

/**
 * Finds what a tool printed in the tree that is known. Relative paths begin in the folder of the command, unless only
 * the path from the top exists (cargo prints those from anywhere). A path from another machine is taken from where it
 * enters the tree, at two parts or more. The end of a path (Java) is completed where one file alone ends so. Anything
 * else stays as printed: a new file is in no commit.
 */
export function resolvePaths(diagnostics: readonly Diagnostic[], tree: KnownTree): Diagnostic[] {
  const known = new Set(tree.paths);
  const folder = tree.folder === "" ? "" : cleanPath(tree.folder).replace(/^\/+|\/+$/g, "");
  let byName: Map<string, string[]> | null = null;

  function endingWith(ending: string): string[] {
    if (byName === null) {
      byName = new Map();
      for (const path of tree.paths) {
        const name = lastPart(path);
        const held = byName.get(name);
        if (held) held.push(path);
        else byName.set(name, [path]);
      }
    }
    return (byName.get(lastPart(ending)) ?? []).filter((path) => path === ending || path.endsWith(`/${ending}`));
  }

  const resolved = new Map<string, { file: string; isPartialPath: boolean }>();
  function resolve(file: string, isPartialPath: boolean): { file: string; isPartialPath: boolean } {
    const key = `${isPartialPath ? "partial" : "whole"} ${file}`;
    const before = resolved.get(key);
    if (before) return before;
    const found = find(file, isPartialPath);
    resolved.set(key, found);
    return found;
  }

  function find(file: string, isPartialPath: boolean): { file: string; isPartialPath: boolean } {
    if (isForeignPath(file)) return { file, isPartialPath };
    if (isPartialPath) {
      const [only, second] = endingWith(file);
      return only !== undefined && second === undefined
        ? { file: only, isPartialPath: false }
        : { file, isPartialPath: true };
    }
    if (isAbsolute(file)) return { file: insideTree(file, known) ?? file, isPartialPath };
    if (folder === "") return { file, isPartialPath };
    const fromFolder = cleanPath(`${folder}/${file}`);
    if (!known.has(fromFolder) && known.has(file)) return { file, isPartialPath };
    // A path that leaves the repository says more as it was printed.
    return { file: fromFolder.startsWith("../") ? file : fromFolder, isPartialPath };
  }

  // A tool that prints the end of a path for the finding does so for its frames too.
  const place =
    (isPartialPath: boolean) =>
    <Place extends Location>(location: Place): Place => ({
      ...location,
      file: resolve(location.file, isPartialPath).file,
    });
  return diagnostics.map(({ isPartialPath, ...diagnostic }) => {
    const found = diagnostic.file === null ? null : resolve(diagnostic.file, isPartialPath ?? false);
    return {
      ...diagnostic,
      file: found?.file ?? null,
      ...(diagnostic.related ? { related: diagnostic.related.map(place(isPartialPath ?? false)) } : {}),
      ...(diagnostic.trace ? { trace: diagnostic.trace.map(place(isPartialPath ?? false)) } : {}),
      ...(found?.isPartialPath ? { isPartialPath: true as const } : {}),
    };
  });
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:\//.test(path);
}

/** The longest ending of an absolute path that is a file of the tree. One part alone (`package.json`) proves nothing. */
function insideTree(path: string, known: ReadonlySet<string>): string | null {
  const parts = path.split("/");
  // Deeper than any real tree; a hostile path must not cost its length squared.
  for (let from = Math.max(1, parts.length - 64); from <= parts.length - 2; from += 1) {
    const ending = parts.slice(from).join("/");
    if (known.has(ending)) return ending;
  }
  return null;
}
