import { describe, expect, test } from "vitest";
import {
  leadingFrame,
  readPointerFrame,
  readPythonFrame,
  readStackFrame,
} from "#server/domain/diagnostics/stack-frame.ts";

describe("stack frames", () => {
  test.each([
    ["    at f (/a b/c (old)/x.js:1:2)", "/a b/c (old)/x.js", 1, 2, "f"],
    ["at Object.<anonymous> [as run] (C:\\a\\x.js:1:2)", "C:\\a\\x.js", 1, 2, "Object.<anonymous> [as run]"],
    ["at async file:///a/x.mjs:3:4", "file:///a/x.mjs", 3, 4, null],
    ["at eval (eval at run (eval at go (/a/x.js:4:5), <anonymous>:1:1), <anonymous>:6:8)", "/a/x.js", 4, 5, "eval"],
    ["at node:internal/x:95:5 {", "node:internal/x", 95, 5, null],
    ["\tat com.acme.Cart.total(Cart.java:12)", "com/acme/Cart.java", 12, null, "com.acme.Cart.total"],
    [
      "\tat app//com.acme.Cart$1.run(Cart.java:3) ~[shop.jar:1.0]",
      "com/acme/Cart.java",
      3,
      null,
      "com.acme.Cart$1.run",
    ],
    [
      "   at Acme.Cart.Total(Int32 a) in /srv/shop/Cart.cs:line 8",
      "/srv/shop/Cart.cs",
      8,
      null,
      "Acme.Cart.Total(Int32 a)",
    ],
    ["total@http://localhost:3000/src/a.js:5:6", "http://localhost:3000/src/a.js", 5, 6, "total"],
  ])("%s", (line, file, row, column, name) => {
    expect(readStackFrame(line)).toMatchObject({ file, line: row, column, function: name });
  });

  test.each(["at least two files changed", "at 10:30 we met", "atlas (x)", "at", "look at a.js (1:2)"])(
    "%s is no frame",
    (line) => {
      expect(readStackFrame(line)).toBe(null);
    },
  );

  test("Vitest points with and without a method, and paths may hold blanks", () => {
    expect(readPointerFrame(" ❯ net src/price.ts:2:23")).toMatchObject({ file: "src/price.ts", function: "net" });
    expect(readPointerFrame(" ❯ src/my file.test.ts:2:23")).toMatchObject({
      file: "src/my file.test.ts",
      function: null,
    });
    expect(readPointerFrame(" ❯ Timeout._onTimeout src/a.ts:4:11")).toMatchObject({
      file: "src/a.ts",
      function: "Timeout._onTimeout",
    });
    expect(readPointerFrame(" ❯ src/a.test.ts (7 tests | 4 failed)")).toBe(null);
  });

  test("Python frames of a group of exceptions keep their place", () => {
    expect(readPythonFrame('  | +   File "a.py", line 3, in f')).toMatchObject({
      file: "a.py",
      line: 3,
      function: "f",
    });
  });

  test("the innermost frame of the project leads, although a foreign one is nearer", () => {
    const frames = ["at x (/a/node_modules/x.js:1:1)", "at y (/a/src/y.js:2:2)", "at z (/a/src/z.js:3:3)"]
      .map(readStackFrame)
      .filter((frame) => frame !== null);
    expect(leadingFrame(frames)).toMatchObject({ file: "/a/src/y.js" });
  });
});
