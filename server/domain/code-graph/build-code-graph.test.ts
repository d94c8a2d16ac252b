import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { buildCodeGraph } from "./build-code-graph.ts";
import type { CodeGraphSnapshot } from "./code-graph-snapshot.ts";
import type { ModuleManifest } from "./module-manifest.ts";
import { parseRuleOf } from "./parse-rule.ts";
import type { FileSymbol, Language, ParsedBlob, RawImport } from "./parsed-blob.ts";
import type { RepositoryFile } from "./repository-index.ts";

vi.setConfig({ testTimeout: 60_000 });

type Sketch = Partial<Omit<ParsedBlob, "imports" | "symbols">> & {
  /** Specifiers of plain imports, or whole ones. */
  imports?: (string | RawImport)[];
  /** Names of classes, or whole symbols. */
  symbols?: (string | FileSymbol)[];
};

function isLanguage(rule: string | null): rule is Language {
  return rule !== null && !/_|tsconfig|cargo/.test(rule);
}

/** A commit in which each path holds what its sketch says; the language follows from the path. */
function graphOf(files: Record<string, Sketch>): CodeGraphSnapshot {
  return buildCodeGraph({
    commit: "c0ffee",
    files: Object.entries(files).map(([path, sketch]) => fileOf(path, sketch)),
    skipped: [],
  });
}
function fileOf(path: string, { imports = [], symbols = [], ...rest }: Sketch): RepositoryFile {
  const rule = parseRuleOf(path);
  const parsed: ParsedBlob = {
    outcome: "parsed",
    language: isLanguage(rule) ? rule : null,
    symbolsFrom: "grammar",
    symbolsCut: 0,
    grammarGaveUp: false,
    terms: { words: [], counts: [] },
    namespaces: [],
    typeNames: [],
    manifest: null,
    ...rest,
    imports: imports.map((one) => (typeof one === "string" ? { form: "import", specifier: one } : one)),
    symbols: symbols.map((one) => (typeof one === "string" ? { name: one, kind: "class", line: 1 } : one)),
  };
  return { path, objectId: "0".repeat(40), parsed };
}
/** What a file imports, as ids, without those that every graph has. */
const importsOf = (graph: CodeGraphSnapshot, path: string) =>
  graph.edges.filter(({ from, kind }) => kind === "imports" && from === `file:${path}`).map(({ to }) => to);
const moduleImports = (graph: CodeGraphSnapshot, path: string) =>
  graph.edges.filter(({ from, kind }) => kind === "imports" && from === `module:${path}`).map(({ to }) => to);

const packageJson = (special: Partial<Extract<ModuleManifest, { kind: "package_json" }>>): Sketch => ({
  manifest: {
    kind: "package_json",
    name: null,
    entries: [],
    exports: null,
    imports: [],
    workspaces: [],
    dependencies: [],
    ...special,
  },
});
const tsconfig = (special: Partial<Extract<ModuleManifest, { kind: "tsconfig" }>>): Sketch => ({
  manifest: { kind: "tsconfig", extends: [], baseUrl: null, paths: null, outDir: null, rootDir: null, ...special },
});
const cargo = (name: string, special: Partial<Extract<ModuleManifest, { kind: "cargo" }>> = {}): Sketch => ({
  manifest: { kind: "cargo", name, libName: null, libPath: null, targetPaths: [], dependencies: [], ...special },
});

