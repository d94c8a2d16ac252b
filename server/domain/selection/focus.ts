import type { CodeGraph } from "#server/domain/selection/code-graph.ts";
import { compareIds } from "#server/domain/selection/compare-ids.ts";

/** The code-graph neighbourhood of the caller's `current_nodes` in one project. */
export type Focus = {
  /** Commit of the graph; `null` without one, and then nothing resolves. */
  commit: string | null;
  nodes: ReadonlySet<string>;
  /** Names that mean no node, or more than one; as given, each once. */
  unresolved_nodes: string[];
};

/** Resolves `current_nodes` and expands them. A caller reads from the size of `nodes` whether its input carried a structural signal. */
export function focusOf(currentNodes: readonly string[], graph: CodeGraph | null, { hops }: { hops: number }): Focus {
  const names = [...new Set(currentNodes)];
  if (graph === null) return { commit: null, nodes: new Set(), unresolved_nodes: names };
  const { nodes, unresolved_nodes } = resolveNodes(names, graph);
  return { commit: graph.commit, nodes: expandFocus(graph, nodes, { hops }), unresolved_nodes };
}

/** The one node each name means, in byte order; names that mean none or several are returned as unresolved. */
export function resolveNodes(
  names: readonly string[],
  graph: CodeGraph,
): { nodes: string[]; unresolved_nodes: string[] } {
  const nodes = new Set<string>();
  const unresolved = new Set<string>();
  for (const name of names) {
    const [node, ...others] = graph.resolve(name);
    if (node === undefined || others.length > 0) unresolved.add(name);
    else nodes.add(node);
  }
  return { nodes: [...nodes].toSorted(compareIds), unresolved_nodes: [...unresolved] };
}

/** Everything within `hops` containment or import edges, both ways, the nodes themselves included. */
export function expandFocus(graph: CodeGraph, nodes: readonly string[], { hops }: { hops: number }): Set<string> {
  const focus = new Set(nodes.filter((node) => graph.has(node)));
  let border = [...focus];
  for (let hop = 0; hop < hops && border.length > 0; hop++) {
    const next: string[] = [];
    for (const node of border) {
      for (const neighbour of graph.neighbours(node)) {
        if (focus.has(neighbour)) continue;
        focus.add(neighbour);
        next.push(neighbour);
      }
    }
    border = next;
  }
  return focus;
}
