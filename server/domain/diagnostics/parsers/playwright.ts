import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts, type TestCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { indentOf } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { readCounts } from "#server/domain/diagnostics/parsers/test-summary.ts";
import { readStackFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const header =
  /^ {2}\d+\) (?:\[(?<project>[^\]]+)\] › )?(?<file>\S.*?):(?<line>\d+):(?<column>\d+) › (?<title>\S.*?)(?: ─+)?$/;
const retry = /^ {4}Retry #\d+ ─+/;
const tally = /^ {2}(?<count>\d+) (?<what>failed|flaky|passed|skipped|did not run|interrupted)(?: \([\d.]+\w+\))?$/;
const listed = /^ {4}(?:\[[^\]]+\] › )?\S.*?:\d+:\d+ › (?<title>\S.*?)(?: ─+)?$/;
const oneLine =
  /^\s*\d+ (?:passed|failed|flaky|skipped)(?:, \d+ (?:passed|failed|flaky|skipped|did not run))+(?: \([\d.]+\w+\))?$/;
const frameRow = /^\s*>?\s*\d+ \||^\s+\| /;

const countOf: ReadonlyMap<string, keyof TestCounts> = new Map([
  ["failed", "failed"],
  ["interrupted", "failed"],
  ["flaky", "flaky"],
  ["passed", "passed"],
  ["skipped", "skipped"],
  ["did not run", "skipped"],
]);

function readFailure(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(header, textAt(lines, at));
  if (part === null) return null;
  const message: string[] = [];
  const frameLines: string[] = [];
  const frames: StackFrame[] = [];
  let end = at + 1;
  let isFirstTry = true;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (header.test(text) || tally.test(text) || (text.trim() !== "" && indentOf(text) < 4)) break;
    if (retry.test(text)) isFirstTry = false;
    if (!isFirstTry) continue;
    const frame = /^\s+at /.test(text) ? readStackFrame(text) : null;
    if (frame !== null) frames.push(frame);
    else if (/^ {4}(?:attachment #|Error Context: |Usage:)/.test(text) || /^ {4}─+$/.test(text)) continue;
    else if (frames.length === 0 && frameRow.test(text)) frameLines.push(text);
    else if (frames.length === 0 && frameLines.length === 0) message.push(text);
  }
  const declaredAt = { file: part("file"), line: toPosition(part("line")), column: toPosition(part("column")) };
  return {
    end,
    diagnostics: [failureDraft({ test: part("title"), messageLines: message, frameLines, frames, declaredAt })],
  };
}

/** `  1 failed` and the list of names below it. Below `flaky` stand tests that passed on a retry. */
function readTally(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(tally, textAt(lines, at));
  if (part === null) return null;
  let end = at + 1;
  const titles: string[] = [];
  for (; end < lines.length && listed.test(textAt(lines, end)); end += 1) {
    const place = capture(listed, textAt(lines, end));
    if (place !== null) titles.push(place("title"));
  }
  if (part("what") === "flaky")
    return { end, diagnostics: [], counts: { ...noCounts, flaky: toCount(part("count")) }, softened: titles };
  const key = countOf.get(part("what")) ?? "skipped";
  const count = toCount(part("count"));
  const counts = { ...noCounts, [key]: count };
  if (key === "failed") return { end, diagnostics: [], counts, ...(count > 0 ? { verdict: "failed" } : {}) };
  return { end, diagnostics: [], counts, ...(key === "passed" && count > 0 ? { verdict: "passed" } : {}) };
}

function readOneLine(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  if (!oneLine.test(text)) return null;
  const read = readCounts(text, countOf);
  if (read === null) return null;
  if (read.unknown.length > 0) return { end: at + 1, diagnostics: [], unparsed: [text.trim()] };
  return { end: at + 1, diagnostics: [], counts: read.counts, verdict: read.counts.failed > 0 ? "failed" : "passed" };
}

/** Source: Playwright's base, list, line and dot reporters (`formatFailure`, `generateSummary`). */
export const playwrightParser: OutputParser = {
  name: "playwright",
  kind: "test_runner",
  tools: ["playwright", "@playwright/test"],
  reads: "Playwright Test in its list, line and dot reporters",
  signs: [header, /^Running \d+ tests? using \d+ workers?/, /^ {2}\d+ (?:flaky|did not run|interrupted)\b/, oneLine],
  run: { opens: /^Running \d+ tests? using/, closes: tally },
  read(lines, at) {
    return readFailure(lines, at) ?? readTally(lines, at) ?? readOneLine(lines, at);
  },
};
