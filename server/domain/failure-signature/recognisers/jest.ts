import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogView,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { decisiveFrame, isFrame } from "#server/domain/failure-signature/stack-frame.ts";

const heading = /^ {2}● (.{1,1000})$/d;
const codeFrame = /^\s{0,8}>?\s{0,8}[0-9]{0,7} \|/;
/** What belongs to a failure is indented; the next failure, file or summary is less so. */
const blockEnd = /^(?: {2}● |\S|\s{0,2}(?:PASS|FAIL) {1,3}\S)/;
const longestMessage = 6;

/** `● suite › test` with the matcher's message, code frame and stack. */
export const jestFailure: Recogniser = {
  name: "jest_failure",
  hint: /^ {2}● /,
  read(log, index) {
    const line = log.line(index);
    const match = line && heading.exec(line.text);
    if (!line || !match) return undefined;
    const end = endOfBlock(log, index + 1);
    if (/^Console$/.test(match[1] ?? "")) return { findings: [], end };
    const message = messageOf(log, index + 1, end);
    if (message.length === 0) return undefined;
    const title = indented(2, findingLine("assertion", "● ", captured(line, match, 1)));
    const frame = decisiveFrame(log, index + 1, end);
    const file = frame?.frame.path ?? codePlace(log, index + 1, end);
    const lines = [title, ...message, ...(file ? [indented(6, findingLine("assertion", "at ", file))] : [])];
    return { findings: [{ rule: "jest_failure", tool: "jest", rank: "cause", at: index, lines }], end };
  },
};

function endOfBlock(log: LogView, from: number): number {
  let at = from;
  while (at < log.lineCount && !blockEnd.test(textAt(log, at)) && !log.line(at)?.marker) at += 1;
  return at;
}

function messageOf(log: LogView, from: number, to: number): FindingLine[] {
  const lines: FindingLine[] = [];
  for (let at = from; at < to && lines.length < longestMessage; at++) {
    const line = log.line(at);
    if (!line || codeFrame.test(line.text) || isFrame(log, at)) break;
    if (line.text.trim() !== "") lines.push(indented(4, wholeLine("assertion", line)));
  }
  return lines;
}

/** A suite that does not compile names the place in the message: `src/a.ts:3:5 - error`. */
function codePlace(log: LogView, from: number, to: number): { start: number; end: number } | undefined {
  for (let at = from; at < Math.min(to, from + 40); at++) {
    const line = log.line(at);
    const match =
      line && /^\s{0,12}at .{0,200}?\(?((?:[\w@.-]{1,80}\/){0,12}[\w@.-]{1,120}\.[cm]?[jt]sx?):[0-9]/d.exec(line.text);
    if (line && match) return captured(line, match, 1);
  }
  return undefined;
}

const consoleHead = /^\s{0,6}console\.(?:log|error|warn|info|debug|trace)(?: \S.{0,200})?$/;

/** What a test wrote with `console`: an indented block up to the stack that shows where. */
export const jestConsole: Recogniser = {
  name: "jest_console",
  hint: /^\s{0,6}console\./,
  read(log, index) {
    if (!consoleHead.test(textAt(log, index))) return undefined;
    let at = index + 1;
    while (at < log.lineCount && /^(?:\s{4,}\S|\s*$)/.test(textAt(log, at)) && at < index + 400) at += 1;
    return { findings: [], end: at };
  },
};

export const jestThreshold = lineRecognisers(/^Jest: |No tests found, exiting/, [
  {
    name: "jest_coverage_threshold",
    tool: "jest",
    rank: "cause",
    profile: "message",
    pattern: /^Jest: ".{1,200}" coverage threshold for \w+ \([0-9.]+%\) not met/d,
  },
  {
    name: "jest_no_tests",
    tool: "jest",
    rank: "cause",
    profile: "message",
    pattern: /^No tests found, exiting with code 1$/d,
  },
]);
