import { type Captured, capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { severityOf } from "#server/domain/diagnostics/parsers/severity-words.ts";

// A frame opened by a place: rustc `-->`, miette `╭─[`, ariadne `┌─`, oxlint `,-[`, elixir `└─`.
const boxPlace = /^[\s│|]*(?:-->|╭─+\[|╭▸|┌─+\[?|,-+\[|└─)\s*(?<file>\S.*?):(?<line>\d+):(?<column>\d+)(?::.*)?\]?$/;
const boxMark =
  /^\s*(?<mark>[×x✖✘⚠!☞>]|error|warning|advice|help|ERROR|WARN)(?:\[(?<code>[\w:-]+)\])?:? (?<message>\S.*)$/;
const markSeverity: ReadonlyMap<string, Severity> = new Map([
  ["×", "error"],
  ["x", "error"],
  ["✖", "error"],
  ["✘", "error"],
  ["⚠", "warning"],
  ["!", "warning"],
  ["☞", "info"],
  ["advice", "info"],
  ["help", "note"],
]);
const ruleInMessage = /^(?<code>[\w@/-]+\([\w@/-]+\)): (?<message>\S.*)$/;
const mostMessage = 12;

/** `  × message` and a frame that opens with the place. */
export function readBox(lines: readonly OutputLine[], at: number): Block | null {
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
    severity: markSeverity.get(word) ?? severityOf(word, "error"),
    code: ruled?.("code") || mark("code") || null,
    message: joinMessage(message),
    codeFrame: joinFrame(frame),
  };
  return { end, diagnostics: [draft] };
}

/** esbuild: `✘ [ERROR] message [plugin a]`, an empty line, the place indented, a frame drawn with `│` and `╵`. */
export function readEsbuild(lines: readonly OutputLine[], at: number): Block | null {
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
