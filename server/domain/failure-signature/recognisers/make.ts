import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import { captured, findingLine, textAt, wholeLine } from "#server/domain/failure-signature/log-view.ts";
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
  /^CMake (?:Deprecation )?Error(?: at ([^\s:]{1,300})(?::[0-9]{1,9})? ?\(([\w-]{1,80})\))?:(?: (.{1,400}))?$/d;

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
