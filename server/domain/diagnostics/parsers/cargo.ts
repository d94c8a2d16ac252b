import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts, type RelatedLocation, type Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { indentOf, joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const head = /^(?<severity>error|warning|note|help)(?:\[(?<code>[A-Za-z][\w:-]*)\])?: (?<message>\S.*)$/;
const arrow = /^\s*(?:-->|╭▸|┌─|╭─\[) ?(?<file>\S.*?):(?<line>\d+):(?<column>\d+)\]?$/;
const short =
  /^(?<file>\S.*?\.rs):(?<line>\d+):(?<column>\d+): (?<severity>error|warning|note|help)(?:\[(?<code>\w+)\])?: (?<message>\S.*)$/;
const secondary = /^\s*::: (?<file>\S.*?):(?<line>\d+):(?<column>\d+)$/;
// Summaries and consequences: they name no place and say what the lines above said.
const consequence =
  /^(?:aborting due to|\d+ targets? failed|could not compile|build failed|`[^`]+` \(.*\) generated \d+ warnings?|\d+ warnings? emitted|process didn't exit|test failed, to rerun|doctest failed|unused manifest key|some errors have detailed)/;
const panic =
  /^thread '(?<thread>[^']*)'(?: \(\d+\))? panicked at (?:'(?<old>.*)', )?(?<file>\S.*?):(?<line>\d+):(?<column>\d+):?$/;
const stdoutHead = /^---- (?<test>\S.*?) (?:stdout|stderr) ----$/;
const result =
  /^test result: (?<verdict>ok|FAILED)\. (?<passed>\d+) passed; (?<failed>\d+) failed; (?<ignored>\d+) ignored;/;
const severityOf: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["note", "note"],
  ["help", "note"],
]);

/** A compiler message: head, `-->` place, frame, notes. An empty line ends it. */
function readMessage(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(head, textAt(lines, at));
  if (part === null) return null;
  const message = [part("message")];
  let place: ((group: string) => string) | null = null;
  const related: RelatedLocation[] = [];
  const frame: string[] = [];
  let pendingNote = "";
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (text.trim() === "") break;
    const note = capture(/^(?<severity>note|help): (?<message>\S.*)$/, text);
    if (note === null && head.test(text)) break;
    if (note !== null) {
      pendingNote = note("message");
      continue;
    }
    const at = capture(arrow, text) ?? capture(secondary, text);
    if (at !== null) {
      if (place === null && pendingNote === "") place = at;
      else
        related.push({
          file: at("file"),
          line: toPosition(at("line")),
          column: toPosition(at("column")),
          message: pendingNote,
        });
      continue;
    }
    if (indentOf(text) === 0 && !/^\d+\s*[|│]|^\.\.\./.test(text)) break;
    const remark = /^\s+= (?:note|help): (.*)$/.exec(text);
    if (place === null && remark === null && /^\s+\S/.test(text) && !/^\s*[|│]/.test(text)) message.push(text);
    else if (pendingNote === "" && remark === null && /^\s*\d*\s*[|│╭╰·]|^\.\.\./.test(text)) frame.push(text);
  }
  const said = part("message");
  if (place === null && (consequence.test(said) || part("severity") === "note" || part("severity") === "help")) {
    const failed = part("severity") === "error" ? { verdict: "failed" as const } : {};
    return { end: Math.max(end, at + 1), diagnostics: [], ...failed };
  }
  // `error: failed to parse manifest at …`, an empty line, `Caused by:`, the reason indented.
  if (place === null && textAt(lines, end).trim() === "" && /^Caused by:$/.test(textAt(lines, end + 1))) {
    end += 1;
    for (; end < lines.length && textAt(lines, end).trim() !== ""; end += 1) message.push(textAt(lines, end));
  }
  const manifest =
    place === null
      ? /(?:--> |manifest at `)(?<file>[^`:]+?)(?::(?<line>\d+):(?<column>\d+))?(?:`|$)/.exec(message.join("\n"))
      : null;
  const draft: Draft = {
    file: place?.("file") ?? manifest?.groups?.file ?? null,
    line: toPosition(place?.("line") ?? ""),
    column: toPosition(place?.("column") ?? ""),
    severity: severityOf.get(part("severity")) ?? "error",
    code: part("code") === "" ? null : part("code"),
    message: joinMessage(message),
  };
  if (frame.length > 0) draft.codeFrame = joinFrame(frame);
  if (related.length > 0) draft.related = related;
  return { end, diagnostics: [draft] };
}

