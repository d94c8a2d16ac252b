import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "#server/domain/diagnostics/diagnostic.ts";
import { parseDiagnostics } from "#server/domain/diagnostics/parse-diagnostics.ts";

type Tuple = (string | number | null)[];

const cases = fileURLToPath(new URL("../../testing/cases/", import.meta.url));
const expected: Record<string, Tuple[]> = JSON.parse(readFileSync(`${cases}D-expected.json`, "utf8"));
const read = (name: string) => readFileSync(`${cases}${name}`, "utf8");
const tuples = (list: readonly Diagnostic[]): Tuple[] => list.map(({ file, line, column }) => [file, line, column]);
const firstThree = (name: string) => (expected[name] ?? []).map((tuple) => tuple.slice(0, 3));

describe("D01 round brackets in a path", () => {
  test("the position is taken from the right, and prose with a position is no diagnostic", () => {
    const { diagnostics } = parseDiagnostics({ text: read("D01-tsc-parens.txt") });
    const errors = diagnostics.filter((one) => one.severity === "error");
    expect(errors.map(({ file, line, column, code }) => [file, line, column, code])).toEqual(
      expected["D01-tsc-parens.txt"],
    );
    expect(diagnostics.filter((one) => one.severity !== "error")).toMatchObject([
      { file: "lib/plain.ts", severity: "warning" },
    ]);
  });
});

describe("D02 drive letters, shares and CR", () => {
  test("tuples equal those of the Linux twin", () => {
    const windows = parseDiagnostics({ text: read("D02-windows.txt"), root: "C:\\repo" });
    expect(tuples(windows.diagnostics)).toEqual(firstThree("D02-windows.txt"));
    const twin = read("D02-windows.txt")
      .replaceAll("\r\n", "\n")
      .replaceAll("\\\\srv\\share\\repo", "/repo")
      .replaceAll("\\\\?\\C:\\repo", "/repo")
      .replaceAll(/[Cc]:\\repo/g, "/repo")
      .replaceAll("\\", "/");
    expect(parseDiagnostics({ text: twin, root: "/repo" }).diagnostics).toEqual(windows.diagnostics);
  });
});

describe("D04 names of task runners before each line", () => {
  test("the prefix becomes the package, and the tuple is that of the plain run", () => {
    const { diagnostics } = parseDiagnostics({ text: read("D04-prefixes.txt") });
    expect(diagnostics.map(({ file, line, column, package: name }) => [file, line, column, name ?? null])).toEqual(
      expected["D04-prefixes.txt"],
    );
  });
});

describe("D05 watch mode", () => {
  test("only the last finished cycle counts", () => {
    const parsed = parseDiagnostics({ text: read("D05-watch.txt") });
    expect(parsed).toMatchObject({ diagnostics: expected["D05-watch.txt"], complete: true, outcome: "passed" });
  });

  test("an unfinished last cycle says so and leaves the one before it", () => {
    const lines = read("D05-watch.txt").split("\n");
    const upToSecondEnd = lines.slice(0, lines.findIndex((line) => line.includes("Found 1 error")) + 1);
    const text = [...upToSecondEnd, "[10:00:20 AM] File change detected. Starting incremental compilation...", ""].join(
      "\n",
    );
    const parsed = parseDiagnostics({ text });
    expect(tuples(parsed.diagnostics)).toEqual([["src/c.ts", 3, 3]]);
    expect(parsed.complete).toBe(false);
    expect(parsed.notes.join(" ")).toContain("not finished");
  });

  test("a first cycle without an end is incomplete", () => {
    const text = read("D05-watch.txt").split("\n").slice(0, 4).join("\n");
    expect(parseDiagnostics({ text })).toMatchObject({ complete: false, outcome: "failed" });
  });
});

