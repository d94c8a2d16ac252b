import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDiff } from "./parse-diff.ts";

const paths = (text: string) => parseDiff(text).map(({ path }) => path);

describe("the files of a diff", () => {
  test("added, changed, deleted and renamed files are told apart", () => {
    const text = [
      "diff --git a/src/a.ts b/src/a.ts",
      "index 1..2 100644",
      "--- a/src/a.ts",
      "+++ b/src/a.ts",
      "@@ -1 +1 @@",
      "-one",
      "+two",
      "diff --git a/new.ts b/new.ts",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/new.ts",
      "@@ -0,0 +1 @@",
      "+x",
      "diff --git a/old.ts b/old.ts",
      "deleted file mode 100644",
      "--- a/old.ts",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-x",
      "diff --git a/from.ts b/to.ts",
      "similarity index 100%",
      "rename from from.ts",
      "rename to to.ts",
      "diff --git a/empty.txt b/empty.txt",
      "new file mode 100644",
      "index 000..e69",
    ].join("\n");
    expect(parseDiff(text)).toEqual([
      { path: "src/a.ts", change: "changed" },
      { path: "new.ts", change: "added" },
      { path: "old.ts", change: "deleted" },
      { path: "to.ts", change: "renamed", from: "from.ts" },
      { path: "empty.txt", change: "added" },
    ]);
  });

  test("C01: a name that git writes in octal is the real name", () => {
    expect(
      paths(
        'diff --git "a/caf\\303\\251.ts" "b/caf\\303\\251.ts"\n--- "a/caf\\303\\251.ts"\n+++ "b/caf\\303\\251.ts"\n',
      ),
    ).toEqual(["café.ts"]);
  });

  test("C02: tabs, line breaks, quotes and ` b/` inside names are part of one path", () => {
    const quoted = (name: string) => `diff --git "a/${name}" "b/${name}"\nold mode 100644\nnew mode 100755\n`;
    expect(paths(quoted("tab\\there.ts"))).toEqual(["tab\there.ts"]);
    expect(paths(quoted("line\\nbreak.ts"))).toEqual(["line\nbreak.ts"]);
    expect(paths(quoted('say \\"hi\\".ts'))).toEqual(['say "hi".ts']);
    expect(paths("diff --git a/x b/y.ts b/x b/y.ts\nold mode 100644\nnew mode 100755\n")).toEqual(["x b/y.ts"]);
    expect(paths("--- a/-dash.ts\n+++ b/-dash.ts\n@@ -1 +1 @@\n-a\n+b\n")).toEqual(["-dash.ts"]);
  });

  test("C23: brackets in a path mean nothing", () => {
    const path = "src/app/(site)/[slug]/{a,b}/!x.tsx";
    expect(paths(`diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`)).toEqual([path]);
  });

  test("a removed line that looks like a header is a removed line", () => {
    const text = "diff --git a/a.sql b/a.sql\n--- a/a.sql\n+++ b/a.sql\n@@ -1,2 +1 @@\n--- a/evil.ts\n keep\n";
    expect(paths(text)).toEqual(["a.sql"]);
  });

  test("any text is read in linear time, and never throws", () => {
    for (const part of ["diff --git a/a b/a\n", "--- a/x\n", "@@ -1,9 +1,9 @@\n", '"\\', "+++ "])
      parseDiff(part.repeat(50_000));
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseDiff(`diff --git ${text}`))));
  });
});
