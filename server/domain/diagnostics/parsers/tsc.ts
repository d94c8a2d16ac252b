import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type { RelatedLocation, Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { indentOf, joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

// The position is taken from the right: `lib/x(1,2)(3,4): error TS1005` lies in the file `lib/x(1,2)`.
const plainPosition = /\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning|message|suggestion) (?<code>TS\d+): /;
const prettyPosition =
  /:(?<line>\d+):(?<column>\d+) - (?<severity>error|warning|message|suggestion) (?:(?<code>TS\d+)|ts\((?<number>\d+)\)): /;
const placeless = /^(?:tsc: |tsgo: )?(?<severity>error|warning) (?<code>TS\d+): (?<message>.*)$/;
const summary =
  /^(?:\[[^\]]*\] )?Found (?<errors>\d+) errors?(?: in (?:(?:the same|\d+) files?|.+))?(?:, starting at: .+)?\.?(?: Watching for file changes\.)?$/;
const relatedPlace = /^ {2,}(?<file>\S.*):(?<line>\d+):(?<column>\d+)(?: - (?<message>.+))?$/;
const anyPosition =
  /\(\d+,\d+\): (?:error|warning|message) TS\d+: |:\d+:\d+ - (?:error|warning|message) (?:TS\d+|ts\(\d+\)): /;

function severityOf(word: string): Severity {
  if (word === "error" || word === "warning") return word;
  return "info";
}

function startsDiagnostic(text: string): boolean {
  return anyPosition.test(text) || placeless.test(text);
}

/** Continuation of a message: indented, and neither a code frame nor a place. */
function continuesMessage(text: string): boolean {
  return indentOf(text) >= 2 && text.trim() !== "" && !startsDiagnostic(text);
}

function readPlain(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const found = plainPosition.exec(text);
  const part = capture(plainPosition, text);
  if (found === null || part === null) return null;
  const message = [text.slice(found.index + found[0].length)];
  let end = at + 1;
  while (end < lines.length && continuesMessage(textAt(lines, end))) {
    message.push(textAt(lines, end));
    end += 1;
  }
  const draft: Draft = {
    file: text.slice(0, found.index).trim(),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: severityOf(part("severity")),
    code: part("code"),
    message: joinMessage(message),
  };
  return { end, diagnostics: [draft] };
}

/** The code frame and the related places that follow a pretty message. */
function readPrettyTail(lines: readonly OutputLine[], from: number, draft: Draft): number {
  let end = from;
  const frame: string[] = [];
  const related: RelatedLocation[] = [];
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (text.trim() === "") continue;
    if (startsDiagnostic(text) || summary.test(text)) break;
    const place = capture(relatedPlace, text);
    if (place !== null) {
      related.push({
        file: place("file"),
        line: toPosition(place("line")),
        column: toPosition(place("column")),
        message: place("message"),
      });
      continue;
    }
    const isFrame = /^\s*\d+(?: |$)/.test(text) || /^\s*~+\s*$/.test(text) || text.trim() === "...";
    const last = related.at(-1);
    if (isFrame) {
      if (last === undefined) frame.push(text);
    } else if (last !== undefined && indentOf(text) >= 4) last.message = joinMessage([last.message, text.trim()]);
    else if (indentOf(text) === 0) break;
  }
  if (frame.length > 0) draft.codeFrame = joinFrame(frame);
  if (related.length > 0) draft.related = related;
  return end;
}

function readPretty(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const found = prettyPosition.exec(text);
  const part = capture(prettyPosition, text);
  if (found === null || part === null) return null;
  const message = [text.slice(found.index + found[0].length)];
  let end = at + 1;
  // Reasons are indented and follow at once; an empty line ends them.
  while (end < lines.length && continuesMessage(textAt(lines, end)) && !relatedPlace.test(textAt(lines, end))) {
    message.push(textAt(lines, end));
    end += 1;
  }
  const draft: Draft = {
    file: text.slice(0, found.index).trim(),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: severityOf(part("severity")),
    code: part("code") === "" ? `TS${part("number")}` : part("code"),
    message: joinMessage(message),
  };
  end = readPrettyTail(lines, end, draft);
  return { end, diagnostics: [draft] };
}

function readPlaceless(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(placeless, textAt(lines, at));
  if (part === null) return null;
  const message = [part("message")];
  let end = at + 1;
  while (end < lines.length && continuesMessage(textAt(lines, end))) {
    message.push(textAt(lines, end));
    end += 1;
  }
  const draft: Draft = {
    file: null,
    line: null,
    column: null,
    severity: severityOf(part("severity")),
    code: part("code"),
    message: joinMessage(message),
  };
  return { end, diagnostics: [draft] };
}

/** `Found 15 errors in 9 files.` and the table of files below it, whose rows are no diagnostics. */
function readSummary(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(summary, textAt(lines, at));
  if (part === null) return null;
  let end = at + 1;
  while (end < lines.length && /^(?:\s*|Errors {2}Files|\s*\d+ {2}\S.*:\d+)$/.test(textAt(lines, end))) end += 1;
  return { end, diagnostics: [], verdict: toCount(part("errors")) === 0 ? "passed" : "failed" };
}

/** Source: `formatDiagnostic` and `formatDiagnosticsWithColorAndContext` of the TypeScript compiler; vue-tsc, tsgo and astro check print the same. */
export const tscParser: OutputParser = {
  name: "tsc",
  kind: "checker",
  tools: ["tsc", "typescript", "tsgo", "vue-tsc", "astro"],
  reads: "TypeScript compiler output: plain, pretty, build and watch mode",
  signs: [
    anyPosition,
    placeless,
    /^Found \d+ errors? in (?:the same file|\d+ files?\.$|\S+:\d+$)|^\[.*\] Found \d+ errors?\. Watching for file changes\.$/,
  ],
  read(lines, at) {
    return readPlain(lines, at) ?? readPretty(lines, at) ?? readPlaceless(lines, at) ?? readSummary(lines, at);
  },
};
