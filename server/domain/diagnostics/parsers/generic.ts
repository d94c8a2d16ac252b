import { type Captured, capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { readColonLocation } from "#server/domain/diagnostics/located-text.ts";
import { isGutterLine, isUnderline, joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { linePatterns } from "#server/domain/diagnostics/parsers/generic-patterns.ts";
import { hasSourceName, isPlausiblePath } from "#server/domain/diagnostics/source-path.ts";
import { readPointerFrame } from "#server/domain/diagnostics/stack-frame.ts";

const severityWords: Record<string, Severity> = {
  error: "error",
  err: "error",
  fatal: "error",
  "fatal error": "error",
  failure: "error",
  high: "error",
  e: "error",
  f: "error",
  warning: "warning",
  warn: "warning",
  medium: "warning",
  weak: "warning",
  fixed: "warning",
  w: "warning",
  c: "warning",
  r: "warning",
  info: "info",
  information: "info",
  message: "info",
  hint: "info",
  suggestion: "info",
  style: "info",
  convention: "info",
  refactor: "info",
  i: "info",
  note: "note",
};

function severityOf(word: string, otherwise: Severity): Severity {
  return severityWords[word.toLowerCase()] ?? otherwise;
}

function readPattern(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  for (const { pattern, severity, name } of linePatterns) {
    const part = capture(pattern, text);
    if (part === null) continue;
    const file = part("file").trim();
    const isPlace =
      name === "msbuild"
        ? file !== "" && file.length < 1_000 && !/^(?:not|see|in|at) /.test(file)
        : isPlausiblePath(file);
    if (!isPlace || isForeignPath(file)) continue;
    const draft: Draft = {
      file,
      line: toPosition(part("line") || part("tsline")),
      column: toPosition(part("column") || part("tscolumn")),
      severity: severityOf(part("severity") || part("word") || part("letter"), severity),
      code: part("code") === "" ? null : part("code"),
      message: joinMessage([
        [part("message"), part("more")]
          .filter((said) => said !== "")
          .join(": ")
          .replace(/ \[[^[\]]+\.\w*proj\]$/, ""),
      ]),
    };
    return readTail(lines, at + 1, draft);
  }
  return null;
}

/** What follows at `rest` of `path:1:2…`: a severity, a code, or only text. */
const severityThenText =
  /^:? ?(?:-\s)?\[?(?<severity>error|warning|warn|info|information|note|hint|fatal|suggestion|convention|refactor|style|ERROR|WARNING|WARN|INFO|Error|Warning|Info|Suggestion|Note|[EWCIRF](?=:))\]?(?:\[(?<code>[\w-]+)\])?(?:: | - | )(?<message>\S.*)$/;
const trailingCode = /^(?<message>.*\S) [([](?<code>[A-Za-z][\w@/.-]*[\w)])[)\]]$/;
const leadingCode = /^(?<code>[A-Z]{1,6}\d{2,5}|[A-Z]\d{3,4}): ?(?<message>\S.*)$/;

function splitRest(rest: string): { severity: Severity | null; code: string | null; message: string } {
  const part = capture(severityThenText, rest);
  const message = part === null ? rest.replace(/^:? ?/, "") : part("message");
  const lead = capture(leadingCode, message);
  const trail = lead === null ? capture(trailingCode, message) : null;
  const code = part?.("code") || lead?.("code") || trail?.("code") || null;
  return { severity: part === null ? null : severityOf(part("severity"), "error"), code, message };
}

/** `path:line:column: message`, and the forms in which a search tool prints its hits. */
function readColon(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const located = readColonLocation(text.trimStart());
  if (located === null || isForeignPath(located.file)) return null;
  const { rest } = located;
  if (rest === "" || rest === ":") {
    // A bare place: what was said about it stands above or below.
    return readBarePlace(lines, at, located);
  }
  if (!/^(?::| |,)/.test(rest)) return null;
  const split = splitRest(rest);
  if (split.message === "") return null;
  // `path:12:content` without a blank is a search hit, and no complaint.
  const isHit = located.column === null && /^:\S/.test(rest) && split.severity === null;
  if (isHit && !hasSourceName(located.file)) return null;
  const isSure = located.column !== null || split.severity !== null || hasSourceName(located.file);
  if (!isSure) return null;
  const draft: Draft = {
    file: located.file,
    line: located.line,
    column: located.column,
    severity: split.severity ?? (isHit ? "info" : "error"),
    code: split.code,
    message: joinMessage([split.message]),
  };
  if (isHit) return { end: at + 1, diagnostics: [{ ...draft, isTrace: true }] };
  return readTail(lines, at + 1, draft);
}

/** A place alone on its line: the message is the line above (Next.js, svelte-check put it below). */
function readBarePlace(
  lines: readonly OutputLine[],
  at: number,
  { file, line, column }: { file: string; line: number; column: number | null },
): Block | null {
  const below = /^\s*(?:Type |Syntax )?(?<severity>error|warn|warning|hint)(?: TS\d+)?: (?<message>\S.*)$/i.exec(
    textAt(lines, at + 1),
  )?.groups;
  const draft: Draft = { file, line, column, severity: "error", message: "" };
  if (below !== undefined) {
    draft.severity = severityOf(below.severity ?? "", "error");
    draft.message = below.message ?? "";
    return readTail(lines, at + 2, draft);
  }
  return null;
}

/** A code frame, or a message that goes on, on the indented lines below. */
function readTail(lines: readonly OutputLine[], from: number, draft: Draft): Block {
  const rows: string[] = [];
  let end = from;
  while (end < lines.length && rows.length < 30) {
    const text = textAt(lines, end);
    if (text === "" || !/^[\s|│]/.test(text) || /^\s+at /.test(text)) break;
    if (readColonLocation(text.trimStart()) !== null || linePatterns.some(({ pattern }) => pattern.test(text))) break;
    rows.push(text);
    end += 1;
  }
  if (rows.length === 0) return { end: from, diagnostics: [draft] };
  const isFrame = rows.some((row) => isUnderline(row) || isGutterLine(row));
  if (isFrame) draft.codeFrame = joinFrame(rows);
  else draft.message = joinMessage([...draft.message.split("\n"), ...rows]);
  return { end, diagnostics: [draft] };
}

// A frame opened by a place: rustc `-->`, miette `╭─[`, ariadne `┌─`, oxlint `,-[`, elixir `└─`.
const boxPlace = /^[\s│|]*(?:-->|╭─+\[|╭▸|┌─+\[?|,-+\[|└─)\s*(?<file>\S.*?):(?<line>\d+):(?<column>\d+)(?::.*)?\]?$/;
const boxMark =
  /^\s*(?<mark>[×x✖✘⚠!☞>]|error|warning|advice|help|ERROR|WARN)(?:\[(?<code>[\w:-]+)\])?:? (?<message>\S.*)$/;
const markSeverity: Record<string, Severity> = {
  "×": "error",
  x: "error",
  "✖": "error",
  "✘": "error",
  "⚠": "warning",
  "!": "warning",
  "☞": "info",
  advice: "info",
  help: "note",
};
const ruleInMessage = /^(?<code>[\w@/-]+\([\w@/-]+\)): (?<message>\S.*)$/;
const mostMessage = 12;

/** `  × message` and a frame that opens with the place. */
function readBox(lines: readonly OutputLine[], at: number): Block | null {
  const mark = capture(boxMark, textAt(lines, at));
  if (mark === null) return null;
  const message = [mark("message")];
  let place: Captured | null = null;
  let row = at + 1;
  for (; row < Math.min(lines.length, at + mostMessage); row += 1) {
    const text = textAt(lines, row);
    place = capture(boxPlace, text);
    if (place !== null || text === "") break;
    message.push(text.replace(/^\s*[│|├╰]─*(?:▶ )?\s?/, ""));
  }
  if (place === null) return null;
  const frame: string[] = [];
  let end = row + 1;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    frame.push(text);
    if (/^\s*(?:╰|`-)/.test(text)) {
      end += 1;
      break;
    }
    if (text === "" && !/^\s*(?:\d+\s*)?[│|:·]|^\s*(?:╰|`-)/.test(textAt(lines, end + 1))) break;
  }
  while (end < lines.length && /^\s+help: /.test(textAt(lines, end))) end += 1;
  const ruled = capture(ruleInMessage, message[0] ?? "");
  if (ruled !== null) message[0] = ruled("message");
  const word = mark("mark");
  const draft: Draft = {
    file: place("file"),
    line: toPosition(place("line")),
    column: toPosition(place("column")),
    severity: markSeverity[word] ?? severityOf(word, "error"),
    code: ruled?.("code") || mark("code") || null,
    message: joinMessage(message),
    codeFrame: joinFrame(frame),
  };
  return { end, diagnostics: [draft] };
}

/** esbuild: `✘ [ERROR] message [plugin a]`, an empty line, the place indented, a frame drawn with `│` and `╵`. */
function readEsbuild(lines: readonly OutputLine[], at: number): Block | null {
  const head = capture(/^(?:[✘X▲!⬥] )?\[(?<severity>ERROR|WARNING|DEBUG|INFO)\] (?<message>\S.*)$/, textAt(lines, at));
  if (head === null) return null;
  const message = [head("message")];
  let row = at + 1;
  while (row < Math.min(lines.length, at + mostMessage) && textAt(lines, row) !== "") {
    message.push(textAt(lines, row).trim());
    row += 1;
  }
  const place = capture(/^ {4}(?<file>\S.*?):(?<line>\d+):(?<column>\d+):$/, textAt(lines, row + 1));
  const code = /^(?<message>.*) \[(?<code>[a-z][\w-]+)\]$/.exec(message.join("\n"))?.groups?.code ?? null;
  const severity: Severity =
    head("severity") === "ERROR" ? "error" : head("severity") === "WARNING" ? "warning" : "info";
  if (place === null)
    return /^[✘X▲]/.test(textAt(lines, at))
      ? {
          end: row,
          diagnostics: [{ file: null, line: null, column: null, severity, code, message: joinMessage(message) }],
        }
      : null;
  const frame: string[] = [];
  let end = row + 2;
  while (end < lines.length && /^ {4,}.*[│╵]/.test(textAt(lines, end))) {
    frame.push(textAt(lines, end));
    end += 1;
  }
  const draft: Draft = {
    file: place("file"),
    line: toPosition(place("line")),
    column: toPosition(place("column")),
    severity,
    code,
    message: joinMessage(message),
  };
  if (frame.length > 0) draft.codeFrame = joinFrame(frame);
  return { end, diagnostics: [draft] };
}

/** A lone `❯ path:1:2`, as Vitest and others point at a place. */
function readPointer(lines: readonly OutputLine[], at: number): Block | null {
  const frame = /^\s*❯ /.test(textAt(lines, at)) ? readPointerFrame(textAt(lines, at)) : null;
  if (frame === null || frame.file === null || frame.isForeign) return null;
  const draft: Draft = {
    file: frame.file,
    line: frame.line,
    column: frame.column,
    severity: "error",
    message: frame.function ?? "points here",
  };
  return { end: at + 1, diagnostics: [draft] };
}

/** A header path with rows `  12:3  …` that no linter's own parser took (wemake, reek, yamllint's kin). */
function readRows(lines: readonly OutputLine[], at: number): Block | null {
  const head = /^(?:==+ )?(?<file>\S.*?)(?: ==+| -- \d+ warnings?:|:)?$/.exec(textAt(lines, at))?.groups?.file ?? "";
  if (!isPlausiblePath(head)) return null;
  const row =
    /^\s*(?:(?<letter>[CWEFRI]):\s*)?\[?(?<line>\d+)(?:[:,]\s*(?<column>\d+))?(?:, \d+)*\]?:?\s+(?<message>\S.*)$/;
  let end = at + 1;
  if (textAt(lines, end) === "") end += 1;
  const diagnostics: Draft[] = [];
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    const part = capture(row, text);
    if (
      part === null ||
      isGutterLine(text) ||
      (!/^\s/.test(text) && part("letter") === "") ||
      (part("column") === "" && !/^\s*\[/.test(text))
    )
      break;
    const split = splitRest(part("message"));
    const spaced = /^(?<code>[A-Z]{2,6}\d{2,4})\s+(?<message>\S.*)$/.exec(part("message"))?.groups;
    diagnostics.push({
      file: head,
      line: toPosition(part("line")),
      column: toPosition(part("column")),
      severity: severityOf(part("letter"), split.severity ?? "warning"),
      code: spaced?.code ?? split.code,
      message: joinMessage([spaced?.message ?? split.message]),
    });
  }
  return diagnostics.length === 0 ? null : { end, diagnostics };
}

/** The last resort: any line that names a place in a file. */
export const genericParser: OutputParser = {
  name: "generic",
  kind: "generic",
  tools: ["generic"],
  reads:
    "any line with a path and a position, boxed frames (esbuild, miette, oxlint, swc), MSBuild, shellcheck, terraform and the like",
  signs: [],
  read(lines, at) {
    return (
      readEsbuild(lines, at) ??
      readBox(lines, at) ??
      readPointer(lines, at) ??
      readPattern(lines, at) ??
      readColon(lines, at) ??
      readRows(lines, at)
    );
  },
};
