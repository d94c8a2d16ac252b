import { type EdgeLabel, Graph, type GraphLabel, layout } from "@dagrejs/dagre";

type Size = { width: number; height: number };

/**
 * The upper left corner of each node, from left to right along the edges; branches stand below one another.
 * The layout knows nodes by number: it keeps their names as keys of plain objects, where a file or a memory may not be called
 * `constructor`, and where `__proto__` would change every object of the page.
 */
export function placeNodes({
  ids,
  edges,
  size,
  gaps,
  edgeLabel = {},
}: {
  ids: readonly string[];
  edges: readonly { from: string; to: string }[];
  size: Size;
  gaps: Pick<GraphLabel, "nodesep" | "ranksep">;
  edgeLabel?: EdgeLabel;
}): Map<string, { x: number; y: number }> {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", ...gaps });
  graph.setDefaultEdgeLabel(() => ({}));
  const numbers = new Map(ids.map((id, number) => [id, String(number)]));
  for (const number of numbers.values()) graph.setNode(number, { ...size });
  for (const { from, to } of edges) {
    const [start, end] = [numbers.get(from), numbers.get(to)];
    if (start !== undefined && end !== undefined) graph.setEdge(start, end, { ...edgeLabel });
  }
  layout(graph);
  return new Map(
    [...numbers].map(([id, number]) => {
      const { x, y } = graph.node(number);
      return [id, { x: (x ?? 0) - size.width / 2, y: (y ?? 0) - size.height / 2 }];
    }),
  );
}
