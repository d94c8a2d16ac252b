import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commitAll, gitAs, repositoryOf, temporaryFolder, writeFiles } from "#server/testing/case-repositories.ts";
import { withThrowawayTree } from "./throwaway-tree.ts";

const { folder, remove } = temporaryFolder();
afterAll(remove);

test("a diff is tried on a copy of the commit: the checkout, its index and its links outside stay as they were", async () => {
  const root = join(folder, "shop");
  repositoryOf(root, { "src/a.ts": "one\n", "src/b c.ts": "two\n", "package.json": "{}" });
  symlinkSync("/etc/hostname", join(root, "src/link"));
  commitAll(root, "first");
  mkdirSync(join(root, "node_modules/x"), { recursive: true });
  writeFiles(root, { "src/a.ts": "changed\n", "new.ts": "untracked\n" });
  const before = [gitAs(root, "status", "--porcelain", "--untracked-files=all"), gitAs(root, "stash", "list")];
  const diff = "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-one\n+from the diff\n";
  const seen = await withThrowawayTree({ folder: join(root, "src"), diff }, async (tree, top) => {
    expect(top).toBe(root);
    return {
      tree,
      a: readFileSync(join(tree, "src/a.ts"), "utf8"),
      b: readFileSync(join(tree, "src/b c.ts"), "utf8"),
      src: readdirSync(join(tree, "src")).toSorted(),
      packages: readdirSync(join(tree, "node_modules")),
      hasNew: existsSync(join(tree, "new.ts")),
    };
  });
  expect(seen).toMatchObject({
    a: "from the diff\n",
    b: "two\n",
    src: ["a.ts", "b c.ts"],
    packages: ["x"],
    hasNew: false,
  });
  expect(existsSync(seen.tree)).toBe(false);
  expect([gitAs(root, "status", "--porcelain", "--untracked-files=all"), gitAs(root, "stash", "list")]).toEqual(before);
  expect(readFileSync(join(root, "src/a.ts"), "utf8")).toBe("changed\n");
});

test("a diff that does not apply, or that leads outside, is refused, and nothing is left behind", async () => {
  const root = join(folder, "other");
  repositoryOf(root, { "a.ts": "one\n" });
  commitAll(root, "first");
  const tried: string[] = [];
  for (const diff of [
    "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-nothing like it\n+x\n",
    "--- /dev/null\n+++ b/../outside.txt\n@@ -0,0 +1 @@\n+x\n",
    "this is no diff\n",
  ]) {
    await expect(withThrowawayTree({ folder: root, diff }, async (tree) => void tried.push(tree))).rejects.toThrow(
      /does not apply/,
    );
  }
  expect(tried).toEqual([]);
});
