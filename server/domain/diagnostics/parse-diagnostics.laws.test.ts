import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { ParsedOutput } from "#server/domain/diagnostics/diagnostic.ts";
import { parseDiagnostics } from "#server/domain/diagnostics/parse-diagnostics.ts";
import { parserRegistry } from "#server/domain/diagnostics/parser-registry.ts";
import { fixtureNames, fixtureRoot, readFixture } from "#server/testing/diagnostic-fixtures.ts";

vi.setConfig({ testTimeout: 60_000 });

const names = fixtureNames();
const plainNames = names.filter((name) => !readFixture(name).includes("\x1b"));
const fixture = fc.constantFrom(...names);
const plainFixture = fc.constantFrom(...plainNames);
const parse = (text: string) => parseDiagnostics({ text, root: fixtureRoot });

/** All but what is allowed to differ when each line gets a prefix. */
function withoutPackages({ diagnostics, evidence, ...rest }: ParsedOutput) {
  return { ...rest, diagnostics: diagnostics.map(({ package: _package, ...one }) => one) };
}

describe("laws of reading output", () => {
  test("colours change nothing", () => {
    const colour = fc.constantFrom(
      "\x1b[31m",
      "\x1b[0m",
      "\x1b[1;38;5;208m",
      "\x1b[38;2;1;2;3m",
      "\x1b[K",
      "\x1b]8;;https://a.example\x07",
    );
    fc.assert(
      fc.property(
        plainFixture,
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), colour), { maxLength: 60 }),
        (name, places) => {
          const text = readFixture(name);
          let coloured = text;
          const offsets = places.map(([share, code]): [number, string] => [Math.floor(share * text.length), code]);
          for (const [offset, code] of offsets.toSorted(([one], [other]) => other - one)) {
            coloured = coloured.slice(0, offset) + code + coloured.slice(offset);
          }
          expect(parse(coloured)).toEqual(parse(text));
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each(names)("CRLF changes nothing: %s", (name) => {
    const text = readFixture(name).replaceAll("\r", "");
    expect(parse(text.replaceAll("\n", "\r\n"))).toEqual(parse(text));
  });

  // Shapes that any message may have are believed from three lines on.
  const doubtful = new Set(["[web] ", "web: "]);
  const prefixes: [string, string | undefined][] = [
    ["@acme/core: ", "@acme/core"],
    ["[@acme/core]: ", "@acme/core"],
    ["@acme/core:test: ", "@acme/core"],
    ["web:build: ", "web"],
    ["packages/api build: ", "packages/api"],
    ["[0] ", undefined],
    ["[web] ", "web"],
    ["web: ", "web"],
    ["api-1  | ", undefined],
    ["2026-07-01T10:00:00.0000000Z ", undefined],
    ["2026-07-01T10:00:00.0000000Z web:build: ", "web"],
    ["build\tRun tests\t2026-07-01T10:00:00.0000000Z ", undefined],
    ["#12 3.456 ", undefined],
  ];
  test.each(prefixes)("the prefix %j changes only the package", (prefix, named) => {
    for (const name of plainNames) {
      const text = readFixture(name).replace(/\n+$/, "");
      if (doubtful.has(prefix) && text.split("\n").filter((line) => line !== "").length < 3) continue;
      // Runners print a prefix before empty lines too, with or without the blank at its end.
      const prefixed = text
        .split("\n")
        .map((line, at) => (line === "" && at % 2 === 0 ? prefix.trimEnd() : prefix + line))
        .join("\n");
      const parsed = parse(prefixed);
      expect(withoutPackages(parsed), name).toEqual(withoutPackages(parse(text)));
      for (const one of parsed.diagnostics) expect(one.package, name).toBe(named);
    }
  });

  test("tasks that print at once are read as if they had printed one after the other", () => {
    const key = (parsed: ParsedOutput, owner: string) =>
      parsed.diagnostics
        .filter((one) => one.package === owner)
        .map(({ file, line, message }) => `${file}:${line} ${message}`);
    fc.assert(
      fc.property(
        plainFixture,
        plainFixture,
        fc.array(fc.boolean(), { minLength: 20, maxLength: 400 }),
        (one, other, turns) => {
          const web = readFixture(one)
            .split("\n")
            .map((line) => `web:build: ${line}`);
          const api = readFixture(other)
            .split("\n")
            .map((line) => `api:test: ${line}`);
          const mixed: string[] = [];
          for (let turn = 0, [left, right] = [0, 0]; left < web.length || right < api.length; turn += 1) {
            const takesWeb = right >= api.length || (left < web.length && (turns[turn % turns.length] ?? true));
            mixed.push((takesWeb ? web[left++] : api[right++]) ?? "");
          }
          const together = parse(mixed.join("\n"));
          expect(key(together, "web")).toEqual(key(parse(web.join("\n")), "web"));
          expect(key(together, "api")).toEqual(key(parse(api.join("\n")), "api"));
        },
      ),
      { numRuns: 30 },
    );
  });

  test("a run with failures is never green, in whatever order it counts", () => {
    const count = fc.integer({ min: 0, max: 9_999 });
    const styles: ((parts: string[]) => string)[] = [
      (parts) => ` Tests  ${parts.join(" | ")} (99)`,
      (parts) => `Tests:       ${parts.join(", ")}, 99 total`,
      (parts) => `==== ${parts.join(", ")} in 1.23s ====`,
      (parts) => `  ${parts.join(", ")} (1.2s)`,
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...styles),
        count,
        count,
        count,
        fc.integer({ min: 0, max: 5 }),
        (style, passed, failed, skipped, turn) => {
          const parts = [`${passed} passed`, `${failed} failed`, `${skipped} skipped`];
          const order = [...parts.slice(turn % 3), ...parts.slice(0, turn % 3)];
          const parsed = parse(style(turn > 2 ? order.toReversed() : order));
          expect(parsed.counts).toMatchObject({ passed, failed, skipped });
          expect(parsed.outcome === "passed").toBe(failed === 0 && passed > 0);
        },
      ),
    );
  });

  test("no fixture of a failing run is green, cut wherever it may, while its runner says when it ends", () => {
    const closing = names.filter((name) => /^(?:vitest|pytest|playwright|maven-test|cargo-test)/.test(name));
    fc.assert(
      fc.property(fc.constantFrom(...closing), fc.double({ min: 0, max: 1, noNaN: true }), (name, share) => {
        const text = readFixture(name);
        fc.pre(parse(text).outcome === "failed");
        const lines = text.split("\n");
        expect(parse(lines.slice(0, Math.floor(share * lines.length)).join("\n")).outcome).not.toBe("passed");
      }),
    );
  });

  test("reading twice gives the same", () => {
    fc.assert(
      fc.property(fixture, (name) => {
        const text = readFixture(name);
        expect(parse(text)).toEqual(parse(text));
      }),
      { numRuns: 20 },
    );
  });

  test("a named tool is asked first, and an unknown one is said to be unknown", () => {
    const text = "src/a.ts:1:2: something";
    expect(parseDiagnostics({ text, tool: "whatever --x" }).notes).toEqual([
      "No parser is named whatever --x; the format was detected.",
    ]);
    for (const parser of parserRegistry) expect(parseDiagnostics({ text, tool: parser.name }).notes).toEqual([]);
    expect(
      parseDiagnostics({ text: "  1) sums\n       adds:\n     Error: no\n      at a.js:1:2", tool: "mocha" }),
    ).toMatchObject({
      tool: "mocha",
      diagnostics: [{ file: "a.js", line: 1, test: "sums adds" }],
    });
  });
});

