import { fileId, moduleId } from "./code-graph-snapshot.ts";
import { external, type ImportResolution, type ResolveImport, resolvedTo, unresolved } from "./import-resolution.ts";
import type { RepositoryIndex } from "./repository-index.ts";
import { directoriesUp, directoryOf } from "./repository-path.ts";

/** Files that mark the top of a Bazel workspace; labels with `//` start there. */
const workspaceMarks = ["MODULE.bazel", "REPO.bazel", "WORKSPACE.bazel", "WORKSPACE"];

/** The directory that `//` means for a file: the nearest marked one, else the repository's top. */
export function bazelWorkspaceOf(index: RepositoryIndex, directory: string): string {
  for (const above of directoriesUp(directory)) {
    if (workspaceMarks.some((mark) => index.hasFile(above === "" ? mark : `${above}/${mark}`))) return above;
  }
  return "";
}

/**
 * Resolves a label to the file that it names, as `load` needs it, else to the module of its package. Labels of other
 * repositories (`@name//…`) are external.
 */
export function createBazelResolver(index: RepositoryIndex): ResolveImport {
  const packageAt = new Map(index.manifests("bazel_package").map(({ directory, path }) => [directory, path]));

  return ({ path }, { specifier }) => resolveLabel(path, specifier);

  function resolveLabel(importer: string, label: string): ImportResolution {
    const match = /^(@@?[^/]*)?(?:\/\/([^:]*))?(?::(.*))?$/.exec(
      label.includes(":") || label.startsWith("@") || label.startsWith("//") ? label : `:${label}`,
    );
    if (match === null) return unresolved;
    const [, repository, packagePath, target] = match;
    if (repository !== undefined && repository !== "@" && repository !== "@@") return external;
    const workspace = bazelWorkspaceOf(index, directoryOf(importer));
    const directory =
      packagePath === undefined
        ? ownPackage(importer)
        : [workspace, packagePath].filter((part) => part !== "").join("/");
    const file = target === undefined ? null : directory === "" ? target : `${directory}/${target}`;
    if (file !== null && index.hasFile(file)) return resolvedTo([fileId(file)]);
    const manifest = packageAt.get(directory);
    return manifest === undefined ? unresolved : resolvedTo([moduleId(manifest)]);
  }

  function ownPackage(importer: string): string {
    for (const above of directoriesUp(directoryOf(importer))) if (packageAt.has(above)) return above;
    return directoryOf(importer);
  }
}
