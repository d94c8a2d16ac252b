import { lstat, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { GitFailure } from "./git-failure.ts";
import { listTree } from "./list-tree.ts";
import { openRepository } from "./open-repository.ts";
import { readBlobs } from "./read-blobs.ts";
import { readRepositoryState } from "./read-repository-state.ts";
import { readGit } from "./run-git.ts";

/** Folders that tools need and commits do not hold. They are joined by links, so the copy sees the same packages. */
const installedFolders = ["node_modules", ".venv", "venv"];

const largestFile = 256 * 1_048_576;

/**
 * Writes the committed files to a folder of its own and applies `diff` to them. No hook, filter or setting of the
 * repository runs, and nothing is written to it. Links and submodules of the commit are left out: a link could lead the
 * command outside. The folder is removed at the end, whatever happens.
 * Throws `GitFailure` when there is no repository or the diff does not apply.
 */
export async function withThrowawayTree<Result>(
  { folder, diff }: { folder: string; diff: string },
  run: (root: string, repositoryRoot: string) => Promise<Result>,
): Promise<Result> {
  const repository = await openRepository(folder);
  const state = await readRepositoryState(repository);
  const root = await realpath(await mkdtemp(path.join(tmpdir(), "whence-tree-")));
  try {
    const pathsOf = new Map<string, string[]>();
    for await (const entry of listTree(repository, state.commit)) {
      if (entry.kind !== "file" || entry.path === null || !isInside(entry.path)) continue;
      const held = pathsOf.get(entry.objectId);
      if (held) held.push(entry.path);
      else pathsOf.set(entry.objectId, [entry.path]);
    }
    const objectIds = [...pathsOf.keys()];
    const request = { commit: state.commit, objectIds, maxBytes: largestFile, isPartial: state.isPartial };
    for await (const blob of readBlobs(repository, request)) {
      if (blob.kind !== "content") continue;
      for (const file of pathsOf.get(blob.objectId) ?? []) {
        const target = path.join(root, file);
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(target, blob.bytes);
      }
    }
    if (diff.trim() !== "") await applyDiff(root, diff);
    await linkInstalled(repository.root, root, [...pathsOf.values()].flat());
    return await run(root, repository.root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function applyDiff(root: string, diff: string): Promise<void> {
  try {
    await readGit({ directory: root, command: "apply", options: ["--whitespace=nowarn"], input: [diff] });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const reason = error.errorText.split("\n").find((line) => line.trim() !== "") ?? "it is no diff";
    throw new GitFailure("refused", `The diff does not apply to the commit: ${reason.replace(/^error: /, "")}`);
  }
}

/** Beside each manifest of the commit, and at the top. */
async function linkInstalled(from: string, to: string, files: readonly string[]): Promise<void> {
  const folders = new Set([
    "",
    ...files.filter((file) => /(?:^|\/)package\.json$/.test(file)).map((file) => path.posix.dirname(file)),
  ]);
  for (const folder of folders) {
    for (const name of installedFolders) {
      const source = path.join(from, folder, name);
      const target = path.join(to, folder, name);
      if (!(await exists(source)) || (await exists(target))) continue;
      await symlink(source, target, "junction");
    }
  }
}

function isInside(file: string): boolean {
  return !path.isAbsolute(file) && !file.split(/[/\\]/).some((part) => part === ".." || part.toLowerCase() === ".git");
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
