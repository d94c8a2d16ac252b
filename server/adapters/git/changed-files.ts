import type { Repository } from "./open-repository.ts";
import { streamGitRecords } from "./run-git.ts";

export type ChangedFile = {
  change: "added" | "changed" | "deleted";
  path: string;
  /** Object id after the change; null when the file was deleted. */
  objectId: string | null;
};

/**
 * Files that differ between two commits, in git's order. A rename is one deleted and one added file: whether they are
 * the same is a question about history, answered elsewhere. Names that are no UTF-8 are left out.
 */
export async function* changedFiles(
  repository: Repository,
  commits: { from: string; to: string },
  signal?: AbortSignal,
): AsyncGenerator<ChangedFile, void, undefined> {
  let status: string | null = null;
  for await (const record of streamGitRecords({
    directory: repository.root,
    isTrusted: repository.isTrusted,
    command: "diff-tree",
    options: ["-z", "-r", "--raw", "--no-renames", "--no-ext-diff", "--no-textconv", "--full-index"],
    revisions: [commits.from, commits.to],
    maxOutputBytes: 1_024 * 1_048_576,
    signal,
  })) {
    if (status === null) {
      status = record.toString("latin1");
      continue;
    }
    // ":<old mode> <new mode> <old object> <new object> <letter>", then the name
    const [, , , objectId = "", letter = ""] = status.split(" ");
    status = null;
    const path = record.toString("utf8");
    if (!Buffer.from(path, "utf8").equals(record)) continue;
    if (letter === "D") yield { change: "deleted", path, objectId: null };
    else yield { change: letter === "A" ? "added" : "changed", path, objectId };
  }
}
