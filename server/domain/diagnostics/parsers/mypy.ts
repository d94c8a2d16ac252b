import { type Captured, capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { isUnderline, joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const finding =
  /^(?<file>\S.*?\.(?:pyi?|ipynb))(?::(?<line>\d+))(?::(?<column>\d+))?(?::\d+:\d+)?: (?<severity>error|warning|note|info): (?<message>.*)$/;
const fileOnly = /^(?<file>\S.*?\.(?:pyi?|ipynb)): (?<severity>error): (?<message>.*)$/;
const codeAtEnd = /^(?<message>.*\S) {1,2}\[(?<code>[a-z][a-z0-9-]*)\]$/;
const found =
  /^Found (?<errors>\d+) errors? in \d+ files? \((?:errors prevented further checking|checked \d+ source files?)\)$/;
const clean = /^Success: no issues found in \d+ source files?$/;
const mostWrapped = 12;

const severityOf: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["note", "note"],
  ["info", "info"],
]);

function isSamePlace(one: Captured, other: Captured): boolean {
  return (
    one("file") === other("file") &&
    one("line") === other("line") &&
    (one("column") === other("column") || other("column") === "")
  );
}

/**
 * With `--pretty` a message is wrapped to column 0 and followed by the source line and a caret. Where both follow, what stands between is
 * message. The index of the source line, or -1.
 */
function sourceLineBelow(lines: readonly OutputLine[], from: number): number {
  for (let at = from; at < Math.min(lines.length, from + mostWrapped); at += 1) {
    const text = textAt(lines, at);
    if (finding.test(text) || text.trim() === "") return -1;
    if (text.startsWith("    ") && isUnderline(textAt(lines, at + 1))) return at;
  }
  return -1;
}

function readFinding(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(finding, textAt(lines, at)) ?? capture(fileOnly, textAt(lines, at));
  if (part === null) return null;
  let message = part("message");
  let end = at + 1;
  let codeFrame: string | undefined;
  const source = sourceLineBelow(lines, end);
  if (source >= 0) {
    for (; end < source; end += 1) message += ` ${textAt(lines, end).trim()}`;
    codeFrame = joinFrame([textAt(lines, source), textAt(lines, source + 1)]);
    end = source + 2;
  }
  const coded = capture(codeAtEnd, message);
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: severityOf.get(part("severity")) ?? "error",
    code: coded === null ? null : coded("code"),
    message: joinMessage([coded === null ? message : coded("message")]),
  };
  if (codeFrame !== undefined) draft.codeFrame = codeFrame;
  // Notes at the place of an error belong to it, as in mypy's own JSON; elsewhere they stand alone.
  while (part("severity") !== "note" && end < lines.length) {
    const note = capture(finding, textAt(lines, end));
    if (note === null || note("severity") !== "note" || !isSamePlace(part, note)) break;
    draft.message = joinMessage([...draft.message.split("\n"), `note: ${note("message")}`]);
    end += 1;
    const below = sourceLineBelow(lines, end);
    if (below === end) end += 2;
  }
  return { end, diagnostics: [draft] };
}

/** Source: mypy's `errors.py` and `util.py` (`FancyFormatter`); pyre, pytype and ty in concise form print the same shape. */
export const mypyParser: OutputParser = {
  name: "mypy",
  kind: "checker",
  tools: ["mypy", "dmypy", "pyre"],
  reads: "mypy with or without columns, codes and --pretty",
  signs: [finding, fileOnly, found, clean],
  read(lines, at) {
    const total = capture(found, textAt(lines, at));
    if (total !== null)
      return { end: at + 1, diagnostics: [], ...(toCount(total("errors")) > 0 ? { verdict: "failed" } : {}) };
    if (/\.pyi?: note: (?:In |At top level)/.test(textAt(lines, at))) return { end: at + 1, diagnostics: [] };
    if (clean.test(textAt(lines, at))) return { end: at + 1, diagnostics: [], verdict: "passed" };
    return readFinding(lines, at);
  },
};
