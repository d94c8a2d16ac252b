import { compareIds } from "#server/domain/selection/compare-ids.ts";

/** Namesakes of a name that are told apart at most. */
const mostNamesakes = 64;

/** What selection asks of the committed-state graph of one project. Nodes are opaque ids; commit is the state they belong to. */
export interface CodeGraph {
  readonly commit: string;
  has(node: string): boolean;
  /** Nodes one containment or import edge away, in either direction. */
  neighbours(node: string): readonly string[];
  /** Every node that a name given by a caller may mean: none, one, or several where it is ambiguous. */
  resolve(name: string): readonly string[];
  /** The node that stored ground stands for: exact id or exact path, never a guess; `null` once it is gone. */
  nodeAt(ground: string): string | null;
}

export type CodeGraphParts = {
  commit: string;
  /** `path` is relative to the repository's top, `""` for the top itself; `name` is what a manifest calls a module. */
  nodes: readonly { id: string; kind: "file" | "directory" | "module"; path: string; name?: string }[];
  edges: readonly { from: string; to: string }[];
};

/** A graph in memory. Building takes time linear in nodes and edges; sorted paths make each question logarithmic. */
export function codeGraphFrom({ commit, nodes, edges }: CodeGraphParts): CodeGraph {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const byPath = new Map<string, string>();
  const byComposedPath = new Map<string, string[]>();
  const byModule = new Map<string, string[]>();
  const paths: { id: string; backwards: string }[] = [];
  for (const { id, kind, path, name } of nodes) {
    if (kind === "module") {
      if (name !== undefined) addTo(byModule, name, id);
      continue;
    }
    const composed = path.normalize("NFC");
    byPath.set(path, id);
    addTo(byComposedPath, composed, id);
    paths.push({ id, backwards: backwards(composed) });
  }
  for (const { from, to } of edges) {
    if (!neighbours.has(from) || !neighbours.has(to)) continue;
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const has = (node: string) => neighbours.has(node);
  paths.sort((a, b) => compareIds(a.backwards, b.backwards));

  const resolve = (name: string): readonly string[] => {
    if (has(name)) return [name];
    const path = asPath(name);
    const exact = byPath.get(name) ?? byPath.get(path);
    if (exact !== undefined) return [exact];
    const composed = path.normalize("NFC");
    const named = byComposedPath.get(composed) ?? byModule.get(name);
    if (named !== undefined) return named;
    return composed === "" ? [] : endingIn(paths, backwards(composed));
  };

  return {
    commit,
    has,
    neighbours: (node) => neighbours.get(node) ?? [],
    resolve,
    nodeAt(ground) {
      if (has(ground)) return ground;
      const path = asPath(ground);
      const exact = byPath.get(ground) ?? byPath.get(path);
      if (exact !== undefined) return exact;
      const [node, ...others] = byComposedPath.get(path.normalize("NFC")) ?? byModule.get(ground) ?? [];
      return node === undefined || others.length > 0 ? null : node;
    },
  };
}

/** A name as agents write it: `./src/a.ts`, `src\a.ts`, `src/` and `src/a.ts:12:3` all mean a path of the repository. */
function asPath(name: string): string {
  const slashed = name.replaceAll("\\", "/").replace(/:\d+(?::\d+)?$/, "");
  const path = slashed.replace(/^(?:\.\/+)+/, "").replace(/(?<!\/)\/+$/, "");
  return path === "." ? "" : path;
}

/** `src/core/a.ts` as `a.ts/core/src/`: paths that end alike stand side by side once sorted. */
function backwards(path: string): string {
  return `${path.split("/").toReversed().join("/")}/`;
}

/** Nodes whose backward path begins with `beginning`, found by halving; more than `mostNamesakes` are ambiguous either way. */
function endingIn(paths: readonly { id: string; backwards: string }[], beginning: string): string[] {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareIds(paths[middle]?.backwards ?? "", beginning) < 0) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (const { id, backwards } of paths.slice(low, low + mostNamesakes)) {
    if (!backwards.startsWith(beginning)) break;
    found.push(id);
  }
  return found;
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
