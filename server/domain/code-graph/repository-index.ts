import type { ModuleManifest } from "./module-manifest.ts";
import type { ParsedBlob } from "./parsed-blob.ts";
import { directoriesUp, directoryOf } from "./repository-path.ts";

/** One file of a commit. `parsed` is null where its content was not read. */
export type RepositoryFile = { path: string; objectId: string; parsed: ParsedBlob | null };

type ManifestOf<Kind extends ModuleManifest["kind"]> = Extract<ModuleManifest, { kind: Kind }>;
export type PlacedManifest<Kind extends ModuleManifest["kind"]> = {
  path: string;
  directory: string;
  manifest: ManifestOf<Kind>;
};

/** What import resolution asks about a commit: which files and directories there are, and what the manifests say. */
export class RepositoryIndex {
  readonly files: ReadonlyMap<string, RepositoryFile>;
  readonly directories: ReadonlySet<string>;
  readonly #manifests: { path: string; directory: string; manifest: ModuleManifest }[] = [];

  /** `files` in the order of their paths, each path once. */
  constructor(files: readonly RepositoryFile[]) {
    this.files = new Map(files.map((file) => [file.path, file]));
    const directories = new Set<string>([""]);
    for (const { path, parsed } of files) {
      for (const directory of directoriesUp(directoryOf(path))) {
        if (directories.has(directory)) break;
        directories.add(directory);
      }
      if (parsed?.manifest) this.#manifests.push({ path, directory: directoryOf(path), manifest: parsed.manifest });
    }
    this.directories = directories;
  }

  hasFile(path: string): boolean {
    return this.files.has(path);
  }

  /** Manifests of one kind, in the order of their paths. */
  manifests<Kind extends ModuleManifest["kind"]>(kind: Kind): PlacedManifest<Kind>[] {
    const placed: PlacedManifest<Kind>[] = [];
    for (const { path, directory, manifest } of this.#manifests) {
      if (isOfKind(manifest, kind)) placed.push({ path, directory, manifest });
    }
    return placed;
  }
}

function isOfKind<Kind extends ModuleManifest["kind"]>(
  manifest: ModuleManifest,
  kind: Kind,
): manifest is ManifestOf<Kind> {
  return manifest.kind === kind;
}
