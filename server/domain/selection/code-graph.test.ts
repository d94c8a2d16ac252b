import { expect, test } from "vitest";
import { codeGraphFrom } from "#server/domain/selection/code-graph.ts";
import { expandFocus, focusOf, resolveNodes } from "#server/domain/selection/focus.ts";

const graph = codeGraphFrom({
  commit: "c0ffee",
  nodes: [
    { id: "dir:", kind: "directory", path: "" },
    { id: "dir:src", kind: "directory", path: "src" },
    { id: "file:src/a.ts", kind: "file", path: "src/a.ts" },
    { id: "file:src/index.ts", kind: "file", path: "src/index.ts" },
    { id: "dir:lib", kind: "directory", path: "lib" },
    { id: "file:lib/index.ts", kind: "file", path: "lib/index.ts" },
    { id: "file:lib/odd.ts:12", kind: "file", path: "lib/odd.ts:12" },
    { id: "file:lib/re\u0301sume\u0301.ts", kind: "file", path: "lib/re\u0301sume\u0301.ts" },
    { id: "module:lib/package.json", kind: "module", path: "lib", name: "@acme/lib" },
    { id: "module:src/package.json", kind: "module", path: "src", name: "twin" },
    { id: "module:old/package.json", kind: "module", path: "old", name: "twin" },
  ],
  edges: [
    { from: "dir:", to: "dir:src" },
    { from: "dir:", to: "dir:lib" },
    { from: "dir:src", to: "file:src/a.ts" },
    { from: "dir:src", to: "file:src/index.ts" },
    { from: "dir:lib", to: "file:lib/index.ts" },
    { from: "module:lib/package.json", to: "dir:lib" },
    { from: "file:src/a.ts", to: "file:lib/index.ts" },
    { from: "file:src/a.ts", to: "file:nowhere.ts" },
  ],
});

test.each([
  ["file:src/a.ts", "file:src/a.ts"],
  ["src/a.ts", "file:src/a.ts"],
  ["./src/a.ts", "file:src/a.ts"],
  ["src\\a.ts", "file:src/a.ts"],
  ["src/a.ts:10:3", "file:src/a.ts"],
  ["lib/odd.ts:12", "file:lib/odd.ts:12"],
  ["src/", "dir:src"],
  [".", "dir:"],
  ["a.ts", "file:src/a.ts"],
  ["@acme/lib", "module:lib/package.json"],
  ["lib/r\u00e9sum\u00e9.ts", "file:lib/re\u0301sume\u0301.ts"],
])("%j means one node", (name, node) => {
  expect(resolveNodes([name], graph)).toEqual({ nodes: [node], unresolved_nodes: [] });
});

test("a name that means none or several nodes is returned as unresolved, as given and once", () => {
  const names = ["index.ts", "twin", "nowhere.ts", "rc/a.ts", "/src/a.ts", "index.ts", "src/a.ts"];
  expect(resolveNodes(names, graph)).toEqual({
    nodes: ["file:src/a.ts"],
    unresolved_nodes: ["index.ts", "twin", "nowhere.ts", "rc/a.ts", "/src/a.ts"],
  });
});

test("stored ground stands for a node only where id or path is exact, because a guess would keep dead ground alive", () => {
  expect(graph.nodeAt("src/a.ts")).toBe("file:src/a.ts");
  expect(graph.nodeAt("file:src/a.ts")).toBe("file:src/a.ts");
  expect(graph.nodeAt("lib/r\u00e9sum\u00e9.ts")).toBe("file:lib/re\u0301sume\u0301.ts");
  expect(graph.nodeAt("a.ts")).toBeNull();
  expect(graph.nodeAt("twin")).toBeNull();
});

test("a focus follows containment and imports both ways, hop by hop", () => {
  const from = (node: string, hops: number) => [...expandFocus(graph, [node], { hops })].toSorted();
  expect(from("file:lib/index.ts", 0)).toEqual(["file:lib/index.ts"]);
  expect(from("file:lib/index.ts", 1)).toEqual(["dir:lib", "file:lib/index.ts", "file:src/a.ts"]);
  expect(from("file:lib/index.ts", 2)).toEqual([
    "dir:",
    "dir:lib",
    "dir:src",
    "file:lib/index.ts",
    "file:src/a.ts",
    "module:lib/package.json",
  ]);
});

test("without a graph nothing resolves and the focus is empty", () => {
  expect(focusOf(["src/a.ts", "src/a.ts"], null, { hops: 1 })).toEqual({
    commit: null,
    nodes: new Set(),
    unresolved_nodes: ["src/a.ts"],
  });
});

test("forty thousand names among namesakes resolve without looking at each namesake", { timeout: 30_000 }, () => {
  const files = Array.from({ length: 80_000 }, (_, number) => `packages/p${number}/src/index.ts`);
  const large = codeGraphFrom({
    commit: "c0ffee",
    nodes: files.map((path) => ({ id: path, kind: "file", path })),
    edges: [],
  });
  const names = Array.from({ length: 40_000 }, (_, number) => `p${number}/src/index.ts`);
  // Three thousand million comparisons take minutes: the limit of this test is the bound, and a wide one.
  expect(resolveNodes(names, large).nodes).toHaveLength(40_000);
});
