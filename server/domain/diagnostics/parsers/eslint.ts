import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { isPlausiblePath } from "#server/domain/diagnostics/source-path.ts";

// `  138:5   error    message   rule`; stylelint prints a mark instead of the word, next lint `Error:`, remark a range and a second source.
const row =
  /^\s*(?<line>\d+):(?<column>\d+)(?:-\d+(?::\d+)?)?\s+(?<severity>error|warning|info|Error:|Warning:|Info:|✖|×|⚠|ℹ|✘|‼)\s+(?<rest>\S.*)$/;
const ruleAtEnd = /^(?<message>.*?\S)\s{2,}(?<rule>[@\w][\w@/.:-]*)(?:\s{2,}[\w-]+)?$/;
const nextRule = /^(?<message>.*\S)\s{2}(?<rule>[@\w][\w@/.:-]*)$/;
const yamlRule = /^(?<message>.*\S)\s{2,}\((?<rule>[\w-]+)\)$/;
const summary = /^\s*[✖×] (?<problems>\d+) problems? \((?<errors>\d+) errors?, (?<warnings>\d+) warnings?\)/;
const compact =
  /^(?<file>\S.*?): line (?<line>\d+), col (?<column>\d+), (?<severity>Error|Warning|Info) - (?<message>.*?)(?: \((?<rule>[@\w][\w@/.-]*)\))?$/;
const unixTail = /^(?<message>.*\S) \[(?<severity>Error|Warning)(?:\/(?<rule>[^\]]+))?\]$/;

const severityByMark: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["Error:", "error"],
  ["✖", "error"],
  ["×", "error"],
  ["✘", "error"],
  ["Error", "error"],
  ["warning", "warning"],
  ["Warning:", "warning"],
  ["⚠", "warning"],
  ["‼", "warning"],
  ["Warning", "warning"],
  ["info", "info"],
  ["Info:", "info"],
  ["ℹ", "info"],
  ["Info", "info"],
]);

function rowDraft(file: string, text: string): Draft | null {
  const part = capture(row, text);
  if (part === null) return null;
  const rest = part("rest").trimEnd();
  const split = capture(yamlRule, rest) ?? capture(ruleAtEnd, rest) ?? capture(nextRule, rest);
  return {
    file,
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: severityByMark.get(part("severity")) ?? "error",
    code: split === null ? null : split("rule"),
    message: joinMessage([split === null ? rest : split("message")]),
  };
}

/** The index of the first row below a header, behind at most one empty line; -1 where none follows. */
function firstRowBelow(lines: readonly OutputLine[], at: number): number {
  if (row.test(textAt(lines, at + 1))) return at + 1;
  return textAt(lines, at + 1).trim() === "" && row.test(textAt(lines, at + 2)) ? at + 2 : -1;
}

function readStylish(lines: readonly OutputLine[], at: number): Block | null {
  const file = textAt(lines, at).trim();
  // The whole line is the path, so blanks and brackets in it are no doubt.
  if (
    file === "" ||
    (!isPlausiblePath(file) && !/^(?:\/|[A-Za-z]:[\\/]|\\\\|\.{1,2}[\\/])/.test(file)) ||
    row.test(file)
  )
    return null;
  let end = firstRowBelow(lines, at);
  if (end < 0) return null;
  const diagnostics: Draft[] = [];
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    const draft = rowDraft(file, text);
    if (draft !== null) {
      diagnostics.push(draft);
      continue;
    }
    const last = diagnostics.at(-1);
    // A message with line ends goes on below its row, in the column of the message; its rule stands behind the last line.
    if (text.trim() === "" || last === undefined || !/^\s{6,}\S/.test(text) || last.code !== null) break;
    const split = capture(ruleAtEnd, text.trim());
    last.message = joinMessage([last.message, split === null ? text.trim() : split("message")]);
    if (split !== null) last.code = split("rule");
  }
  return { end, diagnostics };
}

function readCompact(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(compact, textAt(lines, at));
  if (part === null) return null;
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: severityByMark.get(part("severity")) ?? "error",
    code: part("rule") === "" ? null : part("rule"),
    message: joinMessage([part("message")]),
  };
  return { end: at + 1, diagnostics: [draft] };
}

function readUnix(lines: readonly OutputLine[], at: number): Block | null {
  const place = capture(/^(?<file>\S.*?):(?<line>\d+):(?<column>\d+): (?<rest>.*)$/, textAt(lines, at));
  const tail = place === null ? null : capture(unixTail, place("rest"));
  if (place === null || tail === null) return null;
  const draft: Draft = {
    file: place("file"),
    line: toPosition(place("line")),
    column: toPosition(place("column")),
    severity: severityByMark.get(tail("severity")) ?? "error",
    code: tail("rule") === "" ? null : tail("rule"),
    message: joinMessage([tail("message")]),
  };
  return { end: at + 1, diagnostics: [draft] };
}

function readSummary(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(summary, textAt(lines, at));
  if (part === null) return null;
  const isFixable = /potentially fixable with/.test(textAt(lines, at + 1));
  return {
    end: at + (isFixable ? 2 : 1),
    diagnostics: [],
    ...(toCount(part("errors")) > 0 ? { verdict: "failed" as const } : {}),
  };
}

/** Source: ESLint's formatters stylish, compact and unix; stylelint, next lint, yamllint, remark and xo print rows of the same shape. */
export const eslintParser: OutputParser = {
  name: "eslint",
  kind: "checker",
  tools: ["eslint", "stylelint", "standard", "xo", "next lint", "yamllint", "remark"],
  reads: "linter output with one header per file and one row per finding",
  signs: [row, summary, compact, /^\S.*:\d+:\d+: .*\[(?:Error|Warning)(?:\/[^\]]+)?\]$/],
  read(lines, at) {
    return readCompact(lines, at) ?? readUnix(lines, at) ?? readSummary(lines, at) ?? readStylish(lines, at);
  },
};
