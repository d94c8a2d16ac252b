import { chooseRemote, type Remote } from "./choose-remote.ts";
import { parseRemoteUrl } from "./parse-remote-url.ts";

export type RepositoryFacts = {
  remotes: readonly Remote[];
  /** Remote that the checked-out branch is configured to follow. */
  branchRemote: string | null;
  /** Name of the repository's own folder, not of a linked worktree. */
  folder: string;
  /** First commit on the first-parent line of HEAD; null where there is none yet. */
  rootCommit: string | null;
  /** The history is cut, so `rootCommit` is only where the cut lies. */
  isShallow: boolean;
};

/**
 * A project's name and where it came from. `warnings` are for people: each says what makes the name weaker than a
 * remote's, and none contains a URL.
 */
export type ProjectIdentity = {
  project: string;
  source: { kind: "remote"; rule: "origin" | "branch" | "only" } | { kind: "folder" };
  warnings: string[];
};

/**
 * Names the project of a repository: the slug of its remote, else `local/<folder>-<first 8 of the root commit>`, so that
 * two folders of one name stay two projects. Depends on nothing but the facts given.
 */
export function identifyProject(facts: RepositoryFacts): ProjectIdentity {
  const choice = chooseRemote(facts);
  if (choice.kind === "chosen") {
    const parsed = parseRemoteUrl(choice.remote.url);
    if (parsed.kind === "address") {
      return {
        project: parsed.slug,
        source: { kind: "remote", rule: choice.rule },
        warnings: [],
      };
    }
    // A remote's name may be a URL too, with a password in it.
    const name = /^[\w.-]+$/.test(choice.remote.name) ? choice.remote.name : "that was chosen";
    return localProject(facts, `The remote ${name} cannot name the project: ${parsed.because}.`);
  }
  if (choice.because === "no_remotes") return localProject(facts, "The repository has no remote.");
  return localProject(
    facts,
    "The repository has several remotes, none of them named origin or followed by the current branch.",
  );
}

function localProject(facts: RepositoryFacts, reason: string): ProjectIdentity {
  const folder =
    facts.folder
      .toWellFormed()
      .replace(/[\u0000-\u001f\u007f/\\]+/g, "-")
      .trim()
      .slice(0, 200)
      .toWellFormed() || "root";
  const root = facts.rootCommit === null ? "unborn" : facts.rootCommit.slice(0, 8);
  const project = `local/${folder}-${root}`;
  const warnings = [`${reason} It is known as ${project} on this machine only; add a remote to share its memory.`];
  if (facts.rootCommit === null) warnings.push("It has no commit yet, so its name will change with the first one.");
  else if (facts.isShallow) warnings.push("Its history is cut short, so its name will change once it is complete.");
  return { project, source: { kind: "folder" }, warnings };
}
