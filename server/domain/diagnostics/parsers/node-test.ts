import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { indentOf } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { nodeTestCounts } from "#server/domain/diagnostics/parsers/test-summary.ts";
import { isPlausiblePath } from "#server/domain/diagnostics/source-path.ts";
import { readStackFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const failed = /^(?<indent>\s*)[✖✗] (?<name>\S.*?) \((?<time>\d[\d.]*)ms\)(?<directive> # .*)?$/;
const declared = /^test at (?<file>\S.*):(?<line>\d+):(?<column>\d+)$/;
const tally = /^ℹ (?<what>tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (?<count>\d[\d.]*)$/;

function readFailure(lines: readonly OutputLine[], at: number): Block | null {
  const place = capture(declared, textAt(lines, at));
  const head = place === null ? at : at + 1;
  const part = capture(failed, textAt(lines, head));
  if (part === null) return null;
  const own = indentOf(textAt(lines, head));
  const message: string[] = [];
  const frames: StackFrame[] = [];
  let isDetail = false;
  let end = head + 1;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (text.trim() !== "" && indentOf(text) <= own) break;
    const frame = /^\s+at /.test(text) ? readStackFrame(text) : null;
    if (frame !== null) {
      frames.push(frame);
      // The error's own properties follow the last frame: `at … {`.
      if (text.endsWith("{")) isDetail = true;
    } else if (frames.length === 0 && !isDetail) {
      if (/^\s+\[?cause\]?: /.test(text) || /^\s+(?:code|failureType|generatedMessage): /.test(text)) isDetail = true;
      else message.push(text);
    }
  }
  const said = message.map((line) => line.trim().replace(/^'(.*)'$/, "$1")).filter((line) => line !== "");
  // A suite row only says that something below it failed; a todo test may fail.
  const isSuite = said.length === 0 || /^\d+ subtests? failed$/.test(said[0] ?? "");
  if (isSuite || /# (?:TODO|SKIP)/i.test(part("directive"))) return { end, diagnostics: [] };
  const name = part("name");
  // A test file that does not load is reported under its path, and its error is what it printed before.
  const isFile = isPlausiblePath(name) && /^(?:\/|[A-Za-z]:)/.test(name);
  const ownPlace = isFile ? { file: name, line: null, column: null } : null;
  const declaredAt =
    place === null
      ? ownPlace
      : { file: place("file"), line: toPosition(place("line")), column: toPosition(place("column")) };
  const messageLines = said.length === 1 ? said : message;
  const draft = failureDraft({ test: isFile ? undefined : name, messageLines, frames, declaredAt });
  return { end, diagnostics: [draft], ...(isFile && said[0] === "test failed" ? { isUnexplained: true } : {}) };
}

function readTally(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(tally, textAt(lines, at));
  if (part === null) return null;
  const what = part("what");
  const count = toCount(part("count"));
  const key = nodeTestCounts.get(what);
  if (key === undefined) return { end: at + 1, diagnostics: [] };
  const counts = { ...noCounts, [key]: count };
  if (key === "failed") return { end: at + 1, diagnostics: [], counts, ...(count > 0 ? { verdict: "failed" } : {}) };
  return { end: at + 1, diagnostics: [], counts, ...(key === "passed" && count > 0 ? { verdict: "passed" } : {}) };
}

/** Source: Node's `lib/internal/test_runner/reporter/spec.js` and `dot.js`. */
export const nodeTestParser: OutputParser = {
  name: "node_test",
  kind: "test_runner",
  tools: ["node:test", "node-test", "nodetest", "node"],
  reads: "node --test in its spec and dot reporters",
  signs: [failed, tally, /^[✖✗] failing tests:$/, /^Failed tests:$/],
  read(lines, at) {
    if (/^(?:[✖✗] failing tests:|Failed tests:)$/.test(textAt(lines, at)))
      return { end: at + 1, diagnostics: [], verdict: "failed" };
    return readFailure(lines, at) ?? readTally(lines, at);
  },
};
