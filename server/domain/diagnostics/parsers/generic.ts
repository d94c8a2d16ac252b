import { capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type { RelatedLocation, Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { readColonLocation } from "#server/domain/diagnostics/located-text.ts";
import {
  indentOf,
  isGutterLine,
  isUnderline,
  joinFrame,
  joinMessage,
} from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { readBox, readEsbuild } from "#server/domain/diagnostics/parsers/boxed-frames.ts";
import { linePatterns } from "#server/domain/diagnostics/parsers/generic-patterns.ts";
import { severityOf } from "#server/domain/diagnostics/parsers/severity-words.ts";
import { hasSourceName, isPlausiblePath } from "#server/domain/diagnostics/source-path.ts";
import { readPointerFrame } from "#server/domain/diagnostics/stack-frame.ts";

const mostTail = 30;

/** The line that says what is wrong, for forms that print only the place: below it (shellcheck, OCaml) or above (terraform). */
function readLed(lines: readonly OutputLine[], at: number, where: "above" | "below", draft: Draft): Block | null {
  if (where === "above") {
    for (let row = at - 1; row >= Math.max(0, at - 4); row -= 1) {
      const said = capture(/^[\s│╷]*(?<severity>Error|Warning): (?<message>\S.*)$/, textAt(lines, row));
      if (said === null) continue;
      const detail: string[] = [];
      let end = at + 1;
      for (; end < Math.min(lines.length, at + mostTail) && /^\s*│|^ {2,}\d+:/.test(textAt(lines, end)); end += 1) {
        const text = textAt(lines, end).replace(/^\s*│\s?/, "");
        if (text !== "" && !/^\s+\d+:|^\s*[├╵]/.test(text)) detail.push(text);
      }
      return {
        end,
        diagnostics: [
          {
            ...draft,
            severity: severityOf(said("severity"), "error"),
            message: joinMessage([said("message"), ...detail]),
          },
        ],
      };
    }
    return null;
  }
  const diagnostics: Draft[] = [];
  let end = at + 1;
  for (; end < Math.min(lines.length, at + mostTail); end += 1) {
    const text = textAt(lines, end);
    const said =
      capture(/\^-*-? ?(?<code>SC\d+)(?: \((?<severity>\w+)\))?: (?<message>\S.*)$/, text) ??
      capture(/^(?<severity>Error|Warning|Alert)(?: \d+| [\w-]+)?(?: \[(?<code>[\w-]+)\])?: (?<message>\S.*)$/, text);
    if (said !== null)
      diagnostics.push({
        ...draft,
        severity: severityOf(said("severity"), draft.severity),
        code: said("code") || null,
        message: said("message"),
      });
    else if (text === "" || linePatterns.some(({ pattern, messageAt }) => messageAt === "below" && pattern.test(text)))
      break;
  }
  return diagnostics.length === 0 ? null : { end, diagnostics };
}

function readPattern(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  for (const { pattern, severity, name, messageAt } of linePatterns) {
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
    if (messageAt === undefined) return readTail(lines, at + 1, draft);
    const led = readLed(lines, at, messageAt, draft);
    if (led !== null) return led;
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
  const said = trail?.("message") ?? message;
  return { severity: part === null ? null : severityOf(part("severity"), "error"), code, message: said };
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

/**
 * A code frame, or a message that goes on, on the indented lines below. A place that is indented deeper than the finding belongs to it
 * (sorbet, hlint): it is where the other half of the mismatch stands.
 */
function readTail(lines: readonly OutputLine[], from: number, draft: Draft): Block {
  const own = indentOf(textAt(lines, from - 1));
  const rows: string[] = [];
  const related: RelatedLocation[] = [];
  let end = from;
  for (; end < lines.length && end < from + mostTail; end += 1) {
    const text = textAt(lines, end);
    if (text === "" || !/^[\s|│]/.test(text) || /^\s+at /.test(text)) break;
    const located = readColonLocation(text.trimStart());
    if (located !== null && indentOf(text) > own && !isForeignPath(located.file)) {
      related.push({
        file: located.file,
        line: located.line,
        column: located.column,
        message: located.rest.replace(/^:\s*/, ""),
      });
    } else if (located !== null || linePatterns.some(({ pattern }) => pattern.test(text))) break;
    else if (related.length === 0) rows.push(text);
  }
  if (related.length > 0) draft.related = related;
  if (rows.length > 0) {
    if (rows.some((row) => isUnderline(row) || isGutterLine(row))) draft.codeFrame = joinFrame(rows);
    else draft.message = joinMessage([...draft.message.split("\n"), ...rows]);
  }
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
