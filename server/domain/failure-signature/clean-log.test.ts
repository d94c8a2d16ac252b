import { describe, expect, test } from "vitest";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";

describe("a clean log", () => {
  test.each([
    ["colours and cursor moves", "\x1b[31mred\x1b[0m \x1b[38;5;12mblue\x1b[m \x9b1mbold", "red blue bold"],
    ["hyperlinks and titles", "\x1b]8;;https://x\x07link\x1b]8;;\x07 \x1b]0;title\x1b\\text", "link text"],
    ["times before lines", "2026-05-01T10:00:00.1234567Z a\n[10:00:01] b\n10:00:02 c", "a\nb\nc"],
    ["columns of gh run view", "build\tRun tests\t2026-05-01T10:00:00.1Z a", "a"],
    [
      "streams of GitLab",
      "2026-05-01T10:00:00.123456Z 01O a\n2026-05-01T10:00:00.123456Z 01E b\n2026-05-01T10:00:00.123456Z 01O+c",
      "a\nb\nc",
    ],
    [
      "section marks",
      "section_start:1761474815:step_script\r\x1b[0K\x1b[36;1mRunning\x1b[0;m\nsection_end:1:step_script\r",
      "Running",
    ],
    ["lines that only steer the runner", "##[endgroup]\n::add-mask::x\n[Pipeline] sh\na", "a"],
    ["progress that overwrites itself", "get 1%\rget 50%\rget 100%\ndone", "get 100%\ndone"],
    ["spinners", "⠋\r⠙\r⠹ building\n⠸ build failed", "building\nbuild failed"],
    ["zero widths and bidirectional controls", "a\u200bb\u202ec\ufeff", "abc"],
    [
      "a colour within which a mark stood that nobody sees",
      "\uFFFE\u202e31mred ^\u200b[[0mplain \u008131mred",
      "red plain red",
    ],
    ["a quoted log", "> a\n> b\n> c", "a\nb\nc"],
    ["one command that only looks quoted", "> tsc\na", "> tsc\na"],
    [
      "times in the summary of a docker build",
      "------\n > [2/3] RUN make:\n0.312 make: failed\n------\n0.5 kept",
      "------\n > [2/3] RUN make:\nmake: failed\n------\n0.5 kept",
    ],
  ])("is without %s", (_, text, clean) => {
    expect(cleanLog(text)).toBe(clean);
  });

  test("keeps what marks the failing step", () => {
    expect(cleanLog("2026-05-01T10:00:00.1Z ##[group]Run make\n2026-05-01T10:00:00.1Z ##[error]failed")).toBe(
      "##[group]Run make\n##[error]failed",
    );
  });

  test("shows control bytes of the output as pictures, so that nothing is lost unseen", () => {
    expect(cleanLog("got \0\x01\x7f")).toBe("got ␀␁␡");
  });
});

describe("interleaved tasks", () => {
  test.each([
    ["docker compose", "web-1  | a\ndb-1   | x\nweb-1  | b", "a\nb\nx"],
    [
      "docker compose with other names",
      "Attaching to web, db\nweb  | a\ndb   | x\nweb  | b",
      "Attaching to web, db\na\nb\nx",
    ],
    [
      "turbo",
      "• Running build in 2 packages\nweb:build: a\n@acme/ui:build: x\nweb:build: b",
      "• Running build in 2 packages\na\nb\nx",
    ],
    [
      "pnpm",
      "packages/a test$ vitest\npackages/a test: a\npackages/b test$ vitest\npackages/b test: x\npackages/a test: b",
      "packages/a test$ vitest\npackages/b test$ vitest\na\nb\nx",
    ],
    ["lerna", "lerna notice cli v8.1.2\nweb: a\nui: x\nweb: b\nui: y", "lerna notice cli v8.1.2\na\nb\nx\ny"],
    ["docker build", "#7 0.1 a\n#8 0.1 x\n#7 0.2 b", "a\nb\nx"],
    [
      "compose around turbo",
      "ci-1  | • Running build in 2 packages\nci-1  | web:build: a\nci-1  | ui:build: x\nci-1  | web:build: b",
      "• Running build in 2 packages\na\nb\nx",
    ],
  ])("of %s are put together again", (_, text, clean) => {
    expect(cleanLog(text)).toBe(clean);
  });

  test.each([
    ["an error of a program", "error: a\nerror: b\nwarning: c"],
    ["a file and a word", "src/a.ts: error\nsrc/b.ts: error"],
    ["a table", "File      | % Stmts | % Branch\nAll files |   63.11 |    48.31\nindex.js  |   63.11 |    48.31"],
    ["a code frame", "  12 | const x\n> 13 | const y\n     | ^"],
    ["levels of a logger", "[INFO] a\n[ERROR] b\n[INFO] c"],
    ["names of types", "TypeError: a\nTypeError: b"],
  ])("are not seen in %s", (_, text) => {
    expect(cleanLog(text)).toBe(text);
  });
});
