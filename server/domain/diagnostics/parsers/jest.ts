import { capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { indentOf } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { type CountWords, readCounts } from "#server/domain/diagnostics/parsers/test-summary.ts";
import { hasSourceName, isPlausiblePath } from "#server/domain/diagnostics/source-path.ts";
import { readStackFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const suiteHeader = /^(?<result>PASS|FAIL) (?<rest>\S.*)$/;
const bullet = /^ {2}● (?<name>\S.*)$/;
const treeRow = /^(?<indent> {2,})(?<mark>[✓✔✕✗×○✎]) (?<name>\S.*?)(?: \(\d[\d.]* m?s\))?$/;
const summaryRow = /^(?<what>Test Suites|Tests|Snapshots): +(?<counts>\d.*)$/;
const noTests = /^No tests found, exiting with code (?<code>\d+)/;
const frameRow = /^\s*>?\s*\d+ \||^\s+\| /;

const words: CountWords = new Map([
  ["passed", "passed"],
  ["failed", "failed"],
  ["skipped", "skipped"],
  ["pending", "skipped"],
  ["todo", "todo"],
  ["total", "ignored"],
  ["of", "ignored"],
]);

/** `FAIL unit src/a.test.ts (15.8 s)`: the display name of a project may stand first. */
function fileOfHeader(rest: string): string | null {
  const text = rest.replace(/ \(\d[\d.]* m?s(?:, .*)?\)$/, "").trim();
  if (isPlausiblePath(text)) return text;
  const path = text.slice(text.indexOf(" ") + 1);
  return hasSourceName(path) ? path : null;
}

/** The place that a parser or compiler names in a message: `src/a.test.ts:3:5 - error TS…`, `/p/a.js: Unexpected token (3:5)`. */
function placeInMessage(
  message: readonly string[],
): { file: string; line: number | null; column: number | null } | null {
  for (const line of message.slice(0, 40)) {
    const at =
      capture(/^\s*(?<file>\S.*?):(?<line>\d+):(?<column>\d+) - error /, line) ??
      capture(/^\s*(?:\w*Error: )?(?<file>(?:\/|[A-Za-z]:\\)[^:]+): .*\((?<line>\d+):(?<column>\d+)\)$/, line) ??
      capture(/^\s*(?<file>(?:\/|[A-Za-z]:\\)[^:]+):(?<line>\d+)$/, line);
    if (at !== null) return { file: at("file"), line: toPosition(at("line")), column: toPosition(at("column")) };
  }
  return null;
}

/** `  ● suite › test`, its message, code frame and frames, up to the next block. */
function readBullet(lines: readonly OutputLine[], at: number, file: string | null): { end: number; drafts: Draft[] } {
  const name = capture(bullet, textAt(lines, at))?.("name") ?? "";
  const message: string[] = [];
  const frameLines: string[] = [];
  const frames: StackFrame[] = [];
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (text.trim() !== "" && (indentOf(text) === 0 || bullet.test(text))) break;
    const frame = /^\s+at /.test(text) ? readStackFrame(text) : null;
    if (frame !== null) frames.push(frame);
    else if (frames.length === 0 && frameRow.test(text)) frameLines.push(text);
    else if (frames.length === 0 && (frameLines.length === 0 || text.trim() !== "")) message.push(text);
  }
  if (name === "Console" || name.startsWith("Console ")) return { end, drafts: [] };
  const isSuite = /^(?:Test suite failed to run|Cannot find module)/.test(name);
  // Jest's full name of a test joins suite and test by blanks; the bullet joins them by ` › `.
  const test = isSuite ? undefined : name.split(" › ").join(" ");
  const isObsolete = /^Validation Warning|^Deprecation Warning/.test(name);
  const said = placeInMessage(message);
  const draft = failureDraft({
    test: isObsolete ? undefined : test,
    messageLines: message.some((line) => line.trim() !== "") ? message : [name],
    frameLines,
    frames,
    declaredAt: said ?? (file === null ? null : { file, line: null, column: null }),
    severity: isObsolete ? "warning" : "error",
  });
  return { end, drafts: [draft] };
}

/** `PASS` or `FAIL` header with its tree and bullets. What follows belongs to the nearest header, whatever other workers print around it. */
function readSuite(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(suiteHeader, textAt(lines, at));
  const file = part === null ? null : fileOfHeader(part("rest"));
  if (part === null || file === null) return null;
  const diagnostics: Draft[] = [];
  const rows: Draft[] = [];
  const scopes: { indent: number; name: string }[] = [];
  let end = at + 1;
  while (end < lines.length) {
    const text = textAt(lines, end);
    if (text.trim() !== "" && indentOf(text) < 2) break;
    if (bullet.test(text)) {
      const read = readBullet(lines, end, file);
      diagnostics.push(...read.drafts);
      end = read.end;
      continue;
    }
    const row = capture(treeRow, text);
    const indent = indentOf(text);
    while (scopes.length > 0 && (scopes.at(-1)?.indent ?? 0) >= indent && text.trim() !== "") scopes.pop();
    if (row === null) {
      if (text.trim() !== "") scopes.push({ indent, name: text.trim() });
    } else if (/[✕✗×]/.test(row("mark"))) {
      const test = [...scopes.map((scope) => scope.name), row("name")].join(" ");
      rows.push({ file, line: null, column: null, severity: "error", message: "failed", test });
    }
    end += 1;
  }
  // The bullets repeat the failed rows of the tree in full.
  const told = new Set(diagnostics.map((draft) => draft.test));
  diagnostics.push(...rows.filter((row) => !told.has(row.test)));
  if (part("result") === "FAIL") return { end, diagnostics, verdict: "failed" };
  return { end, diagnostics };
}

function readSummaryRow(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const part = capture(summaryRow, text);
  if (part === null) return null;
  if (part("what") === "Snapshots") return { end: at + 1, diagnostics: [] };
  const read = readCounts(part("counts").replace(/\d+ of (?=\d+ total)/, ""), words);
  if (read === null || read.unknown.length > 0) {
    return {
      end: at + 1,
      diagnostics: [],
      unparsed: [text.trim()],
      ...(read !== null && read.counts.failed > 0 ? { verdict: "failed" } : {}),
    };
  }
  const isTests = part("what") === "Tests";
  if (read.counts.failed > 0)
    return { end: at + 1, diagnostics: [], verdict: "failed", ...(isTests ? { counts: read.counts } : {}) };
  return {
    end: at + 1,
    diagnostics: [],
    ...(isTests ? { counts: read.counts, ...(read.counts.passed > 0 ? { verdict: "passed" } : {}) } : {}),
  };
}

function readLoneBullet(lines: readonly OutputLine[], at: number): Block | null {
  if (!bullet.test(textAt(lines, at))) return null;
  const { end, drafts } = readBullet(lines, at, null);
  return { end, diagnostics: drafts };
}

function readNoTests(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(noTests, textAt(lines, at));
  if (part === null) return null;
  const isFailure = part("code") !== "0";
  const draft: Draft = {
    file: null,
    line: null,
    column: null,
    severity: isFailure ? "error" : "info",
    message: textAt(lines, at).trim(),
  };
  return { end: at + 1, diagnostics: [draft], counts: { ...noCounts }, ...(isFailure ? { verdict: "failed" } : {}) };
}

/** Source: Jest's default, verbose and summary reporters and `jest-message-util`, versions 24 to 30. */
export const jestParser: OutputParser = {
  name: "jest",
  kind: "test_runner",
  tools: ["jest", "react-scripts"],
  reads: "Jest in its default and verbose reporters",
  signs: [/^(?:PASS|FAIL) \S.*\.\w+(?: \(\d.*s\))?$/, /^(?:Test Suites|Tests): {1,}\d/, /^ {2}● \S/, noTests],
  read(lines, at) {
    return readSuite(lines, at) ?? readLoneBullet(lines, at) ?? readSummaryRow(lines, at) ?? readNoTests(lines, at);
  },
};
