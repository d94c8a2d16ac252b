import type { ChainData } from "#components/memories/detail/memory-data.ts";
import { countOf } from "#components/ui/format-quantity.ts";

export type ChainNode = {
  id: string;
  preview: string;
  state: ChainData["memories"][number]["state"] | "unknown";
  /** Whether lookups are answered by it. */
  isEnd: boolean;
};
export type ChainEdge = { from: string; to: string; reason: string; at: string };

export type ChainGraph = {
  nodes: ChainNode[];
  edges: ChainEdge[];
  /** One sentence: what the graph shows. */
  finding: string;
  /** How many memories the drawing leaves out; the list has them all. */
  leftOut: number;
};

/** Beyond this a drawing is a knot; the list goes on. */
const mostDrawn = 120;
const longestReason = 60;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= longestReason ? line : `${line.slice(0, longestReason - 1).trimEnd()}…`;
}

/**
 * A tree of chains as a graph: memories as nodes, supersessions as edges from the replaced to its successor. A member
 * that the reader may not see is a node without words. Newest memories are kept when there are too many.
 */
export function prepareChainGraph({ memories, links }: ChainData): ChainGraph {
  const known = new Map(memories.map((memory) => [memory.id, memory]));
  const replaced = new Set(links.map(({ id }) => id));
  const ids = [
    ...new Set([
      ...memories.map(({ id }) => id),
      ...links.flatMap(({ id, successor_id: next }) => [id, ...(next === null ? [] : [next])]),
    ]),
  ];
  const drawn = new Set(ids.slice(-mostDrawn));
  const nodes = [...drawn].map((id) => ({
    id,
    preview: known.get(id)?.preview ?? "",
    state: known.get(id)?.state ?? ("unknown" as const),
    isEnd: !replaced.has(id),
  }));
  const edges = links.flatMap(({ id, successor_id: to, reason, created_at: at }) =>
    to !== null && drawn.has(id) && drawn.has(to) ? [{ from: id, to, reason: shortened(reason), at }] : [],
  );
  const retired = links.filter(({ successor_id: to }) => to === null).length;
  const answering = ids.filter((id) => !replaced.has(id)).length;
  const steps = countOf(links.length, "step");
  const finding =
    links.length === 0
      ? "This memory replaces nothing, and nothing replaced it."
      : retired > 0 && answering === 0
        ? `${steps}; the chain was retired, so nothing answers in its place.`
        : `${steps}; one memory answers for the ${countOf(ids.length - answering, "memory", "memories")} that it replaces.`;
  return { nodes, edges, finding, leftOut: ids.length - drawn.size };
}
