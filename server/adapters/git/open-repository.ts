import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { RepositoryFolder } from "./git-arguments.ts";
import { GitFailure } from "./git-failure.ts";
import { type GitCall, readGit } from "./run-git.ts";

/** A repository that may be read, with what every call about it needs. Paths are absolute and free of links. */
export type Repository = {
  /** Top of the working tree that was named. */
  root: string;
  /** Folder that all working trees of the repository share. */
  commonDir: string;
  /** Name of the repository's own folder; the same for each of its linked worktrees. */
  folder: string;
  isTrusted: boolean;
};

const oldestGit = [2, 30] as const;

/**
 * Finds the repository that a folder lies in. Throws `GitFailure` with a text for people when there is none, when git is
 * absent or too old, when it belongs to somebody else, or when it is a bare repository that merely lies in a folder.
 */
export async function openRepository(folder: string, signal?: AbortSignal): Promise<Repository> {
  const directory = workingTreeOf(folder);
  const locate = (isTrusted: boolean) => readLocation({ directory, isTrusted, signal });
  try {
    const [, repository] = await Promise.all([requireGit(directory, signal), locate(false)]);
    return repository;
  } catch (error) {
    if (!(error instanceof GitFailure) || error.kind !== "failed") throw error;
    if (!error.errorText.includes("dubious ownership")) {
      throw new GitFailure(
        "refused",
        `git cannot open the repository at ${directory}: it is damaged or leads nowhere.`,
      );
    }
    if (await isTrustedByUser(directory, signal)) return await locate(true);
    throw new GitFailure(
      "refused",
      `The repository at ${directory} belongs to another user, and its settings could start programs in your name. ` +
        `If you trust it, run: git config --global --add safe.directory ${JSON.stringify(directory)}`,
    );
  }
}

/** Top of the working tree that a folder lies in, without asking git. Throws `GitFailure` where there is none. */
export function workingTreeOf(folder: string): string {
  const checked = RepositoryFolder.safeParse(folder);
  if (!checked.success)
    throw new GitFailure("refused", `The folder ${checked.error.issues[0]?.message ?? "is invalid"}.`);
  return findWorkingTree(realFolder(resolve(checked.data)));
}

/**
 * The top is where `.git` lies, whatever the settings say: a `core.worktree` of a hostile repository would turn every
 * later call to a folder of its choosing.
 */
async function readLocation(call: { directory: string; isTrusted: boolean; signal: AbortSignal | undefined }) {
  const shared = await pathFrom({ ...call, command: "rev-parse", options: ["--git-common-dir"] });
  const commonDir = realFolder(resolve(call.directory, shared));
  const folder = basename(commonDir) === ".git" ? basename(dirname(commonDir)) : basename(call.directory);
  return { root: call.directory, commonDir, folder, isTrusted: call.isTrusted };
}

/** One path on one line: only the line's own end is cut, because a folder's name may itself contain line breaks. */
async function pathFrom(call: GitCall): Promise<string> {
  return (await readGit(call)).toString("utf8").replace(/\r?\n$/, "");
}

/**
 * The folder with `.git` in it, going up from `start`. A bare repository on the way is refused whatever git's version
 * allows: inside an ordinary folder it is a known way to bring along settings that start programs.
 */
function findWorkingTree(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (exists(join(folder, ".git"))) return folder;
    if (exists(join(folder, "HEAD")) && exists(join(folder, "objects")) && exists(join(folder, "refs"))) {
      throw new GitFailure("refused", `${folder} is a bare repository; name a working tree of it instead.`);
    }
    if (dirname(folder) === folder) throw new GitFailure("refused", `${start} is not inside a git repository.`);
  }
}

/** Where a git that is new enough was found: asking each time would cost a process a time. */
let requiredPath: string | undefined;

async function requireGit(directory: string, signal: AbortSignal | undefined): Promise<void> {
  const { PATH } = process.env;
  if (PATH !== undefined && PATH === requiredPath) return;
  const text = (await readGit({ directory, command: "version", options: [], signal })).toString("utf8");
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(text) ?? [];
  const isOldEnough = Number(major) > oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) >= oldestGit[1]);
  if (!isOldEnough)
    throw new GitFailure("refused", `git ${oldestGit.join(".")} or newer is needed, found ${text.trim()}.`);
  requiredPath = PATH;
}

/** Whether the user has told git, outside of this repository, that its owner does not matter. */
async function isTrustedByUser(directory: string, signal: AbortSignal | undefined): Promise<boolean> {
  const outside = dirname(process.execPath);
  try {
    const answer = await readGit({
      directory: outside,
      command: "config",
      options: ["-z", "--global", "--type=path", "--get-all", "safe.directory"],
      readsUserConfig: true,
      signal,
    });
    const folders = answer.toString("utf8").split("\u0000");
    // git's own rule: an empty value forgets those before it.
    return folders.slice(folders.lastIndexOf("", -2) + 1).some((folder) => folder === "*" || folder === directory);
  } catch (error) {
    if (error instanceof GitFailure && error.kind === "failed") return false;
    throw error;
  }
}

function realFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    return statSync(real).isDirectory() ? real : dirname(real);
  } catch {
    throw new GitFailure("refused", `${folder} does not exist or may not be read.`);
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
