import { statSync } from "node:fs";
import { join } from "node:path";
import { ObjectId } from "./git-arguments.ts";
import { GitFailure } from "./git-failure.ts";
import type { Repository } from "./open-repository.ts";
import { readGit } from "./run-git.ts";

/** What HEAD is and how much of the repository is really there. Part of every cache key about its history. */
export type RepositoryState = {
  commit: string;
  /** Checked-out branch as `main`; null when HEAD is detached. */
  branch: string | null;
  /** History ends early: counts, first commits and co-change from it are wrong. */
  isShallow: boolean;
  /** `info/grafts` gives commits other parents than they were made with. */
  isGrafted: boolean;
  /** File contents may be missing until they are asked for over the network, which never happens here. */
  isPartial: boolean;
};

/** Reads HEAD once, so that everything after it speaks of one commit however many are made meanwhile. */
export async function readRepositoryState(repository: Repository, signal?: AbortSignal): Promise<RepositoryState> {
  const base = { directory: repository.root, isTrusted: repository.isTrusted, signal };
  const [head, symbolic, promisors] = await Promise.all([
    answerOrEmpty(
      readGit({ ...base, command: "rev-parse", options: ["--verify", "--quiet"], revisions: ["HEAD^{commit}"] }),
    ),
    answerOrEmpty(readGit({ ...base, command: "symbolic-ref", options: ["--quiet", "HEAD"] })),
    answerOrEmpty(readGit({ ...base, command: "config", options: ["-z", "--get-regexp", promisorKeys] })),
  ]);
  const commit = ObjectId.safeParse(head.trim());
  if (!commit.success) throw new GitFailure("refused", "The repository has no commit yet; there is nothing to index.");
  const ref = symbolic.replace(/\r?\n$/, "");
  return {
    commit: commit.data,
    branch: ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null,
    isShallow: fileSize(join(repository.commonDir, "shallow")) > 0,
    isGrafted: fileSize(join(repository.commonDir, "info", "grafts")) > 0,
    isPartial: promisors !== "",
  };
}

const promisorKeys = "^(extensions\\.partialclone|remote\\..*\\.promisor)$";

/**
 * First commit on the first-parent line: an unrelated history merged later does not change it. In a shallow repository
 * it is only the commit at which the history was cut.
 */
export async function readRootCommit(repository: Repository, commit: string, signal?: AbortSignal): Promise<string> {
  const answer = await readGit({
    directory: repository.root,
    isTrusted: repository.isTrusted,
    command: "rev-list",
    options: ["--first-parent", "--max-parents=0"],
    revisions: [commit],
    signal,
  });
  return ObjectId.parse(answer.toString("utf8").trim());
}

/** For questions to which git answers "none" by ending with code 1. */
async function answerOrEmpty(answer: Promise<Buffer>): Promise<string> {
  try {
    return (await answer).toString("utf8");
  } catch (error) {
    if (error instanceof GitFailure && error.kind === "failed" && error.errorText === "") return "";
    throw error;
  }
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
