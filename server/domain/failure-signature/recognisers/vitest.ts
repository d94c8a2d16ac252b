import type { Finding, FindingLine } from "#server/domain/failure-signature/finding.ts";
import { captured, findingLine, type LogView, textAt, wholeLine } from "#server/domain/failure-signature/log-view.ts";
import { type Recogniser, skipBlank } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const failed =
  /^\s{0,4}FAIL {1,3}(?:\|[^|\n]{1,80}\| )?(?:[\w-]{1,40} )?(\S.{0,400}?)(?: > (.{1,1000})| \[ .{1,400} \])$/d;
const separator = /^⎯{4,}/;
const longestBlock = 400;

/** `FAIL file > suite > test`, one or several of them above one error. */
export const vitestFailure: Recogniser = {
  name: "vitest_failure",
  hint: /FAIL /,
  read(log, index) {
    if (!failed.test(textAt(log, index))) return undefined;
    let at = index;
    while (failed.test(textAt(log, at))) at += 1;
    const message = messageOf(log, at);
    const findings: Finding[] = [];
    for (let head = index; head < at; head++) {
      const line = log.line(head);
      const match = line && failed.exec(line.text);
      if (!line || !match) continue;
      const name = captured(line, match, 2);
      const file = captured(line, match, 1);
      const title = findingLine("assertion", "FAIL ", file, ...(name ? [" > ", name] : [" [ ", file, " ]"]));
      findings.push({ rule: "vitest_failure", tool: "vitest", rank: "cause", at: head, lines: [title, ...message] });
    }
    return { findings, end: endOfBlock(log, at) };
  },
};

function messageOf(log: LogView, from: number): FindingLine[] {
  const at = skipBlank(log, from, Math.min(log.lineCount, from + 4));
  const line = log.line(at);
  if (!line || separator.test(line.text) || failed.test(line.text)) return [];
  return [wholeLine("assertion", line)];
}

function endOfBlock(log: LogView, from: number): number {
  for (let at = from; at < Math.min(log.lineCount, from + longestBlock); at++) {
    const text = textAt(log, at);
    if (separator.test(text.trimStart()) || failed.test(text) || /^\s{0,8}(?:Test Files|Tests) {1,4}[0-9]/.test(text))
      return at;
  }
  return from;
}

const captureHead = /^std(?:err|out) \| \S.{0,400}$/;

/** What a test wrote while it ran: `stderr | file > test`, up to a blank line. It says nothing about which test failed. */
export const vitestCapturedOutput: Recogniser = {
  name: "vitest_captured_output",
  hint: /^std(?:err|out) \| /,
  read(log, index) {
    if (!captureHead.test(textAt(log, index))) return undefined;
    let at = index + 1;
    while (at < log.lineCount && textAt(log, at).trim() !== "" && !failed.test(textAt(log, at))) at += 1;
    return { findings: [], end: at };
  },
};