describe("long runs of one token take linear time", () => {
  // Each of these once cost, or could cost, more than its length in some pattern of a frame, a path, a summary or a ruler.
  const tokens = [
    "/",
    "//",
    "a/",
    "a.",
    ".",
    " ",
    "1 ",
    "1 a",
    "1 passed ",
    "(1",
    " › ",
    " > ",
    "─",
    "⎯ A ",
    "━",
    ": ",
    ":1",
    "a.ts:1",
    "\\",
    "%",
    "[",
    "{",
    "<",
    "=",
    "at x (",
  ];
  const starts = ["", "    at ", "=== ", "FAIL  ", "  1) [a] › ", "E   ", "::error ", "not ok 1 - ", "a.ts:1:2: "];
  // A pattern that backtracks over pairs of places needs minutes for this; the rest is room for a busy machine.
  test.each(starts)("after %j", { timeout: 60_000 }, (start) => {
    const text = tokens.map((token) => `${start}${token.repeat(Math.ceil(6_000 / token.length))}x`).join("\n");
    expect(parse(text)).toBeDefined();
  });
});

describe("no input throws", () => {
  test("arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        parse(new TextDecoder().decode(bytes));
        parse(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      }),
      { numRuns: 100 },
    );
  });

  test("fixtures cut to pieces and put together at random", () => {
    const piece = fc.tuple(fixture, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 400 }));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const text = pieces
          .map(([name, share, length]) =>
            readFixture(name)
              .slice(Math.floor(share * 4_000))
              .slice(0, length),
          )
          .join("");
        for (const { line, column, message } of parse(text).diagnostics) {
          expect(line === null || Number.isSafeInteger(line)).toBe(true);
          expect(column === null || Number.isSafeInteger(column)).toBe(true);
          expect(message.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("words that parsers know, in any order", () => {
    const word = fc.constantFrom(
      ...'FAIL PASS ●  › ✖ ✗ × ❯ ⎯⎯⎯ === --- E at ( ) [ ] { } < > <testsuite> </testsuite> <?xml ::error ##vso[ error: warning: --> a.ts:1:2 a.py:3: a.go:1 (1,2): TS1234: [0] web:build: not ok 1 ok Traceback (most recent call last): File "a.py", line 1 panic: goroutine 1 [running]: Caused by: {"runs":[ {"diagnostics":[ 1 failed 2 passed \n \n \n \r \t \x1b[2J \x1bc'
        .split(" ")
        .map((one) => (one === "" ? " " : one)),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), (words) => {
        parse(words.join(" "));
        parse(words.join(""));
      }),
      { numRuns: 150 },
    );
  });
});
