import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeGraph, codeGraphFrom } from "#server/domain/selection/code-graph.ts";

export type PriorItem = { id: string; text: string; ground: string[] };

export type PriorTask = {
  id: string;
  text: string;
  currentNodes: string[];
  candidates: PriorItem[];
  /** Those of the candidates that are known to be related; there may be more. */
  gold: string[];
  repository: string;
  graph: CodeGraph;
};

type LinkItem = { id: string; repo: string; seq: number; text: string; nodes: string[] };
type LinkQuery = {
  id: string;
  repo: string;
  query: string;
  current_nodes: string[];
  gold_ids: string[];
  candidate_range: [string, string];
  extra_candidates: string[];
};

/** A later commit's text, the earlier commits of its repository, and the one its author cites. */
export function loadPriorLinks(folder: string): PriorTask[] {
  const items = readLines<LinkItem>(join(folder, "prior_link_items.jsonl"));
  const byId = new Map(items.map((item) => [item.id, item]));
  const graphs = new Map<string, CodeGraph>();
  return readLines<LinkQuery>(join(folder, "prior_link_queries.dev.jsonl")).map((query) => {
    const ends = query.candidate_range.map((id) => byId.get(id)?.seq ?? 0);
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const extra = new Set(query.extra_candidates);
    const ofRepository = items.filter(({ repo }) => repo === query.repo);
    const graph = graphs.get(query.repo) ?? containmentGraph(ofRepository.flatMap(({ nodes }) => nodes));
    graphs.set(query.repo, graph);
    return {
      id: query.id,
      text: query.query,
      currentNodes: query.current_nodes,
      candidates: ofRepository
        .filter(({ id, seq }) => (seq >= low && seq <= high) || extra.has(id))
        .map(({ id, text, nodes }) => ({ id, text, ground: nodes })),
      gold: query.gold_ids,
      repository: query.repo,
      graph,
    };
  });
}

type LiteQuery = {
  id: string;
  repo: string;
  candidate_ids: string[];
  same_file_ids: string[];
  current_nodes: string[];
};
type LiteTask = { id: string; task: string; gold_files: string[] };

export type LiteSet = { tasks: PriorTask[]; withoutText: { candidates: number; gold: number; queries: number } };

/**
 * A task, earlier tasks of its repository, and those that touched the same file. Texts of other parts of the set are not
 * here: candidates without text are left out, tasks without any known gold too, and both are counted.
 */
export function loadLitePriors(folder: string, textsFolder: string): LiteSet {
  const texts = new Map(
    readLines<LiteTask>(join(textsFolder, "swebench_lite.dev.jsonl")).map((task) => [task.id, task] as const),
  );
  const withoutText = { candidates: 0, gold: 0, queries: 0 };
  const tasks = readLines<LiteQuery>(join(folder, "swelite_priors_queries.dev.jsonl")).flatMap((query): PriorTask[] => {
    const known = query.candidate_ids.flatMap((id) => texts.get(id) ?? []);
    const gold = query.same_file_ids.filter((id) => texts.has(id));
    const own = texts.get(query.id);
    withoutText.candidates += query.candidate_ids.length - known.length;
    withoutText.gold += query.same_file_ids.length - gold.length;
    if (own === undefined || gold.length === 0) {
      withoutText.queries += 1;
      return [];
    }
    const candidates = known.map(({ id, task, gold_files }) => ({ id, text: task, ground: gold_files }));
    return [
      {
        id: query.id,
        text: own.task,
        currentNodes: query.current_nodes,
        candidates,
        gold,
        repository: query.repo,
        graph: containmentGraph([
          ...candidates.flatMap(({ ground }) => ground),
          ...query.current_nodes.map((node) => `${node}/`),
        ]),
      },
    ];
  });
  return { tasks, withoutText };
}

/** Files with their folders. The sets hold no import edges, so a focus reaches only what containment reaches. */
function containmentGraph(paths: readonly string[]): CodeGraph {
  const files = new Set(paths.filter((path) => !path.endsWith("/")));
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/");
    for (let depth = 0; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join("/"));
  }
  const parent = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return codeGraphFrom({
    commit: "of the data set",
    nodes: [
      ...[...folders].map((path) => ({ id: `dir:${path}`, kind: "directory" as const, path })),
      ...[...files].map((path) => ({ id: `file:${path}`, kind: "file" as const, path })),
    ],
    edges: [
      ...[...folders].filter((path) => path !== "").map((path) => ({ from: `dir:${parent(path)}`, to: `dir:${path}` })),
      ...[...files].map((path) => ({ from: `dir:${parent(path)}`, to: `file:${path}` })),
    ],
  });
}

function readLines<Row>(file: string): Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Row => JSON.parse(line));
}
