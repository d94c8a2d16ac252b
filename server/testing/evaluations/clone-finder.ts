import { existsSync } from "node:fs";
import { join } from "node:path";

/** Finds the clone of `owner/name` in a folder of clones, bare or not, named `owner+name`, `owner/name` or `name`; else null. */
export function cloneFinder(clones: string): (repository: string) => string | null {
  return (repository) =>
    [repository.replace("/", "+"), repository, repository.split("/")[1] ?? ""]
      .flatMap((name) => [join(clones, name), join(clones, name, "repo")])
      .find((folder) => existsSync(join(folder, "HEAD")) || existsSync(join(folder, ".git"))) ?? null;
}
