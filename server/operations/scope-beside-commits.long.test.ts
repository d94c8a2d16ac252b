import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, inject, test } from "vitest";
import { commitAll, gitAs, repositoryOf, temporaryFolder, writeFiles } from "#server/testing/case-repositories.ts";
import { migrationsFolder } from "#server/testing/migrations-folder.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { endChildren, runChild } from "#server/testing/run-child.ts";

afterEach(endChildren);

const kills = 20;
const commitsBetweenKills = 10;
const run = promisify(execFile);

/** As a developer commits, without holding up this process, so that the kill falls between or into the commits. */
async function commit(root: string, number: number): Promise<void> {
  writeFiles(root, {
    "a.ts": `export const a = ${number}\n`,
    "src/b.ts": `import { a } from "../a.ts"\nexport const b = a + ${number}\n`,
  });
  const as = ["-C", root, "-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"];
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  await run("git", [...as, "add", "-A"], { env });
  await run("git", [...as, "commit", "-q", "-m", `change ${number}`], { env });
}

/** Git processes that work on a folder: what a killed parent may have left behind. */
async function gitIn(root: string): Promise<string[]> {
  const { stdout } = await run("ps", ["-A", "-o", "args"], { maxBuffer: 64 * 1_048_576 });
  return stdout.split("\n").filter((line) => /^\S*git /.test(line) && line.includes(root));
}

test("C13: 200 commits beside a SCOPE that is killed 20 times all succeed, and neither a lock nor a git process is left", async () => {
  const { folder, remove } = temporaryFolder();
  const dataDir = await mkdtemp(path.join(tmpdir(), "whence-c13-"));
  const root = repositoryOf(path.join(folder, "renames"), { "a.ts": "export const a = 0\n" });
  for (let turn = 1; turn <= 20; turn += 1) {
    gitAs(root, "mv", turn % 2 === 1 ? "a.ts" : "moved.ts", turn % 2 === 1 ? "moved.ts" : "a.ts");
    commitAll(root, `rename ${turn}`);
  }
  const args = [dataDir, migrationsFolder, inject("storeTemplate").folder, await parseWorkerFile(), root];
  let number = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const child = await runChild("server/testing/children/scope-loop.child.ts", args);
    await child.lineWith("open");
    // Spread by golden steps over the time that the commits take, so that no two kills fall on the same moment.
    const killAtCommit = Math.floor(((kill * 0.618_033_988_75) % 1) * commitsBetweenKills);
    for (let turn = 0; turn < commitsBetweenKills; turn += 1) {
      number += 1;
      const committing = commit(root, number);
      if (turn === killAtCommit) {
        await child.lineWith("answered");
        child.signal("SIGKILL");
      }
      await committing;
    }
    expect(await child.ended).toBe("SIGKILL");
    expect(child.lines.filter((line) => line.startsWith("refused"))).toEqual([]);
    expect(child.errors).toBe("");
  }

  expect(gitAs(root, "rev-list", "--count", "HEAD").trim()).toBe(String(1 + 20 + kills * commitsBetweenKills));
  expect(gitAs(root, "status", "--porcelain")).toBe("");
  gitAs(root, "fsck", "--strict");
  const left = await readdir(path.join(root, ".git"), { recursive: true });
  expect(left.filter((name) => name.endsWith(".lock"))).toEqual([]);
  await expect.poll(() => gitIn(root), { timeout: 30_000 }).toEqual([]);
  // The store that was killed as often answers about the last commit.
  const child = await runChild("server/testing/children/scope-loop.child.ts", args);
  await child.lineWith("answered");
  await endChildren();
  await rm(dataDir, { recursive: true });
  remove();
});
