import { type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { identifyProject, type ProjectIdentity } from "#server/domain/project-identity/identify-project.ts";
import { failureOfGit } from "./git-failure.ts";
import { openRepository } from "./open-repository.ts";
import { readRemotes } from "./read-remotes.ts";
import { type RepositoryState, readRepositoryState, readRootCommit } from "./read-repository-state.ts";

export type IdentifiedRepository = ProjectIdentity & {
  root: string;
  state: RepositoryState;
  /** Another user's, and read only because this user's own settings trust it. */
  isTrusted: boolean;
};

/** Which project a folder belongs to, and at which commit it stands. Fails as `openRepository` does. */
export async function identifyRepository(folder: string, signal?: AbortSignal): Promise<Outcome<IdentifiedRepository>> {
  try {
    const repository = await openRepository(folder, signal);
    const [state, { remotes, remoteOfBranch }] = await Promise.all([
      readRepositoryState(repository, signal),
      readRemotes(repository, signal),
    ]);
    const { root, isTrusted } = repository;
    const facts = {
      remotes,
      branchRemote: state.branch === null ? null : (remoteOfBranch.get(state.branch) ?? null),
      folder: repository.folder,
      isShallow: state.isShallow,
    };
    const byRemote = identifyProject({ ...facts, rootCommit: null });
    if (byRemote.source.kind === "remote") return succeed({ ...byRemote, root, state, isTrusted });
    // Only a project without a usable remote needs the walk to its first commit.
    const rootCommit = await readRootCommit(repository, state.commit, signal);
    return succeed({ ...identifyProject({ ...facts, rootCommit }), root, state, isTrusted });
  } catch (error) {
    return failureOfGit(error);
  }
}
