import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { readManifest } from "./read-manifest.ts";

vi.setConfig({ testTimeout: 60_000 });

describe("package.json", () => {
  test("entry points, exports in their simple forms, imports, workspaces and dependencies", () => {
    const text = JSON.stringify({
      name: "@acme/core",
      main: "lib/index.js",
      types: "./lib/index.d.ts",
      exports: {
        ".": { types: "./t.d.ts", import: ["./m.mjs", { default: "./d.js" }], require: "./c.cjs" },
        "./x/*": "./src/x/*.ts",
        "./no": null,
      },
      imports: { "#a": { node: "./n.js", default: "dep" }, plain: "./ignored.js" },
      workspaces: { packages: ["packages/*"] },
      dependencies: { one: "1" },
      devDependencies: { one: "1", two: "2" },
    });
    expect(readManifest("package_json", text)).toEqual({
      kind: "package_json",
      name: "@acme/core",
      entries: ["./lib/index.js", "./lib/index.d.ts"],
      exports: [
        { key: ".", targets: ["./t.d.ts", "./m.mjs", "./d.js", "./c.cjs"] },
        { key: "./x/*", targets: ["./src/x/*.ts"] },
        { key: "./no", targets: [] },
      ],
      imports: [{ key: "#a", targets: ["./n.js", "dep"] }],
      workspaces: ["packages/*"],
      dependencies: ["one", "two"],
    });
    expect(readManifest("package_json", '{"exports":"./only.js"}')).toMatchObject({
      exports: [{ key: ".", targets: ["./only.js"] }],
    });
    expect(readManifest("package_json", '{"exports":{"import":"./a.mjs"}}')).toMatchObject({
      exports: [{ key: ".", targets: ["./a.mjs"] }],
    });
  });

  test("values of a wrong type count as absent", () => {
    expect(
      readManifest("package_json", '{"name":5,"exports":7,"workspaces":"x","dependencies":[1],"main":{}}'),
    ).toEqual({
      kind: "package_json",
      name: null,
      entries: [],
      exports: [{ key: ".", targets: [] }],
      imports: [],
      workspaces: [],
      dependencies: [],
    });
    expect(readManifest("package_json", '{"__proto__":{"name":"x"},"name":"y"}')).toMatchObject({ name: "y" });
    expect(readManifest("package_json", "[]")).toBe(null);
    expect(readManifest("package_json", '{"name":')).toBe(null);
  });
});

test("tsconfig with comments, trailing commas and several parents", () => {
  const text =
    '{\n // base\n "extends": ["./a.json", "./b",], /* x */ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], }, "outDir": "dist", },\n}';
  expect(readManifest("tsconfig", text)).toEqual({
    kind: "tsconfig",
    extends: ["./a.json", "./b"],
    baseUrl: ".",
    paths: [{ pattern: "@/*", targets: ["src/*"] }],
    outDir: "dist",
    rootDir: null,
  });
  expect(readManifest("tsconfig", '{"extends":"./one"}')).toMatchObject({ extends: ["./one"], paths: null });
});

test("pnpm workspaces", () => {
  expect(readManifest("pnpm_workspace", "packages:\n  - 'packages/*'\n  - '!**/test/**'\n")).toEqual({
    kind: "pnpm_workspace",
    packages: ["packages/*", "!**/test/**"],
  });
  expect(readManifest("pnpm_workspace", "a: &a [x, x]\npackages: [*a, *a]\n")).toBe(null);
});

test("Cargo", () => {
  const text =
    '[package]\nname = "acme-core"\n[lib]\nname = "core"\npath = "lib/core.rs"\n[[bin]]\nname = "tool"\npath = "tool/main.rs"\n[dependencies]\nserde = "1"\nutil = { package = "acme-util", path = "../util" }\n[target."cfg(unix)".dependencies]\nunix.workspace = true\n';
  expect(readManifest("cargo", text)).toEqual({
    kind: "cargo",
    name: "acme-core",
    libName: "core",
    libPath: "lib/core.rs",
    targetPaths: ["tool/main.rs"],
    dependencies: [
      { name: "serde", package: null, path: null, isWorkspace: false },
      { name: "util", package: "acme-util", path: "../util", isWorkspace: false },
      { name: "unix", package: null, path: null, isWorkspace: true },
    ],
  });
});

test("go.mod in both ways of writing", () => {
  const text =
    'module example.com/shop // comment\n\ngo 1.22\nrequire example.com/a v1.0.0\nrequire (\n\texample.com/b v1.0.0 // indirect\n\t"example.com/c" v1.0.0\n)\nreplace example.com/b => ../b\nreplace (\n\texample.com/c v1.0.0 => ./c\n)\n';
  expect(readManifest("go_mod", text)).toEqual({
    kind: "go_mod",
    module: "example.com/shop",
    requires: ["example.com/a", "example.com/b", "example.com/c"],
    replaces: [
      { from: "example.com/b", to: "../b" },
      { from: "example.com/c", to: "./c" },
    ],
  });
});

describe("hostile manifests", () => {
  test("any text gives a manifest or null", () => {
    const rules = fc.constantFrom("package_json", "tsconfig", "pnpm_workspace", "cargo", "go_mod" as const);
    fc.assert(
      fc.property(
        rules,
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((value) => JSON.stringify(value)),
        ),
        (rule, text) => {
          const manifest = readManifest(rule, text);
          if (manifest !== null) expect(JSON.parse(JSON.stringify(manifest))).toEqual(manifest);
        },
      ),
    );
  });

  test.each(["package_json", "tsconfig", "pnpm_workspace", "cargo", "go_mod"] as const)(
    "%s: nesting without end is no crash",
    (rule) => {
      for (const open of ["[", "-\n ", "? ", "{", '{"exports":', "a = [", "- ", "packages: "])
        readManifest(rule, open.repeat(100_000));
      readManifest(rule, `${'{"exports":'.repeat(50_000)}1${"}".repeat(50_000)}`);
    },
  );

  test("lists are kept to their limits", () => {
    const exports = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`./e${index}`, "./x.js"]));
    const manifest = readManifest("package_json", JSON.stringify({ exports }));
    expect(manifest).toMatchObject({ exports: { length: 500 } });
  });
});
