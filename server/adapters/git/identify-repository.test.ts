import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import {
  gitAs,
  remoteRepositories,
  repositoryOf,
  temporaryFolder,
  writeFiles,
} from "#server/testing/case-repositories.ts";
import table from "#server/testing/cases/C07-remotes.json" with { type: "json" };
import { identifyRepository } from "./identify-repository.ts";
import { openRepository } from "./open-repository.ts";
import { readRemotes } from "./read-remotes.ts";

vi.setConfig({ testTimeout: 120_000 });

const { folder, remove } = temporaryFolder();
afterAll(remove);

async function identified(root: string) {
  const outcome = await identifyRepository(root);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}

describe("C11: folders and clones", () => {
  test("two folders of one name without a remote are two projects, and each says that its name is weak", async () => {
    const { one, two } = remoteRepositories(folder);
    const [first, second] = [await identified(one), await identified(two)];
    expect(first.project).toMatch(/^local\/app-[0-9a-f]{8}$/);
    expect(second.project).toMatch(/^local\/app-[0-9a-f]{8}$/);
    expect(first.project).not.toBe(second.project);
    expect(first.warnings).toHaveLength(1);
  });

  test("two clones of one remote are one project at two commits", async () => {
    const { fresh, stale } = { fresh: join(folder, "fresh"), stale: join(folder, "stale") };
    const [now, before] = [await identified(fresh), await identified(stale)];
    expect([now.project, before.project]).toEqual(["git.example.invalid/team/app", "git.example.invalid/team/app"]);
    expect(now.state.commit).not.toBe(before.state.commit);
    expect(now.warnings).toEqual([]);
  });

  test("a linked working tree is the same project as its repository, with a remote and without", async () => {
    const tree = join(folder, "tree-b");
    expect((await identified(tree)).project).toBe("git.example.invalid/team/app");
    expect((await identified(tree)).state.branch).toBe("feature-b");
    gitAs(join(folder, "fresh"), "remote", "remove", "origin");
    expect((await identified(tree)).project).toBe((await identified(join(folder, "fresh"))).project);
  });

  test("a later commit does not change the name", async () => {
    const root = join(folder, "one", "app");
    const before = await identified(root);
    writeFiles(root, { "next.ts": "1" });
    gitAs(root, "add", "-A");
    gitAs(root, "commit", "-q", "-m", "next");
    expect((await identified(root)).project).toBe(before.project);
  });
});

describe("C07, C10: what stands in the settings", () => {
  test("every row of the table names the project as the table says", async () => {
    const root = repositoryOf(join(folder, "remotes"), { "a.ts": "" });
    const fallback = (await identified(root)).project;
    for (const [url, slug] of table.rows) {
      gitAs(root, "config", "remote.origin.url", url ?? "");
      const { project, warnings } = await identified(root);
      expect([url, project]).toEqual([url, slug ?? fallback]);
      expect(warnings).toHaveLength(slug === null ? 1 : 0);
      expect(JSON.stringify(warnings)).not.toMatch(/secret|tok/);
    }
  });

  test("names with dots and line breaks in values are read whole; the first URL of a remote counts", async () => {
    const root = repositoryOf(join(folder, "settings"), { "a.ts": "" });
    gitAs(root, "config", "remote.a.b.url", "https://h.example/x/y\nremote.origin.url");
    gitAs(root, "config", "--add", "remote.two.url", "https://h.example/first/one");
    gitAs(root, "config", "--add", "remote.two.url", "https://h.example/second/one");
    gitAs(root, "config", "branch.main.remote", "two");
    const { remotes, remoteOfBranch } = await readRemotes(await openRepository(root));
    expect(remotes).toEqual([
      { name: "a.b", url: "https://h.example/x/y\nremote.origin.url" },
      { name: "two", url: "https://h.example/first/one" },
    ]);
    expect([...remoteOfBranch]).toEqual([["main", "two"]]);
    expect((await identified(root)).project).toBe("h.example/first/one");
  });
});