describe("containment", () => {
  test("every file lies in its directory, every directory in its own, and a module holds the directory of its manifest", () => {
    const graph = graphOf({ "a/b/c.ts": {}, "a/package.json": packageJson({ name: "@acme/a" }), "top.md": {} });
    expect(graph.nodes).toEqual([
      { id: "dir:", kind: "directory", path: "" },
      { id: "dir:a", kind: "directory", path: "a" },
      { id: "dir:a/b", kind: "directory", path: "a/b" },
      { id: "file:a/b/c.ts", kind: "file", path: "a/b/c.ts" },
      { id: "file:a/package.json", kind: "file", path: "a/package.json" },
      { id: "file:top.md", kind: "file", path: "top.md" },
      { id: "module:a/package.json", kind: "module", path: "a", name: "@acme/a" },
    ]);
    expect(graph.edges.filter(({ kind }) => kind === "contains").map(({ from, to }) => `${from} > ${to}`)).toEqual([
      "dir: > dir:a",
      "dir: > file:top.md",
      "dir:a > dir:a/b",
      "dir:a > file:a/package.json",
      "dir:a/b > file:a/b/c.ts",
      "module:a/package.json > dir:a",
    ]);
  });
});

describe("laws", () => {
  const segment = fc.constantFrom("a", "b", "src", "index", "lib", "pkg");
  const path = fc
    .tuple(fc.array(segment, { maxLength: 3 }), segment, fc.constantFrom(".ts", ".py", ".go", ".rs", ".rb", ".h", ""))
    .map(([folders, name, ending]) => [...folders, name].join("/") + ending);
  const specifier = fc.constantFrom(
    "./a",
    "../b",
    "./",
    "..",
    "a",
    "a/b",
    "src.lib",
    ".a",
    "..",
    "crate::a::b",
    "super::a",
    "self::b",
    "@acme/x",
    "#a",
    "lib/a.h",
    "../../../..",
    "",
    "a.*",
    "\u0000",
  );
  const files = fc.uniqueArray(fc.record({ path, imports: fc.array(specifier, { maxLength: 4 }) }), {
    selector: (file) => file.path,
    maxLength: 25,
  });

  test("the order of files and skipped paths never matters", () => {
    fc.assert(
      fc.property(files, fc.array(path), (list, links) => {
        const all = list.map((file) => fileOf(file.path, { imports: file.imports }));
        const skipped = links.map((link) => ({ path: link, reason: "symbolic_link" as const }));
        const graph = buildCodeGraph({ commit: "c", files: all, skipped });
        const turned = buildCodeGraph({ commit: "c", files: all.toReversed(), skipped: skipped.toReversed() });
        expect(JSON.stringify(turned)).toBe(JSON.stringify(graph));
      }),
    );
  });

  test("every edge joins two different nodes, once a kind, and every import is counted once", () => {
    fc.assert(
      fc.property(files, (list) => {
        const graph = graphOf(Object.fromEntries(list.map((file) => [file.path, { imports: file.imports }])));
        const ids = new Set(graph.nodes.map(({ id }) => id));
        for (const { from, to } of graph.edges)
          expect([ids.has(from), ids.has(to), from === to]).toEqual([true, true, false]);
        expect(new Set(graph.edges.map((edge) => JSON.stringify(edge))).size).toBe(graph.edges.length);
        const { resolved, external, ambiguous, unresolved } = graph.imports;
        const readable = list.filter((file) => isLanguage(parseRuleOf(file.path)));
        const stated = readable.reduce((sum, file) => sum + file.imports.length, 0);
        const unread = list.reduce((sum, file) => sum + file.imports.length, 0) - stated;
        expect(resolved + external + ambiguous + unresolved).toBe(stated + unread);
      }),
    );
  });

  test("skipped paths are counted in full and shown in part", () => {
    const skipped = Array.from({ length: 50 }, (_, index) => ({ path: `l${index}`, reason: "symbolic_link" as const }));
    const [group] = buildCodeGraph({ commit: "c", files: [], skipped }).skipped;
    expect([group?.count, group?.examples.length]).toEqual([50, 20]);
  });
});

