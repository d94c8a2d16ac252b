import { expect, test } from "vitest";
import { prepareCoChangeGraph } from "./prepare-co-change-graph.ts";

const asked = { path: "src/cart.ts", commit: "c", shallow: false, revisions: 6, vanished: [] };
const partner = (path: string, coupling: number) => ({ path, shared: 3, revisions: 4, coupling });

test("a file leads to each of its partners, the stronger by a thicker line, chance by a broken one", () => {
  const graph = prepareCoChangeGraph({
    ...asked,
    partners: [partner("price.ts", 1), partner("docs/cart.md", 0.25)],
    partner_count: 2,
  });
  expect(graph?.nodes.map(({ path, name, folder, isAsked }) => [path, name, folder, isAsked])).toEqual([
    ["src/cart.ts", "cart.ts", "src", true],
    ["price.ts", "price.ts", "", false],
    ["docs/cart.md", "cart.md", "docs", false],
  ]);
  expect(graph?.links).toEqual([
    { to: "price.ts", label: "3 of 4", width: 4, isWeak: false },
    { to: "docs/cart.md", label: "3 of 4", width: 2, isWeak: true },
  ]);
  expect(graph?.finding).toBe(
    "1 file changes with it at least every second time; most tightly price.ts, in 3 of its 4 commits.",
  );
});

test("says how many partners it leaves out, and draws nothing where there are none", () => {
  const partners = Array.from({ length: 30 }, (_, at) => partner(`src/p${at}.ts`, 0.4));
  const graph = prepareCoChangeGraph({ ...asked, partners, partner_count: 45 });
  expect([graph?.nodes.length, graph?.links.length, graph?.leftOut]).toEqual([13, 12, 33]);
  expect(graph?.finding).toContain("No file changes with it at least every second time");
  expect(prepareCoChangeGraph({ ...asked, partners: [], partner_count: 0 })).toBeNull();
});
