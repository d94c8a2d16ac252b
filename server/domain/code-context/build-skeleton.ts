import Graph from "graphology";
import pagerank from "graphology-metrics/centrality/pagerank.js";
import type { CodeGraphEdge, CodeGraphFile } from "#server/domain/code-graph/code-graph-snapshot.ts";
import type { SymbolKind } from "#server/domain/code-graph/parsed-blob.ts";
import { baseName } from "#server/domain/code-graph/repository-path.ts";
import { compareIds } from "#server/domain/selection/compare-ids.ts";
import { pathRole } from "./path-role.ts";

/** Tokens of a skeleton. Source: DESIGN section 5. */
export const skeletonTokens = 150;

const sections = ["entry points", "key types", "adapters", "central files"] as const;
type Section = (typeof sections)[number];

/** Most files of a section, before the budget cuts. */
const mostOfSection = 6;
const mostSymbols = 3;

const entryName = /^(?:main|index|app|server|cli|__main__|manage|mod|lib|run|start|wsgi|asgi)\.[^.]+$/i;
const adapterPath =
  /(?:^|[/_.-])(?:adapters?|drivers?|providers?|clients?|gateways?|backends?|connectors?|transports?)(?=[/_.-])/i;
const typeKinds = new Set<SymbolKind>(["class", "interface", "struct", "enum", "trait", "type"]);

/**
 * A few lines that say where a repository's weight lies: entry points, key types, adapters and central files, each by
 * PageRank over the import graph. Says nothing about any task and depends on the commit alone, so that a prompt cache may
 * keep it. Whole lines only; empty for a repository without source files.
 */
export function buildSkeleton(input: {
  files: readonly CodeGraphFile[];
  edges: readonly CodeGraphEdge[];
  countTokens: (text: string) => number;
  budgetTokens?: number;
}): string {
  const { budgetTokens = skeletonTokens, countTokens } = input;
  const files = input.files.filter(({ path }) => pathRole(path) === "source");
  const ranks = importRanks(files, input.edges);
  const imported = new Set(input.edges.filter(({ kind }) => kind === "imports").map(({ to }) => to));
  const ranked = files.toSorted(
    (a, b) => (ranks.get(b.path) ?? 0) - (ranks.get(a.path) ?? 0) || compareIds(a.path, b.path),
  );
  const chosen: Record<Section, string[]> = { "entry points": [], "key types": [], adapters: [], "central files": [] };
  const depthOf = (path: string) => path.split("/").length;
  const entries = ranked
    .filter(({ path }) => entryName.test(baseName(path)))
    .toSorted(
      (a, b) =>
        Number(imported.has(`file:${a.path}`)) - Number(imported.has(`file:${b.path}`)) ||
        depthOf(a.path) - depthOf(b.path) ||
        (ranks.get(b.path) ?? 0) - (ranks.get(a.path) ?? 0) ||
        compareIds(a.path, b.path),
    );
  chosen["entry points"] = entries.slice(0, mostOfSection).map(({ path }) => path);
  const named = new Set(chosen["entry points"]);
  for (const file of ranked) {
    const types = namesOf(file, (kind) => typeKinds.has(kind));
    if (adapterPath.test(file.path))
      put(
        chosen.adapters,
        lineOf(
          file.path,
          namesOf(file, () => true),
        ),
      );
    else if (types.length > 0) put(chosen["key types"], lineOf(file.path, types));
    // Few tokens are no place to say one thing twice.
    else if (!named.has(file.path))
      put(
        chosen["central files"],
        lineOf(
          file.path,
          namesOf(file, () => true),
        ),
      );
  }
  return fitLines(chosen, { budgetTokens, countTokens });
}

/** Adds one line at a time, section by section in turn, as long as the whole stays inside the budget. */
function fitLines(
  chosen: Record<Section, string[]>,
  { budgetTokens, countTokens }: { budgetTokens: number; countTokens: (text: string) => number },
): string {
  const taken: Record<Section, string[]> = { "entry points": [], "key types": [], adapters: [], "central files": [] };
  const write = () =>
    sections.flatMap((section) => (taken[section].length === 0 ? [] : [`${section}:`, ...taken[section]])).join("\n");
  for (let round = 0; round < mostOfSection; round += 1) {
    for (const section of sections) {
      const line = chosen[section][round];
      if (line === undefined) continue;
      taken[section].push(`  ${line}`);
      if (countTokens(write()) > budgetTokens) taken[section].pop();
    }
  }
  return write();
}

function put(list: string[], line: string): void {
  if (list.length < mostOfSection) list.push(line);
}

function lineOf(path: string, names: readonly string[]): string {
  return names.length === 0 ? path : `${path}: ${names.join(", ")}`;
}

/** Names declared at the top of a file, in its own order. */
function namesOf({ symbols }: CodeGraphFile, isWanted: (kind: SymbolKind) => boolean): string[] {
  const names = symbols.flatMap(({ name, kind, container }) =>
    container === undefined && isWanted(kind) && !name.startsWith("_") && name.length <= 40 ? [name] : [],
  );
  return [...new Set(names)].slice(0, mostSymbols);
}

/** PageRank by path: what much imports, weighs much. A file that imports nothing passes its weight to all alike. */
export function importRanks(files: readonly { path: string }[], edges: readonly CodeGraphEdge[]): Map<string, number> {
  const graph = new Graph({ type: "directed" });
  const paths = new Map(files.map(({ path }) => [`file:${path}`, path]));
  for (const id of paths.keys()) graph.addNode(id);
  for (const { from, to, kind } of edges) {
    if (kind === "imports" && from !== to && paths.has(from) && paths.has(to)) graph.mergeEdge(from, to);
  }
  if (graph.order === 0) return new Map();
  const ranks = pagerank(graph, { getEdgeWeight: null, alpha: 0.85, maxIterations: 200, tolerance: 1e-7 });
  return new Map([...paths].map(([id, path]) => [path, ranks[id] ?? 0]));
}
