import { open, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { HookRepository } from "#server/api/hooks/run-hook.ts";
import { parseRemoteUrl } from "#server/domain/project-identity/parse-remote-url.ts";

/** Branches whose name says nothing about the work. */
const trunks = new Set(["main", "master", "develop", "trunk", "HEAD"]);

/**
 * The repository of a folder, read from git's own files: no process is started, because a hook has a second in all.
 * Where the files are of a rarer kind (includes, several remotes, none), git itself is asked.
 */
export async function hookRepository(folder: string): Promise<HookRepository | null> {
  const found = await findGit(folder);
  if (!found) return null;
  const task = await taskOf(found.own);
  const project = originSlug(await readFile(path.join(found.common, "config"), "utf8").catch(() => ""));
  if (project !== null) return { project, root: found.root, task };
  const { identifyRepository } = await import("#server/adapters/git/identify-repository.ts");
  const identity = await identifyRepository(folder);
  return identity.ok ? { project: identity.value.project, root: identity.value.root, task } : null;
}

/** `own` is the git folder of this worktree, `common` the one that all worktrees share. */
async function findGit(folder: string): Promise<{ root: string; own: string; common: string } | null> {
  for (let root = path.resolve(folder); ; root = path.dirname(root)) {
    const dotGit = path.join(root, ".git");
    const kind = await stat(dotGit).catch(() => null);
    if (kind?.isDirectory()) return { root, own: dotGit, common: dotGit };
    if (kind?.isFile()) {
      const named = /^gitdir: (.+)$/m.exec(await readFile(dotGit, "utf8"))?.[1]?.trim();
      if (named === undefined) return null;
      const own = path.resolve(root, named);
      const shared = await readFile(path.join(own, "commondir"), "utf8").catch(() => ".");
      return { root, own, common: path.resolve(own, shared.trim()) };
    }
    if (root === path.dirname(root)) return null;
  }
}

/** The slug of `origin`; null when the file is of a kind that only git reads right, or `origin` names no project. */
function originSlug(config: string): string | null {
  if (/^\s*\[\s*(?:include|url)/im.test(config)) return null;
  let isOrigin = false;
  let slug: string | null = null;
  for (const line of config.split("\n")) {
    const section = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) isOrigin = section.trim() === 'remote "origin"';
    const url = isOrigin ? /^\s*url\s*=\s*([^\s"\\;#]+)\s*$/.exec(line)?.[1] : undefined;
    if (url === undefined) continue;
    // Several URLs: git fetches from the first, and so do we name it, but that is rare enough to leave to git.
    if (slug !== null) return null;
    const parsed = parseRemoteUrl(url);
    slug = parsed.kind === "address" ? parsed.slug : null;
  }
  return slug;
}

/** Branch and last commit, from `HEAD` and its log. */
async function taskOf(gitFolder: string): Promise<string> {
  const head = await readFile(path.join(gitFolder, "HEAD"), "utf8").catch(() => "");
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? "";
  const lastMove = (await readFileTail(path.join(gitFolder, "logs", "HEAD"), 4_096)).trimEnd().split("\n").at(-1) ?? "";
  const subject = /\tcommit(?: \([a-z]+\))?: (.+)$/.exec(lastMove)?.[1] ?? "";
  return [trunks.has(branch) ? "" : branch, subject].filter((part) => part !== "").join("\n");
}

/** The end of a file from a line start; empty when it cannot be read. */
export async function readFileTail(file: string, maxBytes: number): Promise<string> {
  try {
    const handle = await open(file, "r");
    try {
      const { size } = await handle.stat();
      const start = Math.max(0, size - maxBytes);
      const buffer = Buffer.alloc(size - start);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
      const text = buffer.subarray(0, bytesRead).toString("utf8");
      return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
    } finally {
      await handle.close();
    }
  } catch {
    return "";
  }
}
