import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeInCode, repositoryPath } from "#server/domain/failure-signature/repository-path.ts";

describe("a path without its machine", () => {
  test.each([
    ["a home folder", "/home/ana/shop/src/lease.ts", "src/lease.ts"],
    ["a folder of projects", "/home/ana/code/acme/shop/src/lease.ts", "src/lease.ts"],
    ["macOS", "/Users/ben/Documents/shop/src/lease.ts", "src/lease.ts"],
    ["Windows", "C:\\Users\\ben\\shop\\src\\lease.ts", "src/lease.ts"],
    ["the other case of a drive", "c:\\Users\\ben\\shop\\src\\lease.ts", "src/lease.ts"],
    ["a file URL", "file:///c:/Users/ben/shop/src/lease.ts", "src/lease.ts"],
    ["GitHub Actions", "/home/runner/work/shop/shop/src/lease.ts", "src/lease.ts"],
    ["GitHub Actions on Windows", "D:\\a\\shop\\shop\\src\\lease.ts", "src/lease.ts"],
    ["GitHub Actions in a container", "/__w/shop/shop/src/lease.ts", "src/lease.ts"],
    ["GitLab", "/builds/acme/shop/src/lease.ts", "src/lease.ts"],
    ["GitLab with nested groups", "/builds/acme/web/shop/src/lease.ts", "src/lease.ts"],
    ["Jenkins", "/var/jenkins_home/workspace/shop/src/lease.ts", "src/lease.ts"],
    ["Azure", "C:\\agent\\_work\\7\\s\\src\\lease.ts", "src/lease.ts"],
    ["Azure's own machines", "/home/vsts/work/1/s/src/lease.ts", "src/lease.ts"],
    ["Bitbucket", "/opt/atlassian/pipelines/agent/build/src/lease.ts", "src/lease.ts"],
    ["CircleCI", "/home/circleci/project/src/lease.ts", "src/lease.ts"],
    ["a container", "/app/src/lease.ts", "src/lease.ts"],
    ["a temporary folder", "/tmp/build-776f1b/shop/src/lease.ts", "src/lease.ts"],
    ["a bundler", "webpack-internal:///(rsc)/./src/lease.ts", "src/lease.ts"],
    ["a monorepo", "/home/runner/work/shop/shop/packages/core/src/lease.ts", "packages/core/src/lease.ts"],
    ["a project named app", "/home/ana/app/src/lease.ts", "src/lease.ts"],
    ["the project itself", "/home/ana/shop", "."],
  ])("%s", (_, written, path) => {
    expect(repositoryPath(written)).toMatchObject({ kind: "repository", path });
  });

  test.each([
    [
      "pnpm",
      "/home/ana/shop/node_modules/.pnpm/vite@7.1.9_52eb9d8e/node_modules/vite/dist/cli.js",
      "library",
      "node_modules/vite/dist/cli.js",
    ],
    ["pip", "/opt/venv/lib/python3.11/site-packages/yaml/__init__.py", "library", "site-packages/yaml/__init__.py"],
    [
      "cargo",
      "/root/.cargo/registry/src/index.crates.io-6f17d22bba15001f/serde-1.0.200/src/de.rs",
      "library",
      "cargo/serde-1/src/de.rs",
    ],
    ["Go modules", "/go/pkg/mod/github.com/x/y@v1.2.3/z.go", "library", "gomod/github.com/x/y@1/z.go"],
    ["Python's own", "/usr/lib/python3.11/json/decoder.py", "runtime", "python/json/decoder.py"],
    [
      "Rust's own",
      "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs",
      "runtime",
      "rustc/library/std/src/panicking.rs",
    ],
    ["a scratch file", "/tmp/ccfYbhbc.o", "temporary", "<tmp>.o"],
    ["a program", "/usr/bin/ld", "system", "/usr/bin/ld"],
  ])("installed and scratch files keep what names them: %s", (_, written, kind, path) => {
    expect(repositoryPath(written)).toMatchObject({ kind, path });
  });

  test("a folder or a package that the log names is the root, whatever it is called", () => {
    expect(repositoryPath("/srv/x/y/z/lib/a.js", { folders: ["/srv/x/y/z"], packages: [] }).path).toBe("lib/a.js");
    expect(repositoryPath("/data/ci/9/shop/odd/a.js", { folders: [], packages: ["shop"] }).path).toBe("odd/a.js");
  });

  test("what is dropped from the front, and the path, are the whole of what was written", () => {
    for (const written of ["/home/ana/shop/src/lease.ts", "./src/lease.ts", "/builds/acme/shop/a.js"]) {
      const { path, dropped } = repositoryPath(written);
      expect(written.slice(dropped)).toBe(path);
    }
  });

  test("a path that was rewritten stays as it is", () => {
    const segment = fc.constantFrom(
      "home",
      "ana",
      "src",
      "lib",
      "tmp",
      "node_modules",
      ".pnpm",
      "a@1.2.3",
      "x.ts",
      "builds",
      "app",
      "runner",
      "work",
      "..",
      ".",
      "usr",
      "python3.11",
      "site-packages",
    );
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 8 }),
        fc.constantFrom("/", "", "./", "\\", "C:\\"),
        (segments, start) => {
          const once = repositoryPath(start + segments.join("/")).path;
          expect(repositoryPath(once).path).toBe(once);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("the place of a frame begins at a folder that repositories have at their top, or is the file alone", () => {
    expect(placeInCode("shop/src/cart/total.ts")).toBe("src/cart/total.ts");
    expect(placeInCode("shop/cart/total.py")).toBe("total.py");
    expect(placeInCode("total.py")).toBe("total.py");
  });
});