/** `--message-format short`: one line a message. */
function readShort(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(short, textAt(lines, at));
  if (part === null) return null;
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: severityOf.get(part("severity")) ?? "error",
    code: part("code") === "" ? null : part("code"),
    message: part("message"),
  };
  return { end: at + 1, diagnostics: [draft] };
}

/** `thread 'tests::adds' panicked at src/lib.rs:10:9:` and its message, up to the note on backtraces. */
function readPanic(lines: readonly OutputLine[], at: number, test: string | null): Block | null {
  const part = capture(panic, textAt(lines, at));
  if (part === null) return null;
  const message: string[] = [];
  if (part("old") !== "") message.push(part("old"));
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (/^note: run with `RUST_BACKTRACE|^stack backtrace:|^---- |^failures:$|^test result: /.test(text)) break;
    if (text.trim() === "" && message.length > 0) break;
    message.push(text);
  }
  if (/^stack backtrace:/.test(textAt(lines, end)))
    while (end < lines.length && textAt(lines, end).trim() !== "") end += 1;
  const name = test ?? (part("thread") === "main" || part("thread").startsWith("<") ? null : part("thread"));
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: "error",
    message: joinMessage(message.length === 0 ? ["panicked"] : message),
  };
  if (name !== null) draft.test = name;
  return { end, diagnostics: [draft], verdict: "failed" };
}

/** `---- tests::adds stdout ----`: what a failed test printed, its panic among it. */
function readTestOutput(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(stdoutHead, textAt(lines, at));
  if (part === null) return null;
  const diagnostics: Draft[] = [];
  const printed: string[] = [];
  let end = at + 1;
  while (end < lines.length) {
    const text = textAt(lines, end);
    if (stdoutHead.test(text) || /^failures:$/.test(text) || /^test result: /.test(text)) break;
    const block = readPanic(lines, end, part("test"));
    if (block === null) printed.push(text);
    else diagnostics.push(...block.diagnostics);
    end = block === null ? end + 1 : block.end;
  }
  if (diagnostics.length > 0) return { end, diagnostics, verdict: "failed" };
  // A test that returns `Err` panics nowhere, and a documentation test names its place in its title.
  const place = /^(?<file>\S+\.rs) - .*\(line (?<line>\d+)\)$/.exec(part("test"))?.groups;
  const draft: Draft = {
    file: place?.file ?? null,
    line: toPosition(place?.line ?? ""),
    column: null,
    severity: "error",
    message: joinMessage(printed.length === 0 ? ["failed"] : printed),
    test: part("test"),
  };
  return { end, diagnostics: [draft], verdict: "failed" };
}

function readResult(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(result, textAt(lines, at));
  if (part === null) return null;
  const counts = {
    ...noCounts,
    passed: toCount(part("passed")),
    failed: toCount(part("failed")),
    skipped: toCount(part("ignored")),
  };
  return { end: at + 1, diagnostics: [], counts, verdict: part("verdict") === "ok" ? "passed" : "failed" };
}

/** Source: rustc's `annotate_snippet_emitter_writer`, libtest's terse and pretty formatters. Ruff, ty, typos and other tools share the form. */
export const cargoParser: OutputParser = {
  name: "cargo",
  kind: "checker",
  tools: ["cargo", "rustc", "clippy", "rust"],
  reads: "rustc and clippy messages, cargo's own errors, panics, and cargo test",
  signs: [
    /^\s+(?:Compiling|Checking|Finished|Running|Doc-tests|Blocking|Updating) \S/,
    /^\s*-->\s+\S.*:\d+:\d+$/,
    result,
    panic,
    stdoutHead,
    /^error(?:\[E\d{4}\]): /,
    /^error: (?:failed to (?:parse manifest|load|select a version|get|read)|no matching package|could not (?:find|compile)|package `)/,
  ],
  run: { opens: /^running \d+ tests?$/, closes: result },
  read(lines, at) {
    return (
      readResult(lines, at) ??
      readTestOutput(lines, at) ??
      readPanic(lines, at, null) ??
      readShort(lines, at) ??
      readMessage(lines, at)
    );
  },
};
