import { capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { indentOf } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { type CountWords, readCounts } from "#server/domain/diagnostics/parsers/test-summary.ts";
import { hasSourceName } from "#server/domain/diagnostics/source-path.ts";
import { readPointerFrame, readStackFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const failHeader = /^\s?FAIL {2,}(?<rest>\S.*)$/;
const ruler = /^⎯{3,}/;
const endRuler = /^⎯{3,}\[\d+\/\d+\]⎯+/;
const titledRuler = /^⎯{3,} ?(?<title>[A-Z]\w*(?: \w+)*) ?⎯{3,}$/;
const captured = /^(?:stdout|stderr) \| \S/;
const fileRow = /^ [❯✓×↓✔] \S.*? \(\d+(?: tests?)?\b/;
const failedRow = /^ {1,}(?:×|✗) (?<name>\S.*?)(?: \d+\s?m?s)?$/;
const summaryRow = /^\s*(?<what>Test Files|Tests|Type Errors|Errors|Snapshots) {1,}(?<counts>(?:no |\d+ ).*)$/;
const noFiles = /^No test (?:files|suite)s? found, exiting with code (?<code>\d+)/;
const frameRow = /^\s*(?:\d+\||\|)(?: |$)|^\s*\d+\s+\|/;

const words: CountWords = new Map([
  ["passed", "passed"],
  ["failed", "failed"],
  ["skipped", "skipped"],
  ["todo", "todo"],
  ["expected fail", "skipped"],
  ["error", "failed"],
  ["errors", "failed"],
]);

type Header = { file: string | null; test: string | undefined };

function readHeader(rest: string): Header {
  // A workspace project stands before the file: `|unit| src/a.test.ts > …` or ` unit  src/a.test.ts > …`.
  let text = rest.replace(/^\|[^|]{1,80}\| /, "").trim();
  const project = /^(\S{1,60}) {2,}(\S.*)$/.exec(text);
  if (project?.[2] !== undefined && !hasSourceName(project[1] ?? "")) text = project[2];
  const suite = /^(.*?) \[ .* \]$/.exec(text);
  if (suite?.[1] !== undefined) return { file: suite[1], test: undefined };
  const [file = "", ...names] = text.split(" > ");
  return { file, test: names.length === 0 ? undefined : names.join(" > ") };
}

// Vite names the place of what it cannot parse or resolve in the message itself.
function placeInMessage(
  message: readonly string[],
): { file: string; line: number | null; column: number | null } | null {
  for (const line of message) {
    const at =
      capture(/^\s*File: (?<file>\S.*?):(?<line>\d+):(?<column>\d+)$/, line) ??
      capture(/^\s*(?<file>\/?\S.*?):(?<line>\d+):(?<column>\d+): ERROR: /, line) ??
      capture(/^\s*[╭┌,][-─]+\[ ?(?<file>\S.*?):(?<line>\d+):(?<column>\d+) ?\]/, line);
    if (at !== null) return { file: at("file"), line: toPosition(at("line")), column: toPosition(at("column")) };
  }
  return null;
}

function endsFailure(text: string): boolean {
  return (
    endRuler.test(text) ||
    failHeader.test(text) ||
    titledRuler.test(text) ||
    /^\s*Test Files {2}/.test(text) ||
    /^::(?:error|group)/.test(text)
  );
}

/** One error below one or more `FAIL` headers: message, frames marked `❯`, code frame. Several tests that failed alike share it. */
function readFailure(lines: readonly OutputLine[], from: number, headers: readonly Header[]): Block {
  const message: string[] = [];
  const frameLines: string[] = [];
  const frames: StackFrame[] = [];
  let end = from;
  let isCause = false;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (endsFailure(text)) break;
    const frame = readPointerFrame(text) ?? (/^\s+at /.test(text) ? readStackFrame(text) : null);
    if (frame !== null) {
      // Frames of a cause come second: what failed is the error that the test saw.
      frames.push(frame);
    } else if (/^Caused by: /.test(text)) {
      isCause = true;
      message.push(text);
    } else if (frames.length > 0 && frameRow.test(text)) {
      if (!isCause) frameLines.push(text);
    } else if (frames.length === 0) message.push(text);
    else if (/^(?:Serialized Error:|This error originated in|The latest test that might)/.test(text))
      message.push(text);
    else if (text.trim() !== "" && indentOf(text) === 0) break;
  }
  const isCut = end >= lines.length;
  if (endRuler.test(textAt(lines, end))) end += 1;
  const said = placeInMessage(message);
  const diagnostics: Draft[] = headers.map(({ file, test }) =>
    failureDraft({
      test,
      messageLines: message,
      frameLines,
      frames,
      declaredAt: said ?? (file === null ? null : { file, line: null, column: null }),
    }),
  );
  return { end, diagnostics, ...(isCut && message.length === 0 ? { isCut } : {}) };
}

function readFailBlock(lines: readonly OutputLine[], at: number): Block | null {
  const headers: Header[] = [];
  let end = at;
  for (
    let part = capture(failHeader, textAt(lines, end));
    part !== null;
    part = capture(failHeader, textAt(lines, end))
  ) {
    headers.push(readHeader(part("rest")));
    end += 1;
  }
  return headers.length === 0 ? null : readFailure(lines, end, headers);
}

/** `⎯⎯ Unhandled Rejection ⎯⎯` and the like: an error that belongs to no test. */
function readUnhandled(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(titledRuler, textAt(lines, at));
  if (part === null) return null;
  const title = part("title");
  if (/^(?:Unhandled (?:Error|Rejection)|Uncaught Exception|Startup Error|Typecheck Error)$/.test(title)) {
    return readFailure(lines, at + 1, [{ file: null, test: undefined }]);
  }
  return { end: at + 1, diagnostics: [] };
}

/** What a test printed is no finding. It ends where the reporter speaks again. */
function readCaptured(lines: readonly OutputLine[], at: number): Block | null {
  if (!captured.test(textAt(lines, at))) return null;
  let end = at + 1;
  while (end < lines.length) {
    const text = textAt(lines, end);
    if (
      captured.test(text) ||
      fileRow.test(text) ||
      ruler.test(text) ||
      failHeader.test(text) ||
      /^ [✓×❯↓] /.test(text) ||
      /^\s*Test Files {2}/.test(text)
    )
      break;
    end += 1;
  }
  return { end, diagnostics: [] };
}

function readSummaryRow(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const part = capture(summaryRow, text);
  if (part === null) return null;
  const what = part("what");
  const stated = part("counts");
  if (/^no (?:tests|errors)$/.test(stated))
    return { end: at + 1, diagnostics: [], ...(what === "Tests" ? { counts: { ...noCounts } } : {}) };
  const read = readCounts(stated, words);
  if (what === "Snapshots") return { end: at + 1, diagnostics: [] };
  if (read === null || read.unknown.length > 0) {
    return {
      end: at + 1,
      diagnostics: [],
      unparsed: [text.trim()],
      ...(read !== null && read.counts.failed > 0 ? { verdict: "failed" } : {}),
    };
  }
  const verdict = read.counts.failed > 0 ? "failed" : read.counts.passed > 0 ? "passed" : undefined;
  return {
    end: at + 1,
    diagnostics: [],
    ...(what === "Tests" ? { counts: read.counts } : {}),
    ...(verdict === undefined || (verdict === "passed" && what !== "Tests") ? {} : { verdict }),
  };
}

function readNoFiles(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(noFiles, textAt(lines, at));
  if (part === null) return null;
  const isFailure = part("code") !== "0";
  const draft: Draft = {
    file: null,
    line: null,
    column: null,
    severity: isFailure ? "error" : "info",
    message: textAt(lines, at).trim(),
  };
  return { end: at + 1, diagnostics: [draft], ...(isFailure ? { verdict: "failed" } : {}) };
}

/** The row of a test file in the tree. Its counts are those of the summary. */
function skipFileRow(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  if (!fileRow.test(text)) return null;
  return {
    end: at + 1,
    diagnostics: [],
    ...(/^ [❯×]/.test(text) && /\| [1-9]\d* failed/.test(text) ? { verdict: "failed" } : {}),
  };
}

/** A tree row of a failed test: `   × name 8ms` and `     → reason`. Repeated below in full, unless the output was cut before. */
function readFailedRow(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(failedRow, textAt(lines, at));
  if (part === null) return null;
  let end = at + 1;
  const reasons: string[] = [];
  for (
    let reason = /^ {3,}→ (.*)$/.exec(textAt(lines, end));
    reason !== null;
    reason = /^ {3,}→ (.*)$/.exec(textAt(lines, end))
  ) {
    reasons.push(reason[1] ?? "");
    end += 1;
  }
  if (reasons.length === 0) return null;
  const [first = "", ...names] = part("name").split(" > ");
  const hasFile = hasSourceName(first);
  const draft: Draft = {
    file: hasFile ? first : null,
    line: null,
    column: null,
    severity: "error",
    message: reasons.join("\n"),
    test: hasFile ? names.join(" > ") : part("name"),
    isTrace: true,
  };
  return { end, diagnostics: [draft] };
}

/** Source: Vitest's `printError`, base reporter and `renderSnapshotSummary`, versions 1 to 4. */
export const vitestParser: OutputParser = {
  name: "vitest",
  kind: "test_runner",
  tools: ["vitest"],
  reads: "Vitest in its default, verbose, dot, tree and GitHub reporters",
  signs: [
    /^\s?(?:RUN|DEV|RERUN) {2}v\d+\.\d+/,
    /^\s*Test Files {2}(?:\d|no )/,
    /^\s?FAIL {2}\S.*(?: > |\[ .* \]$)/,
    /^⎯{3,}\s*(?:Failed (?:Tests|Suites)|Unhandled|Startup)/,
    /^ {1,10}Tests {2}(?:\d+ \w|no tests)/,
    noFiles,
    captured,
  ],
  run: { opens: /^\s?RUN {2}v\d/, closes: /^\s*Test Files {2}|^No test files? found/ },
  read(lines, at) {
    return (
      readFailBlock(lines, at) ??
      readUnhandled(lines, at) ??
      readCaptured(lines, at) ??
      readSummaryRow(lines, at) ??
      readNoFiles(lines, at) ??
      skipFileRow(lines, at) ??
      readFailedRow(lines, at)
    );
  },
};