describe("TypeScript and JavaScript", () => {
  test("relative paths: with and without an ending, a compiled ending for its source, and the index of a folder", () => {
    const graph = graphOf({
      "src/a.ts": {
        imports: ["./b", "./c.js", "./d", "./e.json", "../top", "./f.vue?raw", "./missing", "../../outside"],
      },
      "src/b.ts": {},
      "src/c.ts": {},
      "src/d/index.tsx": {},
      "src/e.json": {},
      "src/f.vue": {},
      "top.mjs": {},
    });
    expect(importsOf(graph, "src/a.ts")).toEqual([
      "file:src/b.ts",
      "file:src/c.ts",
      "file:src/d/index.tsx",
      "file:src/e.json",
      "file:src/f.vue",
      "file:top.mjs",
    ]);
    expect(graph.imports).toEqual({ resolved: 6, external: 0, ambiguous: 0, unresolved: 2 });
  });

  test("paths of the nearest tsconfig, inherited ones too, the longest pattern first", () => {
    const graph = graphOf({
      "tsconfig.base.json": tsconfig({
        baseUrl: ".",
        paths: [
          { pattern: "@lib/*", targets: ["libs/*/src"] },
          { pattern: "@lib/deep/*", targets: ["deep/*"] },
        ],
      }),
      "app/tsconfig.json": tsconfig({ extends: ["../tsconfig.base"] }),
      "app/src/main.ts": { imports: ["@lib/one", "@lib/deep/two", "app/src/other", "react", "@lib/none"] },
      "app/src/other.ts": {},
      "libs/one/src/index.ts": {},
      "deep/two.ts": {},
      "deep/index.ts": {},
      "other/tsconfig.json": tsconfig({ paths: [{ pattern: "~/*", targets: ["./src/*"] }] }),
      "other/main.ts": { imports: ["~/x", "@lib/one"] },
      "other/src/x.ts": {},
    });
    expect(importsOf(graph, "app/src/main.ts")).toEqual([
      "file:app/src/other.ts",
      "file:deep/two.ts",
      "file:libs/one/src/index.ts",
    ]);
    expect(importsOf(graph, "other/main.ts")).toEqual(["file:other/src/x.ts"]);
  });

  test("a tsconfig that extends itself ends", () => {
    const graph = graphOf({
      "tsconfig.json": tsconfig({ extends: ["./tsconfig.json", "./a"] }),
      "tsconfig.a.json": tsconfig({ extends: ["./tsconfig.json"] }),
      "a.ts": { imports: ["@/x"] },
    });
    expect(graph.imports.unresolved).toBe(1);
  });

  test("packages of the workspace by name: the module, and the file that it begins with", () => {
    const graph = graphOf({
      "package.json": packageJson({ name: "root", workspaces: ["packages/*", "!packages/fixture"] }),
      "packages/core/package.json": packageJson({
        name: "@acme/core",
        exports: [
          { key: ".", targets: ["./types/index.d.ts", "./dist/index.js"] },
          { key: "./feature/*", targets: ["./dist/features/*.js"] },
          { key: "./plain", targets: ["./plain.js"] },
        ],
      }),
      "packages/core/src/index.ts": {},
      "packages/core/src/features/one.ts": {},
      "packages/core/plain.js": {},
      "packages/old/package.json": packageJson({
        name: "old",
        entries: ["./lib/main.js"],
        dependencies: ["@acme/core", "left-pad"],
      }),
      "packages/old/src/main.ts": {},
      "packages/old/util.js": {},
      "packages/fixture/package.json": packageJson({ name: "old", entries: ["./index.js"] }),
      "packages/fixture/index.js": {},
      "app.ts": {
        imports: [
          "@acme/core",
          "@acme/core/feature/one",
          "@acme/core/plain",
          "@acme/core/feature/none",
          "old",
          "old/util",
          "left-pad",
          "node:fs",
          "https://x.example/y.ts",
        ],
      },
    });
    expect(importsOf(graph, "app.ts")).toEqual([
      "file:packages/core/plain.js",
      "file:packages/core/src/features/one.ts",
      "file:packages/core/src/index.ts",
      "file:packages/old/src/main.ts",
      "file:packages/old/util.js",
      "module:packages/core/package.json",
      "module:packages/old/package.json",
    ]);
    expect(graph.imports).toEqual({ resolved: 6, external: 3, ambiguous: 0, unresolved: 0 });
    expect(moduleImports(graph, "packages/old/package.json")).toEqual(["module:packages/core/package.json"]);
  });

  test("a name that two members share is ambiguous and makes no edge", () => {
    const graph = graphOf({
      "package.json": packageJson({ workspaces: ["a", "b"] }),
      "a/package.json": packageJson({ name: "twin" }),
      "a/index.js": {},
      "b/package.json": packageJson({ name: "twin" }),
      "main.js": { imports: ["twin"] },
    });
    expect(graph.imports.ambiguous).toBe(1);
    expect(importsOf(graph, "main.js")).toEqual([]);
  });

  test("imports with # through the nearest package, also to another package", () => {
    const graph = graphOf({
      "package.json": packageJson({
        name: "root",
        imports: [
          { key: "#*", targets: ["./*"] },
          { key: "#dep", targets: ["other"] },
        ],
      }),
      "src/a.ts": { imports: ["#src/b.ts", "#dep", "#nothing/x"] },
      "src/b.ts": {},
      "other/package.json": packageJson({ name: "other" }),
      "other/index.js": {},
    });
    expect(importsOf(graph, "src/a.ts")).toEqual(["file:other/index.js", "file:src/b.ts", "module:other/package.json"]);
    expect(graph.imports.unresolved).toBe(1);
  });

  test("folders with brackets, braces and dollars are folders", () => {
    const graph = graphOf({
      "src/app/(site)/[slug]/page.tsx": { imports: ["../../[...rest]/$id", "@/a*b"] },
      "src/app/[...rest]/$id.ts": {},
      "tsconfig.json": tsconfig({ paths: [{ pattern: "@/*", targets: ["./src/{x}/*"] }] }),
      "src/{x}/a*b.ts": {},
    });
    expect(importsOf(graph, "src/app/(site)/[slug]/page.tsx")).toEqual([
      "file:src/app/[...rest]/$id.ts",
      "file:src/{x}/a*b.ts",
    ]);
  });
});

