import type { Outcome } from "#server/contracts/failure-codes.ts";
import { failureOfGit } from "./git-failure.ts";
import type { IdentifiedRepository } from "./identify-repository.ts";
import { identifyRepository } from "./identify-repository.ts";
import { workingTreeOf } from "./open-repository.ts";
import { type RepositoryWitness, readWitness } from "./repository-witness.ts";

/** Working trees remembered; an agent works in one, a server for a team's machine in some. */
const keptTrees = 64;

/**
 * `identifyRepository` that starts git only when something that git would read has changed. Six processes are the most
 * expensive part of a SCOPE: started from a process as large as a server with its store, each costs tens of milliseconds.
 * A repository that is trusted only by the user's own settings is asked about each time, because those may change.
 */
export function rememberIdentity(): (folder: string) => Promise<Outcome<IdentifiedRepository>> {
  const kept = new Map<string, { witness: string; identity: Outcome<IdentifiedRepository> }>();
  return async (folder) => {
    let root: string;
    try {
      root = workingTreeOf(folder);
    } catch (error) {
      return failureOfGit(error);
    }
    const before = readWitness(root);
    const known = kept.get(root);
    kept.delete(root);
    if (before !== null && known?.witness === before.hash) {
      kept.set(root, known);
      return known.identity;
    }
    const identity = await identifyRepository(folder);
    if (identity.ok && before !== null && isToldBy(before, root, identity.value)) {
      kept.set(root, { witness: before.hash, identity });
      const [oldest] = kept.keys();
      if (kept.size > keptTrees && oldest !== undefined) kept.delete(oldest);
    }
    return identity;
  };
}

/** Nothing moved while git was asked, and git saw what the files say: only then does the one stand for the other. */
function isToldBy(before: RepositoryWitness, root: string, identity: IdentifiedRepository): boolean {
  const { state } = identity;
  return (
    !identity.isTrusted &&
    identity.root === root &&
    state.branch === before.branch &&
    (before.commit === null || state.commit === before.commit) &&
    readWitness(root)?.hash === before.hash
  );
}
