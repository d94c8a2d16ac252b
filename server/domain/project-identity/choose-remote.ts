export type Remote = { name: string; url: string };

export type RemoteChoice =
  | { kind: "chosen"; remote: Remote; rule: "origin" | "branch" | "only" }
  | { kind: "none"; because: "no_remotes" | "several_remotes" };

/**
 * Which remote names the project: `origin`, else the one that the current branch is configured to follow, else the only
 * one there is. A shared `upstream` never wins over `origin`: two repositories made from one template stay two projects.
 * The order in which remotes are listed has no influence.
 */
export function chooseRemote(repository: { remotes: readonly Remote[]; branchRemote: string | null }): RemoteChoice {
  const { remotes, branchRemote } = repository;
  const origin = remotes.find(({ name }) => name === "origin");
  if (origin) return { kind: "chosen", remote: origin, rule: "origin" };
  const followed = remotes.find(({ name }) => name === branchRemote);
  if (followed) return { kind: "chosen", remote: followed, rule: "branch" };
  const [only, ...others] = remotes;
  if (only === undefined) return { kind: "none", because: "no_remotes" };
  if (others.length > 0) return { kind: "none", because: "several_remotes" };
  return { kind: "chosen", remote: only, rule: "only" };
}
