import { capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { indentOf, isUnderline } from "#server/domain/diagnostics/message-text.ts";
import {
  type Block,
  type Draft,
  lookahead,
  type OutputParser,
  textAt,
} from "#server/domain/diagnostics/output-parser.ts";
import { readJavaTrace } from "#server/domain/diagnostics/parsers/java-tests.ts";
import { readPythonFrame, readStackFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const errorHead =
  /^(?:(?:Uncaught|Unhandled|error:|Exception in thread "[^"]*"|\[[A-Z]+\]|\d[\d:., -]*) ?)?(?:(?:[A-Za-z_$][\w$]*\.)*[A-Z][\w$]*(?:Error|Exception|Failure|Fault|Panic|Throwable|Interrupt|Warning)|Error|Exception|Throwable)(?: \[[\w ]+\])?(?:: |:$|$)/;
const nodePrelude = /^(?<file>(?:file:\/\/|\/|[A-Za-z]:\\|node:).*?):(?<line>\d+)$/;
const pythonHead = /^(?<lead>[\s|+]*)Traceback \(most recent call last\):$/;
const phpHead =
  /^(?:PHP )?(?<kind>(?:Fatal|Parse|Recoverable fatal) error|Warning|Notice|Deprecated): {1,2}(?<message>.*?) in (?<file>\S.*?)(?: on line |:)(?<line>\d+)$/;
const rubyHead = /^(?<file>\S.*?\.rb):(?<line>\d+):in [`'](?<name>[^']+)': (?<message>\S.*)$/;
const rubyFrame = /^\s+(?:\d+: )?from (?<file>\S.*?):(?<line>\d+):in [`'](?<name>[^']+)'/;

function isFrame(text: string): boolean {
  return readStackFrame(text) !== null;
}

/** Frames from `from` on, with the marks that runtimes put between them. Index after the last one. */
function readFrames(lines: readonly OutputLine[], from: number, frames: StackFrame[]): number {
  let end = from;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    const frame = readStackFrame(text);
    if (frame !== null) {
      frames.push(frame);
      if (text.endsWith("{")) return skipProperties(lines, end + 1);
    } else if (!/^\s+(?:at |\.{3} \d+ |--- )/.test(text)) break;
  }
  return end;
}

/** The properties that Node prints behind the last frame of an error, up to the closing bracket in the frames' column or before. */
function skipProperties(lines: readonly OutputLine[], from: number): number {
  for (let end = from; end < Math.min(lines.length, from + lookahead); end += 1)
    if (/^\s*\}$/.test(textAt(lines, end))) return end + 1;
  return from;
}

/** A JavaScript, Java or .NET error: head, message over several lines, frames, causes. */
function readError(lines: readonly OutputLine[], at: number, thrownAt: StackFrame | null): Block | null {
  const head = textAt(lines, at).trim();
  if (!errorHead.test(head)) return null;
  const message = [head];
  let end = at + 1;
  while (end < Math.min(lines.length, at + lookahead) && !isFrame(textAt(lines, end))) {
    const text = textAt(lines, end);
    if (errorHead.test(text.trim()) && !/^\s*(?:Caused by: |Require stack)/.test(text)) return null;
    message.push(text);
    end += 1;
  }
  if (!isFrame(textAt(lines, end)))
    return thrownAt === null ? null : { end: at + 1, diagnostics: [errorDraft([head], thrownAt, [])] };
  const frames: StackFrame[] = [];
  if (/^\s+at [\w.$/]+\([\w$-]+\.(?:java|kt|scala|groovy)/.test(textAt(lines, end))) {
    const trace = readJavaTrace(lines, end, (text) => text !== "" && !/^\s|^Caused by: /.test(text));
    return { end: trace.end, diagnostics: [errorDraft([...message, ...trace.message], thrownAt, trace.frames)] };
  }
  end = readFrames(lines, end, frames);
  return { end, diagnostics: [errorDraft(message, thrownAt, frames)] };
}

function errorDraft(message: readonly string[], thrownAt: StackFrame | null, frames: readonly StackFrame[]): Draft {
  // Node cannot parse a file: that file stands above the error, and all frames lie in the loader.
  const isSyntax = /^(?:Uncaught )?SyntaxError/.test(message[0] ?? "");
  const all =
    thrownAt === null ? frames : isSyntax || !frames.some((frame) => !frame.isForeign) ? [thrownAt, ...frames] : frames;
  return { ...failureDraft({ messageLines: message, frames: all, declaredAt: importerIn(message) }), isTrace: true };
}

/** A module that is missing is not in the trace, but who asked for it is in the message. */
function importerIn(message: readonly string[]): { file: string; line: null; column: null } | null {
  const said = message.join("\n");
  const file =
    /^Error.*Cannot find (?:module|package) .* imported from (\S.*)$/m.exec(said)?.[1] ??
    /^Require stack:\n- (.+)$/m.exec(said)?.[1];
  return file === undefined ? null : { file, line: null, column: null };
}

/** `/srv/app/a.js:3`, the source line, a caret, and the error: how Node reports what nobody caught. */
function readNodeCrash(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(nodePrelude, textAt(lines, at));
  if (part === null) return null;
  let caret = -1;
  for (let row = at + 1; row < Math.min(lines.length, at + 8); row += 1)
    if (isUnderline(textAt(lines, row))) caret = row;
  if (caret < 0) return null;
  const file = part("file");
  const line = toPosition(part("line"));
  const thrownAt: StackFrame = {
    file,
    line,
    column: indentOf(textAt(lines, caret)) + 1,
    function: null,
    isForeign: isForeignPath(file),
    isPartialPath: false,
  };
  for (let row = caret + 1; row < Math.min(lines.length, caret + 6); row += 1) {
    if (!errorHead.test(textAt(lines, row).trim())) continue;
    const block = readError(lines, row, thrownAt);
    if (block !== null) return { ...block, verdict: "failed" };
  }
  return { end: caret + 1, diagnostics: [errorDraft(["uncaught exception"], thrownAt, [])], verdict: "failed" };
}

/** A Python traceback, outermost frame first; the error stands last, in the column of the head. */
function readPython(lines: readonly OutputLine[], at: number): Block | null {
  const head = capture(pythonHead, textAt(lines, at));
  if (head === null) return null;
  const lead = head("lead").length;
  const frames: StackFrame[] = [];
  const message: string[] = [];
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end).slice(lead);
    const frame = readPythonFrame(text);
    if (frame !== null) frames.unshift(frame);
    else if (text !== "" && indentOf(text) === 0) break;
    else if (text === "")
      return frames.length === 0 ? null : { end, diagnostics: [pythonDraft(["exception"], frames)], isCut: true };
  }
  if (end >= lines.length)
    return { end, diagnostics: frames.length === 0 ? [] : [pythonDraft(["exception"], frames)], isCut: true };
  // The message may go on until an empty line; only SyntaxError and the like say more than one line.
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end).slice(lead);
    if (text === "" || pythonHead.test(textAt(lines, end)) || message.length >= 20) break;
    if (message.length > 0 && indentOf(text) === 0 && /^[\w.]+(?:Error|Exception|Warning)?: |^\S+:\d+/.test(text))
      break;
    message.push(text);
  }
  return { end, diagnostics: [pythonDraft(message, frames)] };
}