describe("Python", () => {
  test("absolute imports from the package's own root, src layouts, relative ones by their dots", () => {
    const from = (specifier: string, ...names: string[]): RawImport => ({ form: "import", specifier, names });
    const graph = graphOf({
      "src/shop/__init__.py": {},
      "src/shop/cart.py": {
        imports: [
          from("shop.models", "Item"),
          from(".", "models"),
          from("..other", "x"),
          from(".models.deep", "y"),
          "os.path",
          "shop.models.deep",
          from("shop", "cart", "VERSION"),
        ],
      },
      "src/shop/models/__init__.py": {},
      "src/shop/models/deep.py": {},
      "src/shop/logging.py": {},
      "src/shop/uses_logging.py": { imports: ["logging"] },
      "tests/test_cart.py": { imports: [from("shop.cart", "Cart"), "helpers", "shop.missing"] },
      "tests/helpers.py": {},
    });
    expect(importsOf(graph, "src/shop/cart.py")).toEqual([
      "file:src/shop/__init__.py",
      "file:src/shop/models/__init__.py",
      "file:src/shop/models/deep.py",
    ]);
    expect(importsOf(graph, "tests/test_cart.py")).toEqual(["file:src/shop/cart.py", "file:tests/helpers.py"]);
    // A sibling inside a package does not shadow the standard library; but the name is the repository's own, so it is not external.
    expect(importsOf(graph, "src/shop/uses_logging.py")).toEqual([]);
    expect(graph.imports).toEqual({ resolved: 7, external: 2, ambiguous: 0, unresolved: 2 });
  });

  test("a name that several folders have is ambiguous, unless one of them is nearer", () => {
    const graph = graphOf({
      "one/util.py": {},
      "two/util.py": {},
      "two/main.py": { imports: ["util"] },
      "three/main.py": { imports: ["util"] },
    });
    expect(importsOf(graph, "two/main.py")).toEqual(["file:two/util.py"]);
    expect(importsOf(graph, "three/main.py")).toEqual([]);
    expect(graph.imports.ambiguous).toBe(1);
  });
});

