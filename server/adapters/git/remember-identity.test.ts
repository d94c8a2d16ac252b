import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { commitAll, gitAs, repositoryOf, temporaryFolder, writeFiles } from "#server/testing/case-repositories.ts";
import { identifyRepository } from "./identify-repository.ts";
import { rememberIdentity } from "./remember-identity.ts";

vi.setConfig({ testTimeout: 120_000 });

const { folder, remove } = temporaryFolder();
afterAll(remove);

/** What is done to a repository between two questions, each of which changes the answer or could. */
const changes: Record<string, (root: string) => void> = {
  "a commit": (root) => commitAll(root, "another"),
  "an amended commit": (root) => gitAs(root, "commit", "-q", "--amend", "--allow-empty", "-m", "said otherwise"),
  "another branch": (root) => gitAs(root, "switch", "-q", "-c", "side/way"),
  "the branch before": (root) => gitAs(root, "switch", "-q", "main"),
  "packed refs": (root) => gitAs(root, "pack-refs", "--all"),
  "a commit after packed refs": (root) => commitAll(root, "loose again"),
  "packed refs again": (root) => gitAs(root, "pack-refs", "--all"),
  "a detached head": (root) => gitAs(root, "switch", "-q", "--detach", "HEAD~1"),
  "a branch whose name is not ASCII": (root) => gitAs(root, "switch", "-q", "-c", "zweig/größe"),
  "another remote": (root) => gitAs(root, "remote", "add", "company", "https://git.example.invalid/other/app.git"),
  "a remote's new address": (root) =>
    gitAs(root, "remote", "set-url", "origin", "https://git.example.invalid/moved/app.git"),
  "no remote at all": (root) => {
    gitAs(root, "remote", "remove", "origin");
    gitAs(root, "remote", "remove", "company");
  },
  "a history that was cut": (root) => writeFileSync(join(root, ".git", "shallow"), gitAs(root, "rev-parse", "HEAD")),
  "a history that is whole again": (root) => rmSync(join(root, ".git", "shallow")),
  grafts: (root) => writeFileSync(join(root, ".git", "info", "grafts"), gitAs(root, "rev-parse", "HEAD")),
  "a partial clone": (root) => gitAs(root, "config", "extensions.partialClone", "origin"),
  "settings in another file": (root) => {
    writeFileSync(join(root, ".git", "more"), '[remote "more"]\n\tpromisor = true\n');
    gitAs(root, "config", "include.path", "more");
  },
  "other settings in the other file": (root) => writeFileSync(join(root, ".git", "more"), ""),
};

describe("a remembered identity", () => {
  test("equals the one that git gives now, whatever was done in between", async () => {
    const root = repositoryOf(join(folder, "changing"), { "a.ts": "1" });
    gitAs(root, "remote", "add", "origin", "https://git.example.invalid/team/app.git");
    const identify = rememberIdentity();
    for (const [name, change] of Object.entries(changes)) {
      await identify(root);
      change(root);
      expect([name, await identify(root)]).toEqual([name, await identifyRepository(root)]);
    }
  });

  test.each(["a branch", "packed refs", "a detached head", "a linked working tree", "no remote"])(
    "needs no git as long as nothing was done (%s)",
    async (kind) => {
      const root = repositoryOf(join(folder, kind), { "a.ts": "1", "deep/b.ts": "2" });
      if (kind !== "no remote") gitAs(root, "remote", "add", "origin", "https://git.example.invalid/team/app.git");
      if (kind === "packed refs") gitAs(root, "pack-refs", "--all");
      if (kind === "a detached head") gitAs(root, "switch", "-q", "--detach");
      const tree = kind === "a linked working tree" ? join(folder, "linked") : root;
      if (tree !== root) gitAs(root, "worktree", "add", "-q", "-b", "linked", tree);
      const identify = rememberIdentity();
      const first = await identify(tree);
      expect(first.ok).toBe(true);
      const path = process.env.PATH;
      try {
        process.env.PATH = "/nowhere";
        writeFiles(tree, { "a.ts": "changed, not committed" });
        expect(await identify(join(tree, "deep"))).toEqual(first);
      } finally {
        process.env.PATH = path;
      }
    },
  );

  test("goes with the folder that a link leads to", async () => {
    const one = repositoryOf(join(folder, "one"), { "a.ts": "1" });
    const two = repositoryOf(join(folder, "two"), { "b.ts": "1" });
    const link = join(folder, "link");
    const identify = rememberIdentity();
    symlinkSync(one, link);
    expect(await identify(link)).toEqual(await identifyRepository(one));
    rmSync(link);
    symlinkSync(two, link);
    expect(await identify(link)).toEqual(await identifyRepository(two));
  });

  test("is none for a folder that is gone, and none for one that became a repository's part", async () => {
    const outer = repositoryOf(join(folder, "outer"), { "inner/a.ts": "1" });
    const identify = rememberIdentity();
    const inner = join(outer, "inner");
    const before = await identify(inner);
    repositoryOf(inner, { "a.ts": "2" });
    expect(await identify(inner)).toEqual(await identifyRepository(inner));
    expect(await identify(inner)).not.toEqual(before);
    rmSync(outer, { recursive: true });
    mkdirSync(outer);
    expect((await identify(outer)).ok).toBe(false);
  });
});
