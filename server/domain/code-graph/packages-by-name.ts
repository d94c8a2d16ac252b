import type { PlacedManifest, RepositoryIndex } from "./repository-index.ts";
import { directoriesUp, pathBelow } from "./repository-path.ts";
import { isWorkspaceMember } from "./workspace-pattern.ts";

type Package = PlacedManifest<"package_json">;

/**
 * Packages of this repository by name. Where a name is used twice, a member of a workspace wins over the others, such as
 * fixtures and templates; two members of one name are ambiguous.
 */
export function packagesByName(index: RepositoryIndex): Map<string, Package | "ambiguous"> {
  const packages = index.manifests("package_json");
  const workspaces = [
    ...packages.map(({ directory, manifest }) => ({ directory, patterns: manifest.workspaces })),
    ...index.manifests("pnpm_workspace").map(({ directory, manifest }) => ({ directory, patterns: manifest.packages })),
  ].filter(({ patterns }) => patterns.length > 0);
  const patternsOf = new Map<string, string[]>();
  for (const { directory, patterns } of workspaces) {
    patternsOf.set(directory, [...(patternsOf.get(directory) ?? []), ...patterns]);
  }
  const isMember = ({ directory }: Package) => {
    for (const above of directoriesUp(directory)) {
      const patterns = patternsOf.get(above);
      if (patterns && (directory === above || isWorkspaceMember(pathBelow(directory, above), patterns))) return true;
    }
    return false;
  };

  const byName = new Map<string, { member: boolean; placed: Package | "ambiguous" }>();
  for (const placed of packages) {
    const { name } = placed.manifest;
    if (name === null) continue;
    const member = isMember(placed);
    const earlier = byName.get(name);
    if (earlier === undefined || (member && !earlier.member)) byName.set(name, { member, placed });
    else if (member === earlier.member) byName.set(name, { member, placed: "ambiguous" });
  }
  return new Map([...byName].map(([name, { placed }]) => [name, placed]));
}
