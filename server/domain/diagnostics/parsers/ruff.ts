import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const code = "[A-Z]{1,6}\\d{1,4}|[a-z][a-z0-9]*(?:-[a-z0-9]+)+|SyntaxError|invalid-syntax";
const concise = new RegExp(
  `^(?<file>\\S.*?\\.(?:pyi?|ipynb|toml))(?::cell \\d+)?:(?<line>\\d+):(?<column>\\d+): (?:(?:error|warning)\\[)?(?<code>${code})\\]?:? (?:\\[\\*\\] )?(?<message>\\S.*)$`,
);
const fullHead = new RegExp(`^(?:(?:error|warning)\\[)?(?<code>${code})\\]?:? (?:\\[\\*\\] )?(?<message>\\S.*)$`);
const arrow = /^\s*--> (?<file>\S.*?):(?<line>\d+):(?<column>\d+)$/;
const groupHead = /^(?<file>\S.*\.(?:pyi?|ipynb|toml)):$/;
const groupRow = new RegExp(
  `^\\s{2,}(?<line>\\d+):(?<column>\\d+)\\s+(?<code>${code})\\s+(?:\\[\\*\\] )?(?<message>\\S.*)$`,
);
const pylint = /^(?<file>\S.*?\.pyi?):(?<line>\d+): \[(?<code>[A-Z]\d+)(?:\([\w-]+\))?[^\]]*\] (?<message>\S.*)$/;
const gutter = /^\s*(?:\d+\s*)?\|/;

function draftOf(part: (group: string) => string, file: string): Draft {
  return {
    file,
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: "error",
    code: part("code"),
    message: joinMessage([part("message")]),
  };
}

/** The frame and the `help:` line below a finding. Index after them. */
function readFrame(lines: readonly OutputLine[], from: number, draft: Draft): number {
  const frame: string[] = [];
  let end = from;
  while (end < lines.length && (gutter.test(textAt(lines, end)) || /^\s+\.\.\.$/.test(textAt(lines, end)))) {
    frame.push(textAt(lines, end));
    end += 1;
  }
  if (frame.length > 0) draft.codeFrame = joinFrame(frame);
  while (end < lines.length && /^(?:help|note): |^\s+=\s(?:help|note): /.test(textAt(lines, end))) end += 1;
  return end;
}

function readFull(lines: readonly OutputLine[], at: number): Block | null {
  const place = capture(arrow, textAt(lines, at + 1));
  const head = place === null ? null : capture(fullHead, textAt(lines, at));
  if (place === null || head === null) return null;
  const draft: Draft = {
    ...draftOf(place, place("file")),
    code: head("code"),
    message: joinMessage([head("message")]),
  };
  return { end: readFrame(lines, at + 2, draft), diagnostics: [draft] };
}

function readGroup(lines: readonly OutputLine[], at: number): Block | null {
  const head = capture(groupHead, textAt(lines, at));
  if (head === null || !groupRow.test(textAt(lines, at + 1))) return null;
  const diagnostics: Draft[] = [];
  let end = at + 1;
  for (let row = capture(groupRow, textAt(lines, end)); row !== null; row = capture(groupRow, textAt(lines, end))) {
    diagnostics.push(draftOf(row, head("file")));
    end += 1;
  }
  return { end, diagnostics };
}

function readConcise(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(concise, textAt(lines, at)) ?? capture(pylint, textAt(lines, at));
  if (part === null) return null;
  const draft = draftOf(part, part("file"));
  return { end: readFrame(lines, at + 1, draft), diagnostics: [draft] };
}

/** Source: Ruff's output formats concise, full, grouped and pylint; flake8, pycodestyle and ty's concise form print the same rows. */
export const ruffParser: OutputParser = {
  name: "ruff",
  kind: "checker",
  tools: ["ruff", "flake8", "pycodestyle", "pep8", "pyflakes"],
  reads: "Python linter rows `path:1:2: F401 message`, and Ruff's full and grouped forms",
  signs: [concise, groupRow, pylint, new RegExp(`^(?:${code}) (?:\\[\\*\\] )?\\S.*$`), /^All checks passed!$/],
  read(lines, at) {
    const text = textAt(lines, at);
    if (text === "All checks passed!") return { end: at + 1, diagnostics: [], verdict: "passed" };
    const total = capture(/^Found (?<errors>\d+) errors?(?: \(.*\))?\.$/, text);
    if (total !== null)
      return { end: at + 1, diagnostics: [], ...(toCount(total("errors")) > 0 ? { verdict: "failed" } : {}) };
    return readConcise(lines, at) ?? readFull(lines, at) ?? readGroup(lines, at);
  },
};
