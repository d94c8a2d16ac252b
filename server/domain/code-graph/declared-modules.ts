import { type CodeGraphEdge, type CodeGraphNode, directoryId, moduleId } from "./code-graph-snapshot.ts";
import { packagesByName } from "./packages-by-name.ts";
import type { PlacedManifest, RepositoryIndex } from "./repository-index.ts";
import { joinPath, pathBelow } from "./repository-path.ts";
import { bazelWorkspaceOf, createBazelResolver } from "./resolve-bazel-label.ts";

/**
 * Modules that manifests declare, each containing its directory, and the imports among them that the manifests name:
 * workspace dependencies of npm, path and workspace dependencies of Cargo, requirements of Go, labels of Bazel.
 * A name that several modules share makes no edge.
 */
export function declaredModules(index: RepositoryIndex): { nodes: CodeGraphNode[]; edges: CodeGraphEdge[] } {
  const nodes: CodeGraphNode[] = [];
  const edges: CodeGraphEdge[] = [];
  const declare = (placed: { path: string; directory: string }, name: string) => {
    const id = moduleId(placed.path);
    nodes.push({ id, kind: "module", path: placed.directory, name });
    edges.push({ from: id, to: directoryId(placed.directory), kind: "contains" });
  };
  const known = new Set<string>();
  const link = (from: string, to: string) => {
    const key = `${from}\u0000${to}`;
    if (from === to || known.has(key)) return;
    known.add(key);
    edges.push({ from, to, kind: "imports" });
  };
  const depend = (from: { path: string }, to: { path: string } | undefined) => {
    if (to !== undefined) link(moduleId(from.path), moduleId(to.path));
  };

  const packages = packagesByName(index);
  for (const placed of index.manifests("package_json")) {
    if (placed.manifest.name === null) continue;
    declare(placed, placed.manifest.name);
    for (const name of placed.manifest.dependencies) {
      const named = packages.get(name);
      if (named !== "ambiguous") depend(placed, named);
    }
  }

  const crates = index.manifests("cargo").filter(({ manifest }) => manifest.name !== null);
  const crateByName = uniqueByName(crates, ({ manifest }) => manifest.name);
  const crateAt = new Map(crates.map((placed) => [placed.directory, placed]));
  for (const placed of crates) {
    declare(placed, placed.manifest.name ?? "");
    for (const { name, package: renamed, path, isWorkspace } of placed.manifest.dependencies) {
      const directory = path === null ? null : joinPath(placed.directory, path);
      if (directory !== null) depend(placed, crateAt.get(directory));
      else if (isWorkspace) depend(placed, crateByName.get(renamed ?? name));
    }
  }

  const goModules = index.manifests("go_mod");
  const goByName = uniqueByName(goModules, ({ manifest }) => manifest.module);
  for (const placed of goModules) {
    declare(placed, placed.manifest.module);
    for (const name of placed.manifest.requires) depend(placed, goByName.get(name));
  }

  const resolveLabel = createBazelResolver(index);
  for (const placed of index.manifests("bazel_package")) {
    declare(placed, `//${pathBelow(placed.directory, bazelWorkspaceOf(index, placed.directory))}`);
    const file = { path: placed.path, objectId: "", parsed: null };
    for (const label of placed.manifest.labels) {
      const resolution = resolveLabel(file, { form: "import", specifier: label });
      if (resolution.kind !== "resolved") continue;
      for (const to of resolution.targets) link(moduleId(placed.path), to);
    }
  }
  return { nodes, edges };
}

function uniqueByName<Kind extends "cargo" | "go_mod">(
  manifests: readonly PlacedManifest<Kind>[],
  nameOf: (placed: PlacedManifest<Kind>) => string | null,
): Map<string, PlacedManifest<Kind>> {
  const byName = new Map<string, PlacedManifest<Kind> | null>();
  for (const placed of manifests) {
    const name = nameOf(placed);
    if (name !== null) byName.set(name, byName.has(name) ? null : placed);
  }
  const unique = new Map<string, PlacedManifest<Kind>>();
  for (const [name, placed] of byName) if (placed !== null) unique.set(name, placed);
  return unique;
}
