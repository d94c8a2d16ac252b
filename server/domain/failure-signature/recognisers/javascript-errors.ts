import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import type { FindingLine, FindingRank } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogLine,
  type LogView,
  textAt,
} from "#server/domain/failure-signature/log-view.ts";
import type { MaskProfile } from "#server/domain/failure-signature/masks.ts";
import { indentOf, type Reading, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import {
  decisiveFrame,
  frameLine,
  isFrame,
  parseFrame,
  toolOfFrame,
} from "#server/domain/failure-signature/stack-frame.ts";

/** Levels of causes that are followed. A chain that is deeper is cut there, and the notes say so. */
const deepestCause = 50;
/** Lines of a message before its stack; the longest real ones are diffs. */
const longestMessage = 60;

const header =
  /^[\s>]{0,40}(?:(?:Uncaught|Unhandled)(?: (?:Exception|[Rr]ejection|error))?:? |\(node:[0-9]{1,9}\) UnhandledPromiseRejectionWarning: |Error: Uncaught |[✖❌×✘⨯] {1,3})?(?:<ref \*[0-9]{1,4}> )?\[?((?:[A-Za-z_$][\w$]{0,80}\.){0,6}[A-Z][\w$]{0,80}(?:Error|Exception|Rejection)|Error|error)(?: \[([A-Z][A-Z0-9_]{2,80})\])?(?::(?: (.*))?)?$/d;
const causeMark = /^\s{0,400}(?:\[cause\]|cause): (.+)$/d;
const errorsMark = /^\s{0,400}\[errors\]: \[ ?(.*)$/d;
const memberHeader =
  /^\s{0,400}((?:[A-Za-z_$][\w$]{0,80}\.){0,6}[A-Z]?[\w$]{0,80}(?:Error|Exception)(?: \[[A-Z0-9_]{1,80}\])?(?:: .*)?)$/d;
const property = /^\s{0,8}(code|status|statusCode): ('[A-Z0-9_]{3,60}'|[1-5][0-9]{2}),?$/d;
/** Codes that only repeat the message. */
const plainCodes = /MODULE_NOT_FOUND|ERR_ASSERTION|ERR_TEST_FAILURE|ERR_UNHANDLED/;

/** What the names of errors hold. Of the other headers, `error: text`, only those count that show a code below. */
const named = /Error|Exception|Rejection/;
const codeMarks = ["code: '", "severity: '"];

let lastAsked: { line: LogLine; answer: boolean } | undefined;

/** The line below a header is asked whether it is one, and again when it is read itself. */
function isHeader(line: LogLine): boolean {
  if (lastAsked?.line !== line) lastAsked = { line, answer: header.test(line.text) };
  return lastAsked.answer;
}

function holdsAnyCode(log: LogView): boolean {
  return codeMarks.some((mark) => log.includes(mark));
}

/** JavaScript errors with their stack, causes and aggregated errors, as Node, browsers and test runners print them. */
export const javascriptError: Recogniser = {
  name: "javascript_error",
  hint: /Error\b|Exception\b|Rejection\b|^\s{0,8}error: /,
  read(log, index) {
    const line = log.line(index);
    if (!line || (!named.test(line.text) && !holdsAnyCode(log)) || !isHeader(line)) return undefined;
    // Few lines that look like a header have a stack below; what the header says is taken apart only then.
    const within = firstFrame(log, index, 8);
    const members = errorsMark.test(textAt(log, index + 1)) || causeMark.test(textAt(log, index + 1));
    const match = within !== undefined || members ? header.exec(line.text) : null;
    if (!match) return undefined;
    const frames = match[3] ? firstFrame(log, index, 3) : within;
    // Java and .NET write headers that look the same.
    const first = frames === undefined ? undefined : log.line(frames);
    const kind = first && parseFrame(first, log)?.kind;
    if (kind === "java" || kind === "dotnet") return undefined;
    if (frames === undefined && !members) return undefined;
    const end = endOfBlock(log, frames ?? index + 1);
    // Many programs write `error: text`; an object of an error shows what it holds.
    if (match[1] === "error" && !holdsCode(log, frames ?? index + 1, end)) return undefined;
    return { findings: [findingOf(log, index, match, frames ?? index + 1, end)], end };
  },
};

function findingOf(
  log: LogView,
  index: number,
  match: RegExpExecArray,
  frames: number,
  end: number,
): Reading["findings"][number] {
  const line = log.line(index);
  const type = line && captured(line, match, 1);
  const from = type?.start ?? 0;
  const profile = /Assert/.test(match[1] ?? "") ? ("assertion" as const) : ("message" as const);
  // Without frames of its own an error is printed in brackets.
  const said =
    line?.text.slice(from - line.start).replace(line.text.trimStart().startsWith("[") ? /\](?: \{)?,?$/ : / \{$/, "") ??
    "";
  const isPrisma = (match[1] ?? "").startsWith("Prisma");
  const lines: FindingLine[] = [findingLine(profile, { start: from, end: from + said.trimEnd().length })];
  if (said.trimEnd().endsWith(":"))
    lines.push(...continuation(log, index + 1, frames, isPrisma ? "message" : "assertion"));
  const { root, words, notes } = causesOf(log, index + 1, end);
  const frame = decisiveFrame(log, frames, end);
  // Where an error names its cause, that tells more than the place, which newer versions of Node leave out.
  if (root) lines.push(indented(2, root));
  else lines.push(frame ? frameLine(frame) : nowhere);
  const code = propertyOf(log, frames, end, `${said}\n${words}`);
  if (code) lines.push(indented(2, code));
  return {
    rule: "javascript_error",
    tool: isPrisma ? "prisma" : toolOf(log, frames, end),
    rank: rankOf(log, index, end),
    at: index,
    lines,
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Stands where no frame is of the repository, as Node writes it. */
const nowhere = indented(4, findingLine("frame", "at <anonymous>"));

function holdsCode(log: LogView, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (/^\s{1,8}(?:severity|code): '/.test(textAt(log, at))) return true;
  return false;
}

/** Index of the first stack frame below a header; text in between is the rest of the message. */
function firstFrame(log: LogView, index: number, mostBlanks: number): number | undefined {
  let blanks = 0;
  for (let at = index + 1; at < Math.min(log.lineCount, index + longestMessage); at++) {
    const line = log.line(at);
    if (!line) return undefined;
    if (parseFrame(line, log)) return at;
    if (line.text.trim() === "") blanks += 1;
    if (blanks > mostBlanks || isHeader(line) || line.marker) return undefined;
  }
  return undefined;
}

/** Indented properties and causes, closing brackets. An empty line ends the block. */
const belowHeader = /^(?:\s+\S|[}\]],?;?$|\}? ?\[cause\])/;

function endOfBlock(log: LogView, from: number): number {
  let at = from;
  while (at < log.lineCount) {
    const text = textAt(log, at);
    if (!isFrame(log, at) && !belowHeader.test(text)) break;
    at += 1;
  }
  return at;
}

function continuation(log: LogView, from: number, to: number, profile: MaskProfile): FindingLine[] {
  const lines: FindingLine[] = [];
  for (let at = from; at < to && lines.length < 3; at++) {
    const line = log.line(at);
    const text = line?.text.trim();
    if (!line || !text || /^(?:\+ actual|- expected|\+ expected|Require stack)/.test(text)) {
      if (text?.startsWith("Require stack")) break;
      continue;
    }
    const start = line.start + indentOf(line.text);
    lines.push(findingLine(profile, { start, end: start + text.length }));
  }
  return lines;
}

/** The root of the chain of causes, following the first of several aggregated errors. Ends at a loop and at `deepestCause`. */
function causesOf(log: LogView, from: number, to: number): { root?: FindingLine; words: string; notes: string[] } {
  const notes: string[] = [];
  let root: FindingLine | undefined;
  let words = "";
  let levels = 0;
  let awaitsMember = false;
  let memberIndent: number | undefined;
  for (let at = from; at < to; at++) {
    const line = log.line(at);
    if (!line) break;
    if (memberIndent !== undefined && indentOf(line.text) <= memberIndent && !isFrame(log, at)) break;
    if (line.text.includes("[Circular")) {
      notes.push("the chain of causes refers back to itself");
      if (/\[(?:cause|errors)\]/.test(line.text)) break;
      continue;
    }
    const cause = causeMark.exec(line.text);
    const errors = cause ? null : errorsMark.exec(line.text);
    const member = awaitsMember ? memberHeader.exec(line.text) : null;
    const found = cause ?? errors ?? member;
    if (!found) continue;
    awaitsMember = errors !== null && (errors[1] ?? "") === "";
    const range = captured(line, found, 1);
    if (!range || awaitsMember) continue;
    const text = line.text.slice(range.start - line.start, range.end - line.start);
    const own = errors ? firstMember(text) : text.replace(/(?: \{|\] \{|,)$/, "").replace(/^\[/, "");
    if (own === "" || own === "]") continue;
    if (member) memberIndent = indentOf(line.text);
    const start = range.start + text.indexOf(own);
    root = findingLine("message", "[cause]: ", { start, end: start + own.length });
    words = own;
    levels += 1;
    if (levels >= deepestCause) notes.push(`the chain of causes is cut after ${deepestCause} levels`);
    if (errors || levels >= deepestCause) break;
  }
  return { ...(root ? { root } : {}), words, notes };
}

function firstMember(list: string): string {
  return (/^(.*?)(?:, (?=[A-Z][\w$]*(?:Error|Exception)?\b: )| ?\],?$|$)/.exec(list)?.[1] ?? list).trimEnd();
}

function propertyOf(log: LogView, from: number, to: number, said: string): FindingLine | undefined {
  for (let at = from; at < to; at++) {
    const line = log.line(at);
    const match = line && property.exec(line.text);
    if (!line || !match) continue;
    const value = (match[2] ?? "").replaceAll("'", "");
    if (said.includes(value) || plainCodes.test(value)) return undefined;
    return findingLine("diagnostic", captured(line, match, 1), ": ", captured(line, match, 2));
  }
  return undefined;
}

function toolOf(log: LogView, from: number, to: number): FailureTool {
  for (let at = from; at < to; at++) {
    const line = log.line(at);
    const frame = line && parseFrame(line, log);
    if (frame) return toolOfFrame[frame.kind];
  }
  return "node";
}

const aboveUncaught = /^\s*\^+\s*$|^\s*throw \w|Uncaught Exception|Unhandled (?:Rejection|Errors?)/;

/** An error that ended the process is the cause; one that was merely printed may belong to a test that passed. */
function rankOf(log: LogView, index: number, end: number): FindingRank {
  if (/Uncaught|Unhandled/.test(textAt(log, index))) return "cause";
  for (let at = Math.max(0, index - 5); at < index; at++) {
    if (aboveUncaught.test(textAt(log, at))) return "cause";
  }
  for (let at = end; at < Math.min(log.lineCount, end + 3); at++) {
    if (/^Node\.js v[0-9]/.test(textAt(log, at))) return "cause";
  }
  return "exception";
}

const mark = /^\s{0,400}\^{1,400}$/;
const codePlace = /^((?:[A-Za-z]:)?[^\s:][^:\n]{0,400}):[0-9]{1,9}$/d;
const runtimeEnd = /^Node\.js v[0-9]/;

/** A value that was thrown and is no error: Node shows the code, a mark below it, and the value alone. */
export const thrownValue: Recogniser = {
  name: "thrown_value",
  hint: mark,
  readsHint: true,
  read(log, index) {
    const place = log.line(index - 2);
    const match = place && mark.test(textAt(log, index)) ? codePlace.exec(place.text) : null;
    if (!place || !match) return undefined;
    const lines: FindingLine[] = [];
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 40); end++) {
      const line = log.line(end);
      if (!line || line.marker || runtimeEnd.test(line.text)) break;
      const text = line.text.trim();
      if (text === "" || text.startsWith("(Use `node --trace")) continue;
      if (header.test(line.text) || isFrame(log, end)) return undefined;
      if (lines.length > 3) continue;
      const start = line.start + indentOf(line.text);
      lines.push(
        findingLine("message", lines.length === 0 ? "Uncaught " : undefined, { start, end: start + text.length }),
      );
    }
    if (lines.length === 0 || !runtimeEnd.test(textAt(log, end))) return undefined;
    lines.push(indented(4, findingLine("frame", "at ", captured(place, match, 1))));
    return { findings: [{ rule: "thrown_value", tool: "node", rank: "cause", at: index, lines }], end };
  },
};
