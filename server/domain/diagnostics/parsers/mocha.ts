import { capture, toCount } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { indentOf } from "#server/domain/diagnostics/message-text.ts";
import {
  type Block,
  type Draft,
  lookahead,
  type OutputParser,
  textAt,
} from "#server/domain/diagnostics/output-parser.ts";
import { readStackFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const tally = /^\s+(?<count>\d+) (?<what>passing|failing|pending)(?: \(.*\))?$/;
const mostMessage = 200;
const numbered = /^ {2}(?<number>\d+)\) (?<title>\S.*)$/;

/** The title below a number: suites and test on lines of growing indent, the last ending in a colon. Index after it, or -1. */
function titleEnd(lines: readonly OutputLine[], at: number): number {
  for (let end = at; end < Math.min(lines.length, at + lookahead); end += 1) {
    const text = textAt(lines, end);
    if (text.trim() === "") return -1;
    if (text.trimEnd().endsWith(":")) return end + 1;
    if (end > at && numbered.test(text)) return -1;
  }
  return -1;
}

function readFailure(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(numbered, textAt(lines, at));
  const start = part === null ? -1 : titleEnd(lines, at);
  if (part === null || start < 0) return null;
  const title = [part("title")];
  for (let row = at + 1; row < start; row += 1) title.push(textAt(lines, row).trim());
  const message: string[] = [];
  const frames: StackFrame[] = [];
  let end = start;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    // Mocha indents only the first line of a message, so that the block ends by indent only behind the frames.
    const isBehind = frames.length > 0 || end >= start + mostMessage;
    if (numbered.test(text) || (isBehind && text !== "" && indentOf(text) < 2) || tally.test(text)) break;
    const frame = /^\s+at /.test(text) ? readStackFrame(text) : null;
    if (frame !== null) frames.push(frame);
    else if (frames.length === 0) message.push(text);
    else if (/^\s+(?:Caused by|\[cause\])/.test(text)) message.push(text);
  }
  const test = title.join(" ").replace(/:$/, "");
  return { end, diagnostics: [failureDraft({ test, messageLines: message, frames })] };
}

function readTally(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(tally, textAt(lines, at));
  if (part === null) return null;
  const count = toCount(part("count"));
  const what = part("what");
  if (what === "failing")
    return {
      end: at + 1,
      diagnostics: [],
      counts: { ...noCounts, failed: count },
      verdict: count > 0 ? "failed" : "passed",
    };
  if (what === "pending") return { end: at + 1, diagnostics: [], counts: { ...noCounts, skipped: count } };
  return {
    end: at + 1,
    diagnostics: [],
    counts: { ...noCounts, passed: count },
    ...(count > 0 ? { verdict: "passed" } : {}),
  };
}

/** A suite's tree row `    1) test`: repeated below in full. Taken so that no one else reads it. */
function skipTreeRow(lines: readonly OutputLine[], at: number): Block | null {
  return /^ {4,}\d+\) \S/.test(textAt(lines, at)) ? { end: at + 1, diagnostics: [] satisfies Draft[] } : null;
}

/** Source: the epilogue of Mocha's base reporter, which spec, dot, min, nyan and list share. */
export const mochaParser: OutputParser = {
  name: "mocha",
  kind: "test_runner",
  tools: ["mocha", "cypress"],
  reads: "Mocha in every reporter that ends with `N passing`",
  signs: [/^ {2}\d+ (?:passing|failing)(?: \(.*\))?$/],
  read(lines, at) {
    return readTally(lines, at) ?? readFailure(lines, at) ?? skipTreeRow(lines, at);
  },
};
