import { execFile } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { DemoContent } from "./demo-content.ts";

const run = promisify(execFile);
const dayMs = 86_400_000;

/**
 * Makes the demo's checkout with its history in a folder of its own, hands it to `use`, and removes it. A file grows
 * with each commit that names it and is whole in the last. Throws what git says, or that there is no git.
 */
export async function withDemoCheckout<Result>(
  { folder, commits }: DemoContent["checkout"],
  { remote, now }: { remote: string; now: Date },
  use: (checkout: string) => Promise<Result>,
): Promise<Result> {
  const checkout = await mkdtemp(path.join(tmpdir(), "whence-demo-"));
  try {
    await git(checkout, ["init", "--quiet", "--initial-branch=main"], now);
    await appendFile(path.join(checkout, ".git", "config"), `[remote "origin"]\n\turl = ${remote}\n`);
    const times = new Map<string, number>();
    for (const { files } of commits) for (const file of files) times.set(file, (times.get(file) ?? 0) + 1);
    const grown = new Map<string, number>();
    for (const { message, files, days_ago: daysAgo } of commits) {
      for (const file of files) {
        const turn = (grown.get(file) ?? 0) + 1;
        grown.set(file, turn);
        await writeGrown(folder, checkout, file, turn / (times.get(file) ?? 1));
      }
      const at = new Date(now.getTime() - daysAgo * dayMs);
      await git(checkout, ["add", "--", ...files], at);
      await git(checkout, ["commit", "--quiet", "--no-verify", "-m", message], at);
    }
    return await use(checkout);
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
}

async function writeGrown(folder: string, checkout: string, file: string, share: number): Promise<void> {
  const lines = (await readFile(path.join(folder, file), "utf8")).split("\n");
  const target = path.join(checkout, file);
  await mkdir(path.dirname(target), { recursive: true });
  const kept = lines.slice(0, Math.ceil(lines.length * share)).join("\n");
  await writeFile(target, share === 1 ? lines.join("\n") : `${kept}\n`);
}

/** Nothing that the machine's own git is set up for may touch the demo: no identity, no signing, no hooks. */
async function git(checkout: string, args: readonly string[], at: Date): Promise<void> {
  const date = at.toISOString();
  await run("git", ["-C", checkout, "-c", "core.hooksPath=/dev/null", "-c", "commit.gpgSign=false", ...args], {
    env: {
      NODE_ENV: process.env.NODE_ENV,
      PATH: process.env.PATH,
      HOME: checkout,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Demo",
      GIT_AUTHOR_EMAIL: "demo@localhost",
      GIT_COMMITTER_NAME: "Demo",
      GIT_COMMITTER_EMAIL: "demo@localhost",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
  });
}