/** Compilers of Python name the file of a syntax error without a traceback head: `  File "a.py", line 3`. */
function readLonePythonFrame(lines: readonly OutputLine[], at: number): Block | null {
  const frame = readPythonFrame(textAt(lines, at));
  if (frame === null) return null;
  for (let row = at + 1; row < Math.min(lines.length, at + 6); row += 1) {
    const text = textAt(lines, row);
    if (!/^[\w.]*(?:Error|Exception|Warning): /.test(text)) continue;
    return { end: row + 1, diagnostics: [pythonDraft([text], [frame])], verdict: "failed" };
  }
  return null;
}

function pythonDraft(message: readonly string[], frames: readonly StackFrame[]): Draft {
  return { ...failureDraft({ messageLines: message, frames }), isTrace: true };
}

function readOther(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const php = capture(phpHead, text);
  if (php !== null) {
    const severity = /error/i.test(php("kind")) ? "error" : "warning";
    return {
      end: at + 1,
      diagnostics: [
        {
          file: php("file"),
          line: toPosition(php("line")),
          column: null,
          severity,
          message: php("message"),
          isTrace: true,
        },
      ],
    };
  }
  const ruby = capture(rubyHead, text);
  if (ruby === null) return null;
  const frameOf = (part: (group: string) => string): StackFrame => ({
    file: part("file"),
    line: toPosition(part("line")),
    column: null,
    function: part("name"),
    isForeign: isForeignPath(part("file")),
    isPartialPath: false,
  });
  const frames = [frameOf(ruby)];
  let end = at + 1;
  for (
    let frame = capture(rubyFrame, textAt(lines, end));
    frame !== null;
    frame = capture(rubyFrame, textAt(lines, end))
  ) {
    frames.push(frameOf(frame));
    end += 1;
  }
  return { end, diagnostics: [{ ...failureDraft({ messageLines: [ruby("message")], frames }), isTrace: true }] };
}

/** Frames without an error above them: nothing says which one failed, so each frame of the project is a finding. */
function readBareFrames(lines: readonly OutputLine[], at: number): Block | null {
  if (!isFrame(textAt(lines, at)) && !/^\s+at \S/.test(textAt(lines, at))) return null;
  const frames: StackFrame[] = [];
  const end = readFrames(lines, at, frames);
  if (end === at) return null;
  const diagnostics = frames
    .filter((frame) => !frame.isForeign && frame.file !== null)
    .map(
      (frame): Draft => ({
        ...failureDraft({
          messageLines: [`stack frame${frame.function === null ? "" : ` in ${frame.function}`}`],
          frames: [frame],
        }),
        isTrace: true,
      }),
    );
  return { end, diagnostics };
}

/** Source: V8's stack trace API, CPython's traceback module, Throwable.printStackTrace, .NET, PHP and Ruby. */
export const stackTraceParser: OutputParser = {
  name: "stack_trace",
  kind: "trace",
  tools: ["node", "python", "java", "dotnet", "php", "ruby"],
  reads: "crashes: an error and its stack trace",
  signs: [],
  read(lines, at) {
    return (
      readNodeCrash(lines, at) ??
      readPython(lines, at) ??
      readError(lines, at, null) ??
      readLonePythonFrame(lines, at) ??
      readOther(lines, at) ??
      readBareFrames(lines, at)
    );
  },
};
