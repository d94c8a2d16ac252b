import { type Captured, capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type { RelatedLocation, Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { isUnderline, joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const finding =
  /^(?<file>\S.*?):(?<line>\d+)(?::(?<column>\d+))?: (?<severity>fatal error|internal compiler error|sorry, unimplemented|error|warning|note|remark|info|style|performance|portability)(?: (?<early>[A-Z]{1,4}\d{3,5}))?: (?<message>\S.*)$/;
const context =
  /^(?:In file included from |\s+from )(?<file>\S.*?):(?<line>\d+)(?::\d+)?[,:]$|^\S.*: (?:In (?:member |static |lambda )?(?:function|constructor|destructor|instantiation|substitution|copy constructor|module)|At (?:global|top) (?:scope|level)|in function|In instantiation)\b.*$/;
const codeAtEnd = /^(?<message>.*\S) \[(?<code>-W[\w=+.-]+|-f[\w=-]+|SC\d+|[a-z][\w.]*-[\w.-]+|[a-zA-Z]\w+)\]$/;
const frameRow = /^\s*\d+\s*\||^\s+\||^\s*\+\+\+ \|/;
const linkerPlace =
  /^(?:\S*ld(?:\.\w+)?: )?(?<file>\S.*?\.\w+):(?:(?<line>\d+)|\([.\w+]+\)): (?:more )?(?<message>(?:undefined reference to|multiple definition of|first defined here).*)$/;
const linker =
  /^(?:\S*\bld(?:\.\w+)?: |clang: error: |collect2: error: |cc1(?:plus)?: (?:fatal )?error: |g(?:cc|\+\+): (?:fatal )?error: |Undefined symbols for architecture )(?<message>.*)$/;
const makeStop = /^(?<file>[Mm]akefile|\S+\.mk):(?<line>\d+): \*\*\* (?<message>.*?)(?: {2}Stop\.)?$/;
const cmake =
  /^CMake (?<severity>Error|Warning|Deprecation Warning)(?: \(dev\))? at (?<file>\S.*?):(?<line>\d+) \(.*\):$/;
const generated = /^\d+ (?:error|warning)s?(?: and \d+ (?:error|warning)s?)? generated\.$/;

const severityOf: ReadonlyMap<string, Severity> = new Map([
  ["fatal error", "error"],
  ["internal compiler error", "error"],
  ["sorry, unimplemented", "error"],
  ["error", "error"],
  ["warning", "warning"],
  ["note", "note"],
  ["remark", "info"],
  ["info", "info"],
  ["style", "warning"],
  ["performance", "warning"],
  ["portability", "warning"],
]);

function relatedOf(part: Captured): RelatedLocation {
  return {
    file: part("file"),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    message: part("message"),
  };
}

/** The frame below a finding: gutter rows of GCC and Clang 16, or a bare source line with a caret below it. */
function readFrame(lines: readonly OutputLine[], from: number, frame: string[]): number {
  let end = from;
  while (end < lines.length) {
    const text = textAt(lines, end);
    const isBare =
      text.trim() !== "" && !finding.test(text) && isUnderline(textAt(lines, end + 1)) && !isUnderline(text);
    if (frameRow.test(text)) frame.push(text);
    else if (isBare) {
      frame.push(text, textAt(lines, end + 1));
      end += 1;
    } else if (!isUnderline(text) || frame.length === 0) break;
    end += 1;
  }
  // Clang proposes a replacement below the caret.
  if (frame.length > 0 && /^\s{2,}\S+$/.test(textAt(lines, end)) && !finding.test(textAt(lines, end))) end += 1;
  return end;
}

function readFinding(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(finding, textAt(lines, at));
  if (part === null) return null;
  const coded = capture(codeAtEnd, part("message"));
  const frame: string[] = [];
  let end = readFrame(lines, at + 1, frame);
  const message = [coded === null ? part("message") : coded("message")];
  // GHC, OCaml and Swift explain on indented lines where others draw a frame.
  while (
    frame.length === 0 &&
    /^\s{2,}\S/.test(textAt(lines, end)) &&
    !finding.test(textAt(lines, end)) &&
    !context.test(textAt(lines, end)) &&
    end < at + 40
  ) {
    message.push(textAt(lines, end));
    end += 1;
  }
  const related: RelatedLocation[] = [];
  while (part("severity") !== "note" && end < lines.length) {
    // "In file included from" may stand before the note.
    let row = end;
    while (row < end + 12 && context.test(textAt(lines, row))) row += 1;
    const note = capture(finding, textAt(lines, row));
    // A note with a code of its own is a finding of its own (shellcheck).
    if (note === null || note("severity") !== "note" || codeAtEnd.test(note("message"))) break;
    related.push(relatedOf(note));
    end = readFrame(lines, row + 1, []);
  }
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: severityOf.get(part("severity")) ?? "error",
    code: part("early") || (coded === null ? null : coded("code")),
    message: joinMessage(message),
  };
  if (frame.length > 0) draft.codeFrame = joinFrame(frame);
  if (related.length > 0) draft.related = related;
  return { end, diagnostics: [draft] };
}

function readLinker(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const place = capture(linkerPlace, text);
  if (place !== null) {
    const draft: Draft = {
      file: place("file"),
      line: toPosition(place("line")),
      column: null,
      severity: "error",
      message: place("message"),
    };
    return { end: at + 1, diagnostics: [draft], verdict: "failed" };
  }
  const part = capture(linker, text);
  if (part === null) return null;
  // "ld returned 1 exit status" and the line that names the function say nothing of their own.
  const isConsequence = /ld returned \d+ exit status|linker command failed|in function |: In function/.test(text);
  if (isConsequence) return { end: at + 1, diagnostics: [], verdict: "failed" };
  return {
    end: at + 1,
    diagnostics: [{ file: null, line: null, column: null, severity: "error", message: part("message") || text }],
    verdict: "failed",
  };
}

function readBuildFile(lines: readonly OutputLine[], at: number): Block | null {
  const stop = capture(makeStop, textAt(lines, at));
  if (stop !== null) {
    const draft: Draft = {
      file: stop("file"),
      line: toPosition(stop("line")),
      column: null,
      severity: "error",
      message: stop("message"),
    };
    return { end: at + 1, diagnostics: [draft], verdict: "failed" };
  }
  const part = capture(cmake, textAt(lines, at));
  if (part === null) return null;
  const message: string[] = [];
  let end = at + 1;
  while (
    end < lines.length &&
    (/^ {2}/.test(textAt(lines, end)) || (textAt(lines, end) === "" && /^ {2}/.test(textAt(lines, end + 1))))
  ) {
    message.push(textAt(lines, end));
    end += 1;
  }
  const severity = part("severity") === "Error" ? "error" : "warning";
  return {
    end,
    diagnostics: [
      { file: part("file"), line: toPosition(part("line")), column: null, severity, message: joinMessage(message) },
    ],
  };
}

/** Source: the GNU error format (GCC, Clang, GHC, Swift, shellcheck -f gcc, cppcheck), GNU ld, make and CMake. */
export const gccParser: OutputParser = {
  name: "gcc",
  kind: "checker",
  tools: [
    "gcc",
    "g++",
    "clang",
    "clang++",
    "cc",
    "make",
    "cmake",
    "swiftc",
    "ghc",
    "shellcheck",
    "cppcheck",
    "clang-tidy",
  ],
  reads: "the GNU error format with frames and notes, linker errors, make and CMake",
  signs: [finding, linkerPlace, linker, makeStop, cmake],
  read(lines, at) {
    const text = textAt(lines, at);
    if (context.test(text) || generated.test(text)) return { end: at + 1, diagnostics: [] };
    return readFinding(lines, at) ?? readLinker(lines, at) ?? readBuildFile(lines, at);
  },
};