describe("Go", () => {
  test("a package is its directory and those of its files that declare what is used", () => {
    const graph = graphOf({
      "go.mod": {
        manifest: { kind: "go_mod", module: "example.com/shop", requires: ["example.com/shop/tool"], replaces: [] },
      },
      "tool/go.mod": { manifest: { kind: "go_mod", module: "example.com/shop/tool", requires: [], replaces: [] } },
      "main.go": {
        imports: [
          { form: "import", specifier: "example.com/shop/cart", names: ["Add", "Gone"] },
          "example.com/shop/tool/x",
          "example.com/shop/none",
          "fmt",
        ],
      },
      "cart/cart.go": { symbols: ["Add"] },
      "cart/other.go": { symbols: ["Other"] },
      "cart/cart_test.go": { symbols: ["Gone"] },
      "tool/x/x.go": {},
    });
    expect(importsOf(graph, "main.go")).toEqual(["dir:cart", "dir:tool/x", "file:cart/cart.go"]);
    expect(graph.imports).toEqual({ resolved: 2, external: 1, ambiguous: 0, unresolved: 1 });
    expect(moduleImports(graph, "go.mod")).toEqual(["module:tool/go.mod"]);
  });
});

describe("Rust", () => {
  test("mod declarations, crate, self and super paths, other crates of the workspace", () => {
    const declare = (specifier: string, more: Partial<RawImport> = {}): RawImport => ({
      form: "declaration",
      specifier,
      ...more,
    });
    const graph = graphOf({
      "core/Cargo.toml": cargo("acme-core", {
        dependencies: [{ name: "util", package: "acme-util", path: null, isWorkspace: true }],
      }),
      "core/src/lib.rs": { imports: [declare("store"), declare("odd", { file: "odd_name.rs" }), declare("gone")] },
      "core/src/store.rs": {
        imports: [
          declare("disk"),
          "crate::odd::Thing",
          "self::disk::Disk",
          "super::Root",
          "util::fmt::Pad",
          "serde::Serialize",
          "std::fmt",
          "disk::Other",
        ],
      },
      "core/src/store/disk.rs": {
        imports: ["super::super::odd", { form: "import", specifier: "super::x", within: ["tests"] }],
      },
      "core/src/odd_name.rs": {},
      "core/src/odd.rs": {},
      "core/tests/it.rs": { imports: ["acme_core::store::disk::Disk", declare("common")] },
      "core/tests/common/mod.rs": {},
      "util/Cargo.toml": cargo("acme-util", { libName: "acme_util" }),
      "util/src/lib.rs": {},
      "util/src/fmt/mod.rs": {},
    });
    expect(importsOf(graph, "core/src/lib.rs")).toEqual(["file:core/src/odd_name.rs", "file:core/src/store.rs"]);
    expect(importsOf(graph, "core/src/store.rs")).toEqual([
      "file:core/src/lib.rs",
      "file:core/src/odd.rs",
      "file:core/src/store/disk.rs",
      "file:util/src/fmt/mod.rs",
      "module:util/Cargo.toml",
    ]);
    expect(importsOf(graph, "core/src/store/disk.rs")).toEqual(["file:core/src/odd.rs"]);
    expect(importsOf(graph, "core/tests/it.rs")).toEqual([
      "file:core/src/store/disk.rs",
      "file:core/tests/common/mod.rs",
      "module:core/Cargo.toml",
    ]);
    expect(moduleImports(graph, "core/Cargo.toml")).toEqual(["module:util/Cargo.toml"]);
    expect(graph.imports).toMatchObject({ external: 2, unresolved: 1 });
  });
});