describe("D07 summaries in any order", () => {
  const lines = read("D07-summaries.txt")
    .split("\n")
    .filter((line) => line !== "");
  test.each(lines.map((line, at): [string, Tuple] => [line, expected["D07-summaries.txt"]?.[at] ?? []]))(
    "%s",
    (line, wanted) => {
      const { counts, diagnostics, outcome } = parseDiagnostics({ text: line });
      if (wanted[0] === "error") {
        expect(diagnostics).toMatchObject([{ severity: "error", message: line }]);
        expect(outcome).toBe("failed");
        return;
      }
      expect([counts?.failed, counts?.passed]).toEqual(wanted);
      expect(outcome).toBe(Number(wanted[0]) > 0 ? "failed" : Number(wanted[1]) > 0 ? "passed" : "unknown");
    },
  );

  test("skipped, todo and flaky are told apart", () => {
    expect(parseDiagnostics({ text: " Tests  1 failed | 3 passed | 2 skipped (6)" }).counts).toMatchObject({
      skipped: 2,
      todo: 0,
    });
    expect(parseDiagnostics({ text: " Tests  2 todo | 1 failed | 1 passed (4)" }).counts).toMatchObject({
      skipped: 0,
      todo: 2,
    });
    expect(parseDiagnostics({ text: " 3 passed, 1 flaky, 1 failed (12.1s)" }).counts).toMatchObject({ flaky: 1 });
  });

  test("an unknown form is shown as unread and is never green", () => {
    const parsed = parseDiagnostics({ text: " Tests  4 passed | 1 exploded (5)" });
    expect(parsed.unparsed).toEqual(["Tests  4 passed | 1 exploded (5)"]);
    expect(parsed.outcome).toBe("unknown");
  });
});

describe("D08 blocks of parallel workers", () => {
  test("a failing test belongs to the nearest FAIL header, and one name in two files stays two", () => {
    const { diagnostics } = parseDiagnostics({ text: read("D08-jest-blocks.txt") });
    expect(diagnostics.map(({ file, test: name }) => [file, name])).toEqual(expected["D08-jest-blocks.txt"]);
  });
});

describe("D10 percent signs in paths", () => {
  test("only file URLs are decoded, and broken escapes stay", () => {
    expect(tuples(parseDiagnostics({ text: read("D10-urls.txt") }).diagnostics)).toEqual(expected["D10-urls.txt"]);
  });
});

describe("D11 blanks and brackets in stack frames", () => {
  test("place and function are right, and frames of nobody's source are left out", () => {
    const { diagnostics } = parseDiagnostics({ text: read("D11-frames.txt") });
    expect(tuples(diagnostics)).toEqual(firstThree("D11-frames.txt"));
    expect(diagnostics[0]?.function).toBe(expected["D11-frames.txt"]?.[0]?.[3]);
  });
});

describe("D13 messages over several lines", () => {
  const { diagnostics } = parseDiagnostics({ text: read("D13-multiline.txt"), root: "/srv/app" });

  test("one tuple per diagnostic, rows below one header share the file", () => {
    expect(tuples(diagnostics)).toEqual(firstThree("D13-multiline.txt"));
    expect(diagnostics[3]?.severity).toBe("warning");
  });

  test("the whole message, and the code frame apart from it", () => {
    expect(diagnostics[0]?.message).toContain(
      "Types of property 'id' are incompatible.\n    Type 'string' is not assignable",
    );
    expect(diagnostics[1]).toMatchObject({
      codeFrame: "9   save({});\n    ~~~~",
      related: [{ file: "src/types.ts", line: 2, column: 3, message: "'name' is declared here." }],
    });
    expect(diagnostics[1]?.message).not.toContain("save");
    expect(diagnostics[4]?.message).toContain('-   "a": 2,\n+   "a": 1,');
    expect(diagnostics[5]).toMatchObject({
      message: 'No matching export in "src/e.ts" for import "z"',
      codeFrame: "8 │   z,\n  ╵   ^",
    });
  });
});

describe("D14 colours although output is piped", () => {
  test("the same tuples as without colours", () => {
    const coloured = parseDiagnostics({ text: read("D14-colour.txt"), root: "/srv/app" });
    expect(tuples(coloured.diagnostics)).toEqual(firstThree("D14-colour.txt"));
    const plain = read("D14-colour.txt").replaceAll(/\x1b\[\d+m/g, "");
    expect(parseDiagnostics({ text: plain, root: "/srv/app" })).toEqual(coloured);
  });
});
