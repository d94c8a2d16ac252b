import { type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { identifyProject, type ProjectIdentity } from "#server/domain/project-identity/identify-project.ts";
import { failureOfGit } from "./git-failure.ts";
import { openRepository } from "./open-repository.ts";
import { readRemotes } from "./read-remotes.ts";
import { type RepositoryState, readRepositoryState, readRootCommit } from "./read-repository-state.ts";

export type IdentifiedRepository = ProjectIdentity & { root: string; state: RepositoryState };

/** Which project a folder belongs to, and at which commit it stands. Fails as `openRepository` does. */
export async function identifyRepository(folder: string, signal?: AbortSignal): Promise<Outcome<IdentifiedRepository>> {
  try {
    const repository = await openRepository(folder, signal);
    const state = await readRepositoryState(repository, signal);
    const { remotes, remoteOfBranch } = await readRemotes(repository, signal);
    const facts = {
      remotes,
      branchRemote: state.branch === null ? null : (remoteOfBranch.get(state.branch) ?? null),
      folder: repository.folder,
      isShallow: state.isShallow,
    };
    const byRemote = identifyProject({ ...facts, rootCommit: null });
    if (byRemote.source.kind === "remote") return succeed({ ...byRemote, root: repository.root, state });
    // Only a project without a usable remote needs the walk to its first commit.
    const rootCommit = await readRootCommit(repository, state.commit, signal);
    return succeed({ ...identifyProject({ ...facts, rootCommit }), root: repository.root, state });
  } catch (error) {
    return failureOfGit(error);
  }
}