describe("Java, Kotlin and C#", () => {
  test("classes by package and name, nested ones by their outer class, whole packages by what is used, the nearest module first", () => {
    const graph = graphOf({
      "app/src/org/acme/Main.java": {
        namespaces: ["org.acme"],
        imports: [
          "org.acme.cart.Cart",
          "org.acme.cart.Cart.Line",
          "org.acme.cart.*",
          "org.acme.dup.Same",
          "org.acme.cart.Gone",
          "org.other.Thing",
          "java.util.List",
        ],
        typeNames: ["Price", "String"],
      },
      "app/src/org/acme/cart/Cart.java": { namespaces: ["org.acme.cart"], symbols: ["Cart"] },
      "app/src/org/acme/cart/Price.java": { namespaces: ["org.acme.cart"], symbols: ["Price"] },
      "app/src/org/acme/dup/Same.java": { namespaces: ["org.acme.dup"] },
      "other/src/org/acme/dup/Same.java": { namespaces: ["org.acme.dup"] },
      "app/src/Use.kt": { imports: ["org.acme.cart.Cart"] },
    });
    expect(importsOf(graph, "app/src/org/acme/Main.java")).toEqual([
      "file:app/src/org/acme/cart/Cart.java",
      "file:app/src/org/acme/cart/Price.java",
      "file:app/src/org/acme/dup/Same.java",
    ]);
    expect(importsOf(graph, "app/src/Use.kt")).toEqual(["file:app/src/org/acme/cart/Cart.java"]);
    expect(graph.imports).toEqual({ resolved: 5, external: 2, ambiguous: 0, unresolved: 1 });
  });

  test("a namespace leads to the files of its types in use, all parts of a partial one", () => {
    const graph = graphOf({
      "src/Main.cs": { imports: ["Acme.Shop", "Acme.Tools.Text", "System", "Acme.Empty"], typeNames: ["Cart"] },
      "src/Cart.cs": { namespaces: ["Acme.Shop"], symbols: ["Cart"] },
      "src/Cart.Parts.cs": { namespaces: ["Acme.Shop"], symbols: ["Cart"] },
      "src/Other.cs": { namespaces: ["Acme.Shop"], symbols: ["Other"] },
      "tools/Text.cs": { namespaces: ["Acme.Tools"], symbols: ["Text"] },
      "empty/A.cs": { namespaces: ["Acme.Empty"], symbols: ["A"] },
    });
    expect(importsOf(graph, "src/Main.cs")).toEqual([
      "dir:empty",
      "file:src/Cart.Parts.cs",
      "file:src/Cart.cs",
      "file:tools/Text.cs",
    ]);
    expect(graph.imports.external).toBe(1);
  });
});

