/** Code files that an import without, or with another, ending may mean, in the order in which bundlers and tsc try them. */
const triedEndings = [
  ".ts",
  ".tsx",
  ".d.ts",
  ".mts",
  ".cts",
  ".d.mts",
  ".d.cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".json",
  ".vue",
  ".svelte",
] as const;

/** A source file that is imported under the name of what it is compiled to. */
const sourceEndings: Record<string, readonly string[]> = {
  ".js": [".ts", ".tsx", ".d.ts", ".jsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts", ".d.mts", ".ts"],
  ".cjs": [".cts", ".d.cts", ".ts"],
};

/**
 * The file that a path means in TypeScript and JavaScript: itself, itself with an ending, the source behind a compiled
 * ending, or the index of a directory. Null when there is none. At most about 30 look-ups.
 */
export function findScript(path: string, hasFile: (path: string) => boolean): string | null {
  if (path !== "" && hasFile(path)) return path;
  const dot = path.lastIndexOf(".");
  const ending = dot > path.lastIndexOf("/") ? path.slice(dot) : "";
  for (const source of sourceEndings[ending] ?? []) {
    const candidate = path.slice(0, dot) + source;
    if (hasFile(candidate)) return candidate;
  }
  if (path !== "") {
    for (const tried of triedEndings) if (hasFile(path + tried)) return path + tried;
  }
  const index = path === "" ? "index" : `${path}/index`;
  for (const tried of triedEndings) if (hasFile(index + tried)) return index + tried;
  return null;
}

const outputFolder = /^(?:dist|lib|build|out|output|esm|cjs|es|es6|umd|types|typings|compiled)(?:[-.].*)?$/;

/**
 * Places where the source of a compiled file would lie: `dist/esm/x.js` becomes `src/x` and `x`. Build output is rarely
 * committed, and a package that names it would otherwise seem to lead nowhere. Only a hint where to look: the caller
 * takes one only if that very file exists.
 */
export function sourcePlaces(target: string): string[] {
  const segments = target.split("/");
  let skipped = 0;
  while (skipped < 2 && skipped < segments.length - 1 && outputFolder.test(segments[skipped] ?? "")) skipped += 1;
  if (skipped === 0) return [];
  const below = withoutScriptEnding(segments.slice(skipped).join("/"));
  return [`src/${below}`, below, `source/${below}`];
}

export function withoutScriptEnding(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}
