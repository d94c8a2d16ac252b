import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Diagnostic, severities } from "#server/domain/diagnostics/diagnostic.ts";
import { parseDiagnostics } from "#server/domain/diagnostics/parse-diagnostics.ts";
import { readNext, readNextLimit } from "#server/domain/diagnostics/read-next.ts";
import { fixtureRoot, readFixture } from "#server/testing/diagnostic-fixtures.ts";

function aDiagnostic(given: Partial<Diagnostic>): Diagnostic {
  return {
    file: "src/a.ts",
    line: 1,
    column: 1,
    severity: "error",
    code: null,
    message: "wrong",
    parser: "tsc",
    ...given,
  };
}

const paths = (list: Diagnostic[]) => readNext(list).map((one) => one.path);

describe("what to open first", () => {
  test("a missing module comes before the type errors that follow from it, although it was printed last", () => {
    const list = [
      aDiagnostic({
        file: "src/cart.ts",
        code: "TS2322",
        message: "Type 'string' is not assignable to type 'number'.",
      }),
      aDiagnostic({ file: "src/page.ts", code: "TS2304", message: "Cannot find name 'gone'." }),
      aDiagnostic({ file: "src/shop.ts", code: "TS2307", message: "Cannot find module './gone.ts'." }),
      aDiagnostic({ file: "src/late.ts", code: "TS1005", message: "';' expected." }),
      aDiagnostic({ file: "tsconfig.json", code: "TS5023", message: "Unknown compiler option 'x'." }),
    ];
    expect(paths(list)).toEqual(["tsconfig.json", "src/late.ts", "src/shop.ts", "src/page.ts", "src/cart.ts"]);
  });

  test("project files come before tests, tests before dependencies", () => {
    const list = [
      aDiagnostic({ file: "node_modules/x/index.d.ts", isForeign: true }),
      aDiagnostic({ file: "src/a.test.ts" }),
      aDiagnostic({ file: "src/a.ts" }),
    ];
    expect(paths(list)).toEqual(["src/a.ts", "src/a.test.ts", "node_modules/x/index.d.ts"]);
  });

  test("a cause in a test comes before a consequence in the project", () => {
    const list = [
      aDiagnostic({ file: "src/a.ts", code: "TS2322" }),
      aDiagnostic({ file: "src/a.test.ts", code: "TS1005", message: "';' expected." }),
    ];
    expect(paths(list)).toEqual(["src/a.test.ts", "src/a.ts"]);
  });

  test("a compile error comes before a failing test, and any error before a warning", () => {
    const list = [
      aDiagnostic({ file: "src/w.ts", severity: "warning", code: "TS2307", message: "Cannot find module './x'." }),
      aDiagnostic({ file: "src/t.ts", test: "adds", parser: "vitest", message: "AssertionError: expected 1 to be 2" }),
      aDiagnostic({ file: "src/c.ts", code: "TS2322" }),
    ];
    expect(paths(list)).toEqual(["src/c.ts", "src/t.ts", "src/w.ts"]);
  });

  test("each file stands once, at its first cause, with the count of what else is there", () => {
    const list = [
      aDiagnostic({ line: 9, code: "TS2322", message: "one" }),
      aDiagnostic({ line: 3, code: "TS2307", message: "Cannot find module './x'." }),
      aDiagnostic({ line: 5, code: "TS2322", message: "two" }),
    ];
    expect(readNext(list)).toEqual([
      { path: "src/a.ts", line: 3, reason: "missing module: TS2307 Cannot find module './x'. (and 2 more here)" },
    ]);
  });

  test("places that a finding names follow it, then the callers of its trace", () => {
    const list = [
      aDiagnostic({
        file: "src/price.ts",
        line: 2,
        test: "adds",
        parser: "vitest",
        message: "TypeError: no",
        trace: [{ file: "src/cart.ts", line: 7, column: 1, function: "total" }],
        related: [{ file: "src/types.ts", line: 4, column: 1, message: "'price' is declared here." }],
      }),
    ];
    expect(readNext(list)).toEqual([
      { path: "src/price.ts", line: 2, reason: "failing test in “adds”: TypeError: no" },
      { path: "src/types.ts", line: 4, reason: "named by src/price.ts:2: 'price' is declared here." },
      { path: "src/cart.ts", line: 7, reason: "total is on the way to src/price.ts:2" },
    ]);
  });

  test("a pnpm package is a folder, a scoped name is none", () => {
    expect(paths([aDiagnostic({ package: "packages/api" })])).toEqual(["packages/api/src/a.ts"]);
    expect(paths([aDiagnostic({ package: "packages/api", file: "packages/api/src/a.ts" })])).toEqual([
      "packages/api/src/a.ts",
    ]);
    expect(paths([aDiagnostic({ package: "@acme/core" })])).toEqual(["src/a.ts"]);
  });

  test("real runs: the broken import of a compiler, the source below a failing test", () => {
    const next = (name: string) =>
      readNext(parseDiagnostics({ text: readFixture(name), root: fixtureRoot }).diagnostics);
    expect(next("tsc-pretty")[0]).toMatchObject({ path: "src/page.ts", line: 1 });
    expect(next("vitest-default").map((one) => one.path)).toEqual([
      "src/import.test.ts",
      "src/price.ts",
      "src/price.test.ts",
      "src/late.test.ts",
    ]);
    expect(next("pytest-short")[0]).toMatchObject({ path: "tests/test_syntax.py", line: 1 });
    expect(next("go-test")[0]).toMatchObject({ path: "broken/broken.go" });
  });

  test("paths are distinct, few, and independent of the order in which equal ranks arrive twice", () => {
    const file = fc.constantFrom("src/a.ts", "src/b.ts", "test/a.test.ts", "node_modules/x/y.js", "src/c.ts", null);
    const one = fc.record({
      file,
      line: fc.nat({ max: 99 }),
      severity: fc.constantFrom(...severities),
      code: fc.constantFrom("TS2307", "TS1005", "TS2322", null),
      message: fc.string({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (given) => {
        const list = given.map((part) => aDiagnostic(part));
        const next = readNext(list);
        expect(new Set(next.map((entry) => entry.path)).size).toBe(next.length);
        expect(next.length).toBeLessThanOrEqual(readNextLimit);
        expect(readNext([...list, ...list]).map((entry) => entry.path)).toEqual(next.map((entry) => entry.path));
        const lastForeignFirst = next.findIndex((entry) => entry.path.startsWith("node_modules/"));
        if (lastForeignFirst >= 0) expect(lastForeignFirst).toBe(next.length - 1);
      }),
    );
  });
});