describe("C, Ruby and Bazel", () => {
  test("includes beside the file first, else by the end of the path and the nearest; bare angled ones are the compiler's", () => {
    const quoted = (specifier: string): RawImport => ({ form: "quoted", specifier });
    const angled = (specifier: string): RawImport => ({ form: "angled", specifier });
    const graph = graphOf({
      "lib/src/a.c": {
        imports: [
          quoted("b.h"),
          quoted("acme/deep.h"),
          angled("acme/deep.h"),
          angled("string.h"),
          angled("own.h"),
          quoted("../inc/x.h"),
          quoted("none.h"),
        ],
      },
      "lib/src/b.h": {},
      "other/b.h": {},
      "lib/include/acme/deep.h": {},
      "other/include/acme/deep.h": {},
      "lib/include/own.h": {},
      "compat/string.h": {},
      "lib/inc/x.h": {},
      "far/main.c": { imports: [quoted("acme/deep.h")] },
    });
    expect(importsOf(graph, "lib/src/a.c")).toEqual([
      "file:lib/inc/x.h",
      "file:lib/include/acme/deep.h",
      "file:lib/include/own.h",
      "file:lib/src/b.h",
    ]);
    expect(importsOf(graph, "far/main.c")).toEqual([]);
    expect(graph.imports).toEqual({ resolved: 5, external: 2, ambiguous: 1, unresolved: 0 });
  });

  test("require from every lib of the repository, the nearest of several gems, relative ones beside the file", () => {
    const relative = (specifier: string): RawImport => ({ form: "relative", specifier });
    const graph = graphOf({
      "gem_a/lib/a.rb": { imports: ["a/version", "shared", relative("a/deep"), "json", relative("nope")] },
      "gem_a/lib/a/version.rb": {},
      "gem_a/lib/a/deep.rb": {},
      "gem_a/lib/shared.rb": {},
      "gem_b/lib/shared.rb": {},
      "gem_a/spec/a_spec.rb": { imports: ["a", "spec_helper"] },
      "gem_a/spec/spec_helper.rb": {},
    });
    expect(importsOf(graph, "gem_a/lib/a.rb")).toEqual([
      "file:gem_a/lib/a/deep.rb",
      "file:gem_a/lib/a/version.rb",
      "file:gem_a/lib/shared.rb",
    ]);
    expect(importsOf(graph, "gem_a/spec/a_spec.rb")).toEqual(["file:gem_a/lib/a.rb", "file:gem_a/spec/spec_helper.rb"]);
    expect(graph.imports).toMatchObject({ external: 1, unresolved: 1 });
  });

  test("labels from the nearest workspace, of the own package, and of other repositories", () => {
    const bazel = (labels: string[], imports: string[] = []): Sketch => ({
      language: "starlark",
      imports,
      manifest: { kind: "bazel_package", targets: ["t"], labels },
    });
    const graph = graphOf({
      "ws/MODULE.bazel": {},
      "ws/app/BUILD.bazel": bazel(
        [":own", "//lib:thing", "//lib", "@ext//x", "//none"],
        ["//tools:defs.bzl", "@rules//a.bzl"],
      ),
      "ws/lib/BUILD": bazel([]),
      "ws/tools/BUILD": bazel([]),
      "ws/tools/defs.bzl": { imports: [":more.bzl"] },
      "ws/tools/more.bzl": {},
    });
    expect(moduleImports(graph, "ws/app/BUILD.bazel")).toEqual(["module:ws/lib/BUILD"]);
    expect(importsOf(graph, "ws/app/BUILD.bazel")).toEqual(["file:ws/tools/defs.bzl"]);
    expect(importsOf(graph, "ws/tools/defs.bzl")).toEqual(["file:ws/tools/more.bzl"]);
    expect(
      graph.nodes.filter(({ kind }) => kind === "module").map((node) => ("name" in node ? node.name : "")),
    ).toEqual(["//app", "//lib", "//tools"]);
  });
});

describe("size", () => {
  test("time grows with the repository and not with its square", () => {
    const timeOf = (count: number) => {
      const files = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          [`packages/p${index}/package.json`, packageJson({ name: `p${index}` })],
          [
            `packages/p${index}/src/index.ts`,
            { imports: [`p${(index * 7) % count}`, `../../p${(index + 1) % count}/src/index`, "react"] },
          ],
          [`py/m${index}/__init__.py`, { imports: [`m${(index * 3) % count}`, "os"] }],
          [`inc/d${index}/config.h`, { imports: [{ form: "quoted", specifier: "config.h" } as const] }],
        ]).flat(),
      );
      const started = process.cpuUsage();
      graphOf({ "package.json": packageJson({ workspaces: ["packages/*"] }), ...files });
      return process.cpuUsage(started).user;
    };
    timeOf(200);
    const [small, large] = [Math.min(timeOf(400), timeOf(400)), timeOf(3_200)];
    expect(large / small).toBeLessThan(32);
  });
});
