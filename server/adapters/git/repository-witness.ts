import { createHash } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join, resolve } from "node:path";

/**
 * Everything in a repository's folder that decides which project it is and at which commit it stands, read without
 * starting git. `hash` is equal only when nothing of it was touched. `commit` (null where refs are packed) and `branch`
 * are what the files say, to be held against git's own answer before anything is kept under the witness.
 */
export type RepositoryWitness = { hash: string; commit: string | null; branch: string | null };

/** Longest file that is read; nothing that stands here is ever near it. */
const longestFileBytes = 1_048_576;

/**
 * Null where files do not tell: a working tree without a commit, refs in another form than files, a file that is none,
 * settings that include others. Then git has to be asked.
 */
export function readWitness(root: string): RepositoryWitness | null {
  try {
    return witnessOf(root);
  } catch {
    return null;
  }
}

function witnessOf(root: string): RepositoryWitness | null {
  const marks: string[] = [];
  const take = (path: string): string | null => {
    const file = readSmallFile(path);
    marks.push(file === null ? "" : file.mark);
    return file?.text ?? null;
  };
  const folderOf = (path: string): string => {
    const real = realpathSync(path);
    marks.push(real, `${lstatSync(real).uid}`);
    return real;
  };
  const top = join(root, ".git");
  folderOf(root);
  let gitDir = top;
  if (lstatSync(realpathSync(top)).isFile()) {
    const link = /^gitdir: ([^\0]+?)\r?\n?$/.exec(take(top) ?? "")?.[1];
    if (link === undefined) return null;
    gitDir = resolve(root, link);
  }
  gitDir = folderOf(gitDir);
  const shared = take(join(gitDir, "commondir"));
  const commonDir = shared === null ? gitDir : folderOf(resolve(gitDir, shared.replace(/\r?\n$/, "")));
  const settings = [take(join(commonDir, "config")), take(join(gitDir, "config.worktree"))];
  if (settings.some((text) => text !== null && /\[\s*include/i.test(text))) return null;
  take(join(commonDir, "shallow"));
  take(join(commonDir, "info", "grafts"));
  const head = readHead(take(join(gitDir, "HEAD")));
  if (head === null) return null;
  if ("commit" in head) return { hash: hashOf(marks), commit: head.commit, branch: null };
  const loose = take(join(commonDir, "refs", "heads", ...head.branch.split("/")));
  if (loose !== null) {
    const commit = objectId(loose.trim());
    return commit === null ? null : { hash: hashOf(marks), commit, branch: head.branch };
  }
  // Packed refs are replaced as a whole, by a new file: who it is says whether it is still the same, as git itself decides.
  const packed = statSync(join(commonDir, "packed-refs"), { bigint: true });
  marks.push(identityOf(packed));
  return { hash: hashOf(marks), commit: null, branch: head.branch };
}

/** Settings may hold passwords, so what is kept of them is a hash. */
function hashOf(marks: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(marks)).digest("hex");
}

function readHead(text: string | null): { commit: string } | { branch: string } | null {
  if (text === null) return null;
  const line = text.replace(/\r?\n$/, "");
  const commit = objectId(line);
  if (commit !== null) return { commit };
  const branch = /^ref: refs\/heads\/([^\0\n]+)$/.exec(line)?.[1];
  // What git would not call a branch is left to git.
  if (branch === undefined || branch.split("/").some((part) => part === "" || part.startsWith("."))) return null;
  return { branch };
}

function objectId(text: string): string | null {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : null;
}

/**
 * A regular file with who it is: a write in place changes its times, a replacement its number. Null when it is not there.
 * Throws for what is no regular file or too long. Opened so that a pipe in a file's place cannot make it wait.
 */
function readSmallFile(path: string): { text: string; mark: string } | null {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw error;
  }
  try {
    const stats = fstatSync(handle, { bigint: true });
    if (!stats.isFile() || stats.size > longestFileBytes) throw new RangeError(`${path} is no small file`);
    const bytes = Buffer.alloc(Number(stats.size));
    readSync(handle, bytes, 0, bytes.length, 0);
    return { text: bytes.toString("utf8"), mark: `${identityOf(stats)}:${bytes.toString("latin1")}` };
  } finally {
    closeSync(handle);
  }
}

function identityOf({ dev, ino, size, mtimeNs, ctimeNs, uid }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs, uid].join(",");
}
