import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  findingLine,
  indented,
  type LogView,
  slice,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import { indentOf, type Recogniser, skipBlank } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { isFrame, parseFrame } from "#server/domain/failure-signature/stack-frame.ts";

const entry = /^\s{0,8}[0-9]{1,5}\) (.{1,600})$/;
const deepestTitle = 12;
const longestBlock = 300;

/** An entry of the list below `N failing`: the titles of the suites and of the test, one a line, the last with a colon; then the error. */
export const mochaFailure: Recogniser = {
  name: "mocha_failure",
  hint: /^\s{0,8}[0-9]{1,5}\) /,
  read(log, index) {
    const title = titleOf(log, index);
    if (!title) return undefined;
    const start = skipBlank(log, title.end, Math.min(log.lineCount, title.end + 3));
    const end = endOfBlock(log, start);
    const message = messageOf(log, start, end);
    if (message.length === 0) return undefined;
    const file = testFile(log, start, end);
    const lines = [title.line, ...message, ...(file ? [indented(4, findingLine("assertion", "at ", file))] : [])];
    return { findings: [{ rule: "mocha_failure", tool: "mocha", rank: "cause", at: index, lines }], end };
  },
};

function titleOf(log: LogView, index: number): { line: FindingLine; end: number } | undefined {
  const first = log.line(index);
  const match = first && entry.exec(first.text);
  if (!first || !match) return undefined;
  const pieces: FindingLine["pieces"] = ["1) "];
  // The title is what stands last, so that the pattern need not say where it is.
  let indent = first.text.length - (match[1]?.length ?? 0);
  let from = first.start + indent;
  let end = from;
  let at = index;
  for (;;) {
    const text = textAt(log, at);
    const isLast = text.trimEnd().endsWith(":");
    end = (log.line(at)?.start ?? 0) + text.trimEnd().length - (isLast ? 1 : 0);
    pieces.push({ start: from, end });
    if (isLast) break;
    const next = log.line(at + 1);
    if (!next || at - index >= deepestTitle || next.text.trim() === "" || indentOf(next.text) < indent)
      return undefined;
    pieces.push(" ");
    indent = indentOf(next.text);
    from = next.start + indent;
    at += 1;
  }
  pieces.push(":");
  return { line: { profile: "assertion", pieces }, end: at + 1 };
}

function endOfBlock(log: LogView, from: number): number {
  let blanks = 0;
  for (let at = from; at < Math.min(log.lineCount, from + longestBlock); at++) {
    const text = textAt(log, at);
    if (entry.test(text) || log.line(at)?.marker) return at;
    blanks = text.trim() === "" ? blanks + 1 : 0;
    if (blanks >= 3) return at;
  }
  return Math.min(log.lineCount, from + longestBlock);
}

function messageOf(log: LogView, from: number, to: number): FindingLine[] {
  const lines: FindingLine[] = [];
  let announcesMore = true;
  for (let at = from; at < to && lines.length < 4 && announcesMore; at++) {
    const line = log.line(at);
    if (!line || isFrame(log, at)) break;
    const text = line.text.trim();
    if (text === "" || text === "+ expected - actual") continue;
    // The message is its first line; what stands below is a diff, which matters only where the message announces it.
    if (lines.length === 0) announcesMore = text.endsWith(":");
    const uncaught = /^\s*Uncaught /.exec(line.text)?.[0].length ?? 0;
    lines.push(
      uncaught > 0
        ? findingLine("assertion", slice(line, uncaught, line.text.trimEnd().length))
        : wholeLine("assertion", line),
    );
  }
  return lines;
}

/** The outermost frame of the repository: the test file, which the list does not name. */
function testFile(log: LogView, from: number, to: number): { start: number; end: number } | undefined {
  let file: { start: number; end: number } | undefined;
  for (let at = from; at < to; at++) {
    const line = log.line(at);
    const frame = line && parseFrame(line, log);
    if (frame?.owner === "repository" && frame.path) file = frame.path;
    if (file && line?.text.trim() === "----") break;
  }
  return file;
}
