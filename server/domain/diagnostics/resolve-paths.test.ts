import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "#server/domain/diagnostics/diagnostic.ts";
import { resolvePaths } from "#server/domain/diagnostics/resolve-paths.ts";

const tree = [
  "src/main/java/acme/Cart.java",
  "packages/api/src/c.ts",
  "src/c.ts",
  "package.json",
  "crates/x/src/lib.rs",
];

function at(file: string | null, more: Partial<Diagnostic> = {}): Diagnostic {
  return { file, line: 1, column: null, severity: "error", code: null, message: "wrong", parser: "tsc", ...more };
}

const filesOf = (list: Diagnostic[], folder = "", paths: readonly string[] = tree) =>
  resolvePaths(list, { paths, folder }).map(({ file }) => file);

describe("what a tool printed, found in the indexed tree", () => {
  test("the end of a path becomes the one file that ends so, and stays an end where two do", () => {
    const [whole] = resolvePaths([at("acme/Cart.java", { isPartialPath: true })], { paths: tree, folder: "" });
    expect(whole).toEqual(at("src/main/java/acme/Cart.java"));
    const twins = [...tree, "src/test/java/acme/Cart.java"];
    const [open] = resolvePaths([at("acme/Cart.java", { isPartialPath: true })], { paths: twins, folder: "" });
    expect(open).toEqual(at("acme/Cart.java", { isPartialPath: true }));
  });

  test("an end matches whole folder names only", () => {
    expect(filesOf([at("me/Cart.java", { isPartialPath: true })])).toEqual(["me/Cart.java"]);
  });

  test("a path of another machine is taken from where it enters the tree, at two parts or more", () => {
    expect(
      filesOf([at("/builds/42/shop/src/c.ts"), at("/tmp/package.json"), at("D:/agent/packages/api/src/c.ts")]),
    ).toEqual(["src/c.ts", "/tmp/package.json", "packages/api/src/c.ts"]);
  });

  test("a dependency is never taken for a file of the tree", () => {
    expect(filesOf([at("/app/node_modules/x/src/c.ts")])).toEqual(["/app/node_modules/x/src/c.ts"]);
  });

  test("relative paths begin in the folder of the command, unless only the path from the top exists", () => {
    expect(
      filesOf([at("src/c.ts"), at("src/new.ts"), at("crates/x/src/lib.rs"), at("../../src/c.ts")], "packages/api"),
    ).toEqual(["packages/api/src/c.ts", "packages/api/src/new.ts", "crates/x/src/lib.rs", "src/c.ts"]);
    expect(filesOf([at("../../../elsewhere/a.ts")], "packages/api")).toEqual(["../../../elsewhere/a.ts"]);
  });

  test("frames and named places are found as well, and a finding without a place keeps none", () => {
    const [resolved] = resolvePaths(
      [
        at(null, {
          trace: [{ file: "src/c.ts", line: 2, column: 1, function: "go" }],
          related: [{ file: "/builds/shop/packages/api/src/c.ts", line: 1, column: 1, message: "" }],
        }),
      ],
      { paths: tree, folder: "packages/api" },
    );
    expect(resolved?.file).toBeNull();
    expect(resolved?.trace?.map(({ file }) => file)).toEqual(["packages/api/src/c.ts"]);
    expect(resolved?.related?.map(({ file }) => file)).toEqual(["packages/api/src/c.ts"]);
  });

  test("a path that is in the tree stays what it is, and nothing but places ever changes", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tree)), fc.string(), (files, message) => {
        const list = files.map((file) => at(file, { message }));
        expect(resolvePaths(list, { paths: tree, folder: "" })).toEqual(list);
      }),
    );
  });

  test("any text at all is answered in time linear in its length", () => {
    const deep = `/${"a/".repeat(200_000)}src/c.ts`;
    expect(filesOf([at(deep)])).toEqual(["src/c.ts"]);
  });
});
