import { describe, expect, test } from "vitest";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import type { CodeGraphEdge, CodeGraphFile } from "#server/domain/code-graph/code-graph-snapshot.ts";
import { buildSkeleton, importRanks, skeletonTokens } from "./build-skeleton.ts";

const aFile = (path: string, symbols: CodeGraphFile["symbols"] = []): CodeGraphFile => ({
  path,
  objectId: path,
  language: "typescript",
  symbolsFrom: "grammar",
  symbols,
});
const anImport = (from: string, to: string): CodeGraphEdge => ({
  from: `file:${from}`,
  to: `file:${to}`,
  kind: "imports",
});
const files = [
  aFile("src/index.ts"),
  aFile("src/order.ts", [{ name: "Order", kind: "interface", line: 1 }]),
  aFile("src/adapters/mail.ts", [{ name: "sendMail", kind: "function", line: 1 }]),
  aFile("src/money.ts", [{ name: "toCents", kind: "function", line: 1 }]),
  aFile("test/order.test.ts", [{ name: "aBasket", kind: "class", line: 1 }]),
];
const edges = [
  anImport("src/index.ts", "src/order.ts"),
  anImport("src/index.ts", "src/adapters/mail.ts"),
  anImport("src/order.ts", "src/money.ts"),
  anImport("src/adapters/mail.ts", "src/money.ts"),
  anImport("test/order.test.ts", "src/order.ts"),
];

describe("the skeleton of a repository", () => {
  test("names entry points, key types, adapters and what much else imports, and no test", () => {
    expect(buildSkeleton({ files, edges, countTokens }).split("\n")).toEqual([
      "entry points:",
      "  src/index.ts",
      "key types:",
      "  src/order.ts: Order",
      "adapters:",
      "  src/adapters/mail.ts: sendMail",
      "central files:",
      "  src/money.ts: toCents",
    ]);
  });

  test("weighs a file by what weighs much and imports it", () => {
    const ranks = importRanks(files, edges);
    const order = [...ranks].sort((a, b) => b[1] - a[1]).map(([path]) => path);
    expect(order[0]).toBe("src/money.ts");
    expect(order.at(-1)).not.toBe("src/order.ts");
    expect([...ranks.values()].reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 6);
    expect(importRanks([], [])).toEqual(new Map());
  });

  test("is the same in whatever order files and imports come", () => {
    const turned = buildSkeleton({ files: files.toReversed(), edges: edges.toReversed(), countTokens });
    expect(turned).toBe(buildSkeleton({ files, edges, countTokens }));
  });

  test("stays inside its tokens by whole lines, however large the repository is", () => {
    const many = Array.from({ length: 600 }, (_, at) =>
      aFile(`src/area${at % 40}/adapters/aRatherLongFileName${at}.ts`, [
        { name: `AnInterfaceWithALongName${at}`, kind: "interface", line: 1 },
      ]),
    );
    const between = many.slice(1).map(({ path }, at) => anImport(path, many[Math.floor(at / 7)]?.path ?? ""));
    const skeleton = buildSkeleton({ files: many, edges: between, countTokens });
    expect(countTokens(skeleton)).toBeLessThanOrEqual(skeletonTokens);
    expect(countTokens(skeleton)).toBeGreaterThan(skeletonTokens / 2);
    const paths = new Set(many.map(({ path }) => path));
    for (const line of skeleton.split("\n").filter((line) => line.startsWith("  "))) {
      expect(paths.has(line.trim().split(":")[0] ?? "")).toBe(true);
    }
    for (const budgetTokens of [0, 5, 20, 60]) {
      expect(countTokens(buildSkeleton({ files, edges, countTokens, budgetTokens }))).toBeLessThanOrEqual(budgetTokens);
    }
  });
});
