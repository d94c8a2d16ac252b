import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { readColonLocation } from "#server/domain/diagnostics/located-text.ts";
import { cleanPath, cleanRoot, isPlausiblePath, relativeTo } from "#server/domain/diagnostics/source-path.ts";

const map = (path: string, root: string) => relativeTo(cleanPath(path), cleanRoot(root));

describe("paths", () => {
  test.each([
    ["./src/a.ts", "src/a.ts"],
    ["src\\a.ts", "src/a.ts"],
    ["\\\\?\\UNC\\srv\\share\\a.ts", "//srv/share/a.ts"],
    ["file:///C:/my%20app/a.ts", "C:/my app/a.ts"],
    ["file://localhost/srv/a.ts", "/srv/a.ts"],
    ["file://srv/share/a.ts", "//srv/share/a.ts"],
    ["repro-%20.ts", "repro-%20.ts"],
    ["webpack-internal:///(rsc)/./src/app/page.tsx", "src/app/page.tsx"],
    ["webpack://shop/./src/a.js?1a2b", "src/a.js"],
    ["http://localhost:5173/src/a.ts?t=17", "src/a.ts"],
    ["a/../b/./c.ts", "b/c.ts"],
    ["../shared/a.ts", "../shared/a.ts"],
  ])("%s is %s", (printed, clean) => {
    expect(cleanPath(printed)).toBe(clean);
    expect(cleanPath(clean)).toBe(clean);
  });

  test("a path below the root is relative, whatever the case of a drive letter", () => {
    expect(map("/srv/shop/src/a.ts", "/srv/shop/")).toBe("src/a.ts");
    expect(map("c:\\Shop\\src\\A.ts", "C:\\shop")).toBe("src/A.ts");
    expect(map("/srv/shopping/a.ts", "/srv/shop")).toBe("/srv/shopping/a.ts");
  });

  test("the same project checked out elsewhere is found by its folder, a dependency of that name is not", () => {
    expect(map("/home/runner/work/shop/shop/src/a.ts", "/srv/shop")).toBe("src/a.ts");
    expect(map("/srv/x/node_modules/shop/index.js", "/home/ana/shop")).toBe("/srv/x/node_modules/shop/index.js");
  });

  test.each([
    "/a/node_modules/x.js",
    "node:internal/x",
    "/usr/lib/python3.11/json/decoder.py",
    "/v/lib/python3.11/site-packages/x.py",
    "/root/.cargo/registry/src/x/lib.rs",
    "/usr/lib/go-1.19/src/testing/testing.go",
    "C:/Program Files/x.targets",
  ])("%s is foreign", (path) => expect(isForeignPath(path)).toBe(true));
  test.each([
    "src/a.ts",
    "/srv/app/lib/python/a.py",
    "/home/ana/go/src/github.com/acme/shop/a.go",
    "/usr/src/app/index.js",
    "vendor.ts",
  ])("%s is the project's own", (path) => expect(isForeignPath(path)).toBe(false));

  test.each([
    "example.com:443: refused",
    "10:15:30 done",
    "http://a.example:80: x",
    "error: a.ts:1:2: x",
    "see docs at a.ts:3: x",
    "v1.2.3:4: x",
  ])("%s begins with no place", (text) => expect(readColonLocation(text)).toBe(null));
  test("the first plausible position wins, over drive letters and positions in the message", () => {
    expect(readColonLocation("C:\\a b\\x (1).ts:3:4: at y.ts:9:9")).toMatchObject({
      file: "C:\\a b\\x (1).ts",
      line: 3,
      column: 4,
    });
    expect(readColonLocation("Dockerfile:3 DL3008 x")).toMatchObject({ file: "Dockerfile", line: 3, column: null });
    expect(readColonLocation(".env:2 DuplicatedKey")).toMatchObject({ file: ".env", line: 2 });
  });

  test("cleaning twice changes nothing, and nothing throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab/\\.:%20?#()[] ~C") }), (text) => {
        isPlausiblePath(text);
        readColonLocation(text);
        const once = cleanPath(text.replaceAll("\\", "/").replaceAll("%", ""));
        expect(cleanPath(once)).toBe(once);
      }),
    );
  });
});
