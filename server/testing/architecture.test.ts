import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Packages that compute and do nothing else: no clock, no chance, no input or output. They run in a browser too. */
const purePackages = [
  "@noble/hashes",
  "graphology",
  "graphology-metrics",
  "graphology-types",
  "mdast",
  "mdast-util-from-markdown",
  "mdast-util-gfm",
  "mdast-util-to-string",
  "micromark-extension-gfm",
  "saxes",
  "smol-toml",
  "jsonc-parser",
  "stopword",
  "unified",
  "yaml",
];

/**
 * Who may import whom. A folder's own files are always allowed. `packages` limits third-party imports where a layer must
 * stay pure; elsewhere packages are free.
 */
const layers: Record<string, { may: string[]; packages?: string[]; typesOnly?: string[] }> = {
  "server/domain": { may: [], packages: purePackages },
  "server/contracts": { may: ["server/domain"], packages: ["zod", "yaml"] },
  "server/operations": { may: ["server/domain", "server/contracts", "server/db"], packages: ["zod"] },
  "server/db": { may: ["server/domain", "drizzle/schema"] },
  "drizzle/schema": { may: ["server/domain"] },
  // The demo is loaded through the operations; opening and marking its projects needs the store itself.
  "drizzle/seed": { may: ["server/operations", "server/contracts", "server/db", "server/compose", "server/domain"] },
  "server/adapters": { may: ["server/domain", "server/contracts", "server/db", "server/operations/ports.ts"] },
  "server/api": { may: ["server/operations", "server/contracts", "server/domain"] },
  "server/compose": { may: ["server", "drizzle/seed"] },
  "server/testing": { may: ["server", "drizzle", "components", "app"] },
  e2e: { may: ["server", "drizzle", "components", "app"] },
  components: { may: ["server/contracts", "server/domain"], typesOnly: ["server/api/trpc/router.ts"] },
  app: { may: ["components", "server/compose", "server/api", "server/operations"] },
};

/** Where the domain could reach outside of its arguments. */
const impure = ["Date.now(", "new Date()", "Math.random(", "process.", "fetch(", "await "];

const folders = ["app", "components", "server", "drizzle", "e2e"];
const files = folders.flatMap((folder) => [...sourceFiles(folder)]);

describe("architecture", () => {
  test("every source file belongs to a folder of the import table", () => {
    const strays = files.filter((file) => layerOf(file) === undefined && file !== "drizzle/drizzle.config.ts");
    expect(strays).toEqual([]);
  });

  test("imports go in the written direction only", () => {
    expect(files.filter((file) => !isTest(file)).flatMap(wrongImports)).toEqual([]);
  });

  test("the domain is told the time and never waits, rolls dice or reads the environment", () => {
    const found = files
      .filter((file) => file.startsWith("server/domain/") && !isTest(file))
      .flatMap((file) => {
        // A word of a text is no code: the table of background words knows "await" too.
        const code = withoutComments(readFileSync(path.join(root, file), "utf8")).replace(/"[^"\n]*"|`[^`]*`/g, '""');
        return impure.filter((sign) => code.includes(sign)).map((sign) => `${file} → ${sign}`);
      });
    expect(found).toEqual([]);
  });

  test("nothing names a barrel or a drawer", () => {
    const drawers = files.filter((file) => /\/(index|utils|helpers|misc)\.tsx?$/.test(file));
    expect(drawers).toEqual([]);
  });
});

function wrongImports(file: string): string[] {
  const layer = layerOf(file);
  const rule = layer === undefined ? undefined : layers[layer];
  if (layer === undefined || !rule) return [];
  return importsOf(file).flatMap(({ specifier, isTypeOnly }) => {
    const target = resolveOwn(file, specifier);
    if (target === null) {
      const name = packageName(specifier);
      const isPlatform = specifier.startsWith("node:");
      const isAllowed = rule.packages === undefined || (!isPlatform && rule.packages.includes(name));
      return isAllowed ? [] : [`${file} → ${specifier}`];
    }
    if (isWithin(target, layer) || rule.may.some((allowed) => isWithin(target, allowed))) return [];
    if (isTypeOnly && rule.typesOnly?.includes(target)) return [];
    return [`${file} → ${target}`];
  });
}

function importsOf(file: string): { specifier: string; isTypeOnly: boolean }[] {
  const code = withoutComments(readFileSync(path.join(root, file), "utf8"));
  const statements = code.matchAll(/(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/g);
  const dynamic = code.matchAll(/\bimport\("([^"]+)"\)/g);
  return [
    ...[...statements].map((found) => ({ specifier: found[3] ?? "", isTypeOnly: found[2] !== undefined })),
    ...[...dynamic].map((found) => ({ specifier: found[1] ?? "", isTypeOnly: false })),
  ];
}

/** The path from the top of the package, or null for a package. */
function resolveOwn(file: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  return null;
}

function layerOf(file: string): string | undefined {
  return Object.keys(layers)
    .filter((folder) => isWithin(file, folder))
    .sort((a, b) => b.length - a.length)[0];
}

function isWithin(target: string, folder: string): boolean {
  return target === folder || target.startsWith(`${folder}/`);
}

function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes("/fixtures/");
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      // Broken on purpose, or not ours to check.
      if (file !== "drizzle/seed/failures" && file !== "drizzle/seed/demo" && entry.name !== "node_modules")
        yield* sourceFiles(file);
    } else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts")) yield file;
  }
}
