import type { Finding, FindingLine } from "#server/domain/failure-signature/finding.ts";
import { captured, findingLine, indented, textAt, wholeLine } from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

export const makeLines = lineRecognisers(/\*\*\*|ninja: |^FAILED: |bazel|just: |error: Recipe|task: /, [
  {
    name: "make_target",
    tool: "make",
    rank: "consequence",
    profile: "message",
    pattern:
      /^(?:g?make|gmake|mingw32-make)(?:\[[0-9]{1,4}\])?: \*\*\* \[(?:[^\s:\]]{1,200}:[0-9]{1,9}: )?([^\]\n]{1,300})\] ((?:Error [0-9]{1,5}|[A-Z][a-z].{1,80}))/d,
    shape: ["make: *** [", 1, "] ", 2],
  },
  {
    name: "make_error",
    tool: "make",
    rank: "cause",
    profile: "message",
    pattern: /^(?:g?make|gmake|mingw32-make)(?:\[[0-9]{1,4}\])?: \*\*\* (.{1,400}?)(?: {1,2}Stop\.)?$/d,
    shape: ["make: *** ", 1],
  },
  {
    name: "makefile_error",
    tool: "make",
    rank: "cause",
    profile: "message",
    pattern: /^([^\s:]{1,200})(?::[0-9]{1,9})?: (\*\*\* .{1,400}?)(?: {1,2}Stop\.)?$/d,
    shape: [1, ": ", 2],
  },
  { name: "ninja_error", tool: "ninja", rank: "cause", profile: "message", pattern: /^(ninja: error: .{1,400})$/d },
  {
    name: "ninja_target",
    tool: "ninja",
    rank: "consequence",
    profile: "message",
    pattern: /^FAILED: (?:\[code=[0-9]{1,4}\] )?((?!.{0,300}\.py)\S.{0,300}?)\s*$/d,
    shape: ["FAILED: ", 1],
  },
]);

const head =
  /^CMake (?:Deprecation )?Error(?: at (?:\/\S{1,200}\/share\/cmake-[0-9.]{1,12}\/)?([^\s:]{1,300})(?::[0-9]{1,9})? ?\(([\w-]{1,80})\))?:(?: (.{1,400}))?$/d;

/** `CMake Error at file:1 (command):`, with the message indented below, in lines of a fixed width. */
export const cmakeError: Recogniser = {
  name: "cmake_error",
  hint: /^CMake (?:Deprecation )?Error/,
  read(log, index) {
    const line = log.line(index);
    const match = line && head.exec(line.text);
    if (!line || !match) return undefined;
    const pieces: FindingLine["pieces"] = [];
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 14); end++) {
      const text = textAt(log, end);
      if (/^Call Stack|^\S/.test(text) || (text.trim() === "" && pieces.length > 0)) break;
      const below = log.line(end);
      if (below && text.trim() !== "")
        pieces.push(...(pieces.length > 0 ? [" "] : []), ...wholeLine("message", below).pieces);
    }
    const file = captured(line, match, 1);
    const title = file
      ? findingLine("message", "CMake Error at ", file, " (", captured(line, match, 2), "):")
      : findingLine("message", "CMake Error: ", captured(line, match, 3));
    const lines = [title, ...(pieces.length > 0 ? [{ profile: "message" as const, indent: 2, pieces }] : [])];
    return { findings: [{ rule: "cmake_error", tool: "cmake", rank: "cause", at: index, lines }], end };
  },
};

const ctestHead = /^The following tests FAILED:$/;
const ctestEntry =
  /^\s{1,12}(?:[0-9]{1,6}|<n>) - (\S.{0,300} \((?:Failed|Timeout|SEGFAULT|Not Run|Bad Command|SIGTRAP|ILLEGAL|NUMERICAL|Exit code .{1,20}|OTHER_FAULT|Subprocess aborted|Required regular expression not found)\))(?: {1,40}\S.{0,80})?$/d;

/** The list of failed tests at the end of CTest. What a test printed says more where it was shown. */
export const ctestFailures: Recogniser = {
  name: "ctest_failures",
  hint: /^The following tests FAILED:$/,
  read(log, index) {
    if (!ctestHead.test(textAt(log, index))) return undefined;
    const findings: Finding[] = [];
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 400); end++) {
      const line = log.line(end);
      const match = line && ctestEntry.exec(line.text);
      if (!line || !match) break;
      const lines = [
        findingLine("diagnostic", "The following tests FAILED:"),
        indented(8, findingLine("diagnostic", "<n> - ", captured(line, match, 1))),
      ];
      findings.push({ rule: "ctest_failures", tool: "ctest", rank: "exception", at: end, lines });
    }
    return findings.length === 0 ? undefined : { findings, end };
  },
};

const googleFailure = /^(\S{1,400}):(?:[0-9]{1,9}|<n>): Failure$/d;
const googleRun = /^\[ RUN {6}\] (\S{1,300})$/d;

/** An expectation of GoogleTest that was not met: the test, the file, and the values. */
export const googleTestFailure: Recogniser = {
  name: "googletest_failure",
  hint: /: Failure$/,
  read(log, index) {
    const line = log.line(index);
    const match = line && googleFailure.exec(line.text);
    if (!line || !match) return undefined;
    const lines: FindingLine[] = [];
    for (let at = index - 1; at >= Math.max(0, index - 200); at--) {
      const above = log.line(at);
      const run = above && googleRun.exec(above.text);
      if (!above || !run) continue;
      lines.push(findingLine("diagnostic", "[ RUN      ] ", captured(above, run, 1)));
      break;
    }
    lines.push(findingLine("diagnostic", captured(line, match, 1), ":<n>: Failure"));
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 20); end++) {
      const below = log.line(end);
      if (!below || below.marker || below.text.trim() === "" || below.text.startsWith("[")) break;
      if (lines.length < 8) lines.push(wholeLine("assertion", below));
    }
    return { findings: [{ rule: "googletest_failure", tool: "googletest", rank: "cause", at: index, lines }], end };
  },
};
