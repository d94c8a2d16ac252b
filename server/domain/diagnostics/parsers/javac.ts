import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const finding =
  /^(?<file>\S.*?\.(?:java|kt|kts|scala|groovy)):(?<line>\d+): (?<severity>error|warning): (?:\[(?<code>[\w.-]+)\] )?(?<message>\S.*)$/;
const kotlin =
  /^(?<severity>[ew]): (?:file:\/\/)?(?<file>\/?\S.*?\.kts?)(?::(?<line>\d+):(?<column>\d+)|: \((?<oldLine>\d+), (?<oldColumn>\d+)\))?:? (?<message>\S.*)$/;
const placeless = /^(?<severity>error|warning): (?:\[(?<code>[\w.-]+)\] )?(?<message>\S.*)$/;
const totals = /^(?:\d+|only showing the first \d+) (?:errors?|warnings?)(?:,.*)?$/;
const taskMark = /^> Task :(?<task>\S+)(?: (?<state>FAILED|UP-TO-DATE|NO-SOURCE|SKIPPED|FROM-CACHE))?$/;
const mostDetail = 12;

function isCaret(text: string): boolean {
  return /^\s*\^$/.test(text);
}

/** The source line and its caret, then details such as `symbol:` and `location:`. The details belong to the message. */
function readFinding(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(finding, textAt(lines, at));
  if (part === null) return null;
  const message = [part("message")];
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line")),
    column: null,
    severity: part("severity") === "error" ? "error" : "warning",
    code: part("code") === "" ? null : part("code"),
    message: "",
  };
  let end = at + 1;
  // A long message goes on below before the source line; the caret tells where that is.
  let caret = -1;
  for (let row = end; row < Math.min(lines.length, end + mostDetail); row += 1) {
    if (finding.test(textAt(lines, row)) || totals.test(textAt(lines, row))) break;
    if (isCaret(textAt(lines, row))) {
      caret = row;
      break;
    }
  }
  if (caret > 0) {
    for (; end < caret - 1; end += 1) message.push(textAt(lines, end));
    draft.codeFrame = joinFrame([textAt(lines, caret - 1), textAt(lines, caret)]);
    // The caret counts tabs and blanks as it prints them.
    draft.column = textAt(lines, caret).length;
    end = caret + 1;
  }
  while (end < lines.length && /^\s{2,}\S/.test(textAt(lines, end)) && !finding.test(textAt(lines, end))) {
    message.push(textAt(lines, end));
    end += 1;
  }
  draft.message = joinMessage(message);
  return { end, diagnostics: [draft] };
}

function readKotlin(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(kotlin, textAt(lines, at));
  if (part === null) return null;
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line") || part("oldLine")),
    column: toPosition(part("column") || part("oldColumn")),
    severity: part("severity") === "e" ? "error" : "warning",
    message: part("message"),
  };
  return { end: at + 1, diagnostics: [draft] };
}

function readPlaceless(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(placeless, textAt(lines, at));
  if (part === null) return null;
  const severity = part("severity") === "error" ? "error" : "warning";
  return {
    end: at + 1,
    diagnostics: [
      { file: null, line: null, column: null, severity, code: part("code") || null, message: part("message") },
    ],
  };
}

/** Source: javac's basic diagnostic formatter, kotlinc, and both as Gradle passes them on. */
export const javacParser: OutputParser = {
  name: "javac",
  kind: "checker",
  tools: ["javac", "kotlinc", "kotlin"],
  reads: "javac and kotlinc",
  signs: [finding, kotlin],
  read(lines, at) {
    const text = textAt(lines, at);
    if (/^\d+ errors?$/.test(text))
      return { end: at + 1, diagnostics: [], ...(toCount(text.split(" ")[0] ?? "") > 0 ? { verdict: "failed" } : {}) };
    if (totals.test(text)) return { end: at + 1, diagnostics: [] };
    const task = capture(taskMark, text);
    if (task !== null)
      return { end: at + 1, diagnostics: [], ...(task("state") === "FAILED" ? { verdict: "failed" } : {}) };
    return readFinding(lines, at) ?? readKotlin(lines, at) ?? readPlaceless(lines, at);
  },
};
