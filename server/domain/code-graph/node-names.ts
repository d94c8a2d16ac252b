import type { CodeGraphNode } from "./code-graph-snapshot.ts";

export type NodeNameResolution =
  | { kind: "found"; id: string }
  | { kind: "not_found"; because: "unknown" | "ambiguous" };

/** Finds nodes by what a person or an agent calls them. Built once per snapshot. */
export type FindNode = (name: string) => NodeNameResolution;

/**
 * A name is a node's id, the exact path of a file or directory, or the declared name of a module; a path wins over a
 * module of the same name. Failing that, it is found by its normal form (NFC, `/` for `\`, without a leading `./` or an
 * ending `/`), so that a name typed on another system matches. Two spellings of one name are two files: whoever gives
 * neither exactly gets `ambiguous`. Nothing in a name is read as a pattern.
 */
export function indexNodeNames(nodes: readonly CodeGraphNode[]): FindNode {
  const exact = new Map<string, string>();
  const modules = new Map<string, string | null>();
  const normal = new Map<string, string | null>();
  for (const node of nodes) {
    if (node.kind === "module") {
      modules.set(node.name, modules.has(node.name) ? null : node.id);
    } else {
      exact.set(node.path, node.id);
      const key = normalForm(node.path);
      normal.set(key, normal.has(key) ? null : node.id);
    }
  }
  const ids = new Set(nodes.map(({ id }) => id));

  return (name) => {
    if (ids.has(name)) return { kind: "found", id: name };
    if (name === "") return { kind: "not_found", because: "unknown" };
    for (const found of [exact.get(name), modules.get(name), normal.get(normalForm(name))]) {
      if (found === null) return { kind: "not_found", because: "ambiguous" };
      if (found !== undefined) return { kind: "found", id: found };
    }
    return { kind: "not_found", because: "unknown" };
  };
}

function normalForm(name: string): string {
  return name
    .normalize("NFC")
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "");
}
