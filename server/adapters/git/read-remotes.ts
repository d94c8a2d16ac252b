import type { Remote } from "#server/domain/project-identity/choose-remote.ts";
import { GitFailure } from "./git-failure.ts";
import type { Repository } from "./open-repository.ts";
import { streamGitRecords } from "./run-git.ts";

/** Remotes in the order of their names, with the first URL of each, and what each branch follows. */
export type ConfiguredRemotes = { remotes: Remote[]; remoteOfBranch: Map<string, string> };

/**
 * Reads the repository's own settings only: a rewrite in the user's settings (`url.….insteadOf`) would give one project
 * another name on each machine. The URLs may carry passwords, so they go to `parseRemoteUrl` and nowhere else.
 */
export async function readRemotes(repository: Repository, signal?: AbortSignal): Promise<ConfiguredRemotes> {
  const urls = new Map<string, string>();
  const remoteOfBranch = new Map<string, string>();
  try {
    for await (const record of streamGitRecords({
      directory: repository.root,
      isTrusted: repository.isTrusted,
      command: "config",
      options: ["-z", "--local", "--get-regexp", "^(remote\\..*\\.url|branch\\..*\\.remote)$"],
      signal,
    })) {
      const text = record.toString("utf8");
      const keyEnd = text.indexOf("\n");
      const key = keyEnd < 0 ? text : text.slice(0, keyEnd);
      const value = keyEnd < 0 ? "" : text.slice(keyEnd + 1);
      const name = key.slice(key.indexOf(".") + 1, key.lastIndexOf("."));
      if (key.startsWith("remote.")) urls.set(name, urls.get(name) ?? value);
      else remoteOfBranch.set(name, value);
    }
  } catch (error) {
    if (!(error instanceof GitFailure && error.kind === "failed" && error.errorText === "")) throw error;
  }
  const remotes = [...urls].map(([name, url]) => ({ name, url })).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { remotes, remoteOfBranch };
}
