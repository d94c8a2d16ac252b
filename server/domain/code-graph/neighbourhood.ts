import type { CodeGraphEdge } from "./code-graph-snapshot.ts";

/** Ids beside each id, along edges of every kind, both ways. */
export type Adjacency = ReadonlyMap<string, readonly string[]>;

export function adjacencyOf(edges: readonly CodeGraphEdge[]): Adjacency {
  const beside = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const list = beside.get(from);
    if (list === undefined) beside.set(from, [to]);
    else list.push(to);
  };
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  return beside;
}

/** Every id at most `hops` edges away from one of `seeds`, these included. Linear in the edges that are met. */
export function neighbourhoodOf(adjacency: Adjacency, seeds: Iterable<string>, hops: number): Set<string> {
  const reached = new Set(seeds);
  let edge = [...reached];
  for (let hop = 0; hop < hops && edge.length > 0; hop += 1) {
    const next: string[] = [];
    for (const id of edge) {
      for (const other of adjacency.get(id) ?? []) {
        if (reached.has(other)) continue;
        reached.add(other);
        next.push(other);
      }
    }
    edge = next;
  }
  return reached;
}
