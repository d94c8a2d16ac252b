import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import type { FindingRank } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  type LogView,
  slice,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import type { MaskProfile } from "#server/domain/failure-signature/masks.ts";
import { isErrorWord } from "#server/domain/failure-signature/recognisers/localised.ts";
import type { Reading, Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { decisiveFrame, frameLine, isFrame, toolOfFrame } from "#server/domain/failure-signature/stack-frame.ts";

/** Lines that speak of errors and report none. */
const harmless =
  /\b(?:(?:0|no|without|zero) (?:errors?|failures?|failed|problems|vulnerabilit)|errors?: ?0\b|fail(?:ed|ures)?: ?0\b|(?:WARN|WARNING|INFO|DEBUG|NOTICE|TRACE)\b[\]:\s]|deprecated\b|retry(?:ing)?\b.{0,40}\b(?:succeeded|later|will)\b)|^(?:npm (?:warn|WARN|notice|http|timing|sill|verb)|\s{0,8}(?:(?:warning|warn|note|info|hint|debug|notice|help|trace|success)\b|= (?:note|help):|(?:Compiling|Downloading|Downloaded|Checking|Fetching|Installing|Unpacking|Selecting|Setting up|Collecting) )|\s{0,12}(?:✓|✔|√|ok [0-9]|PASS\b|# |\/\/|\* |- ))|[?&]error=|HEAD is now at |\.\.\. ok$|Error handling|error[- ]handl/i;

const levelTag =
  /^(?:[\w@.:/-]{1,80} ){0,3}[[(<|]{0,2}(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC|EMERG|ALERT|ERR|CRIT|error|fatal|critical|E|F)[\])>|]{1,2}:? ?\S|^(?:[\w@.:/-]{1,80} ){0,2}(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC|EMERG|CRIT|ERR)(?:[:|\s-]{1,4})\S|\blevel=(?:error|fatal|panic|critical)\b|^(?:time=\S{1,60} )?level=(?:error|fatal)/;
const program =
  /^(?:[\w@.+/-]{1,120}: ){0,3}((?:[Ff]atal |[Uu]nhandled |[Uu]ncaught |[Ii]nternal |[Ss]yntax |[Tt]ype |[Bb]uild |[Rr]untime )?\p{L}{3,20}) ?[:：!] ?\S/u;
const systemCode =
  /\b(?:E(?:ACCES|ADDRINUSE|ADDRNOTAVAIL|AGAIN|AI_AGAIN|BADF|BUSY|CONNABORTED|CONNREFUSED|CONNRESET|DESTADDRREQ|EXIST|FAULT|HOSTUNREACH|INVAL|IO|ISDIR|LOOP|MFILE|NAMETOOLONG|NETDOWN|NETUNREACH|NOBUFS|NOENT|NOEXEC|NOMEM|NOSPC|NOSYS|NOTCONN|NOTDIR|NOTEMPTY|NOTFOUND|NOTSUP|NXIO|PERM|PIPE|PROTO|ROFS|SOCKETTIMEDOUT|SRCH|TIMEDOUT|XDEV)|ERR_[A-Z][A-Z0-9_]{3,60}|CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)\b/;
const typed =
  /^\s{0,12}(?:[\w.-]{1,80}: )?(?:[A-Za-z_][\w$]{0,60}[.:]{1,2}){0,10}[A-Z][\w$]{0,80}(?:Error|Exception)(?: \[[A-Z0-9_]{2,60}\])?: \S/;
const marked = /^\s{0,8}(?:✖|✗|×|❌|✘|⨯|FAIL(?:ED|URE)?:|\[FAIL(?:ED)?\]|!!) {0,2}\S/;

/** What every line that calls itself an error holds. Asked last, because it is looked for in the whole line. */
const anyMark =
  /[Ee]rr|ERR|FATAL|[Ff]atal|CRIT|SEVERE|PANIC|panic|EMERG|ALERT|Exception|FAIL|\bE[A-Z]{3}|[✖✗×❌✘⨯]|[^\x00-\x7f]|CERT|SELF_SIGNED|UNABLE_TO|level=|[Cc]ritical|\[[EF]\]|!!/;

type ErrorForm = {
  pattern: RegExp;
  rank: FindingRank;
  profile: MaskProfile;
  isError?: (match: RegExpExecArray) => boolean;
};

const errorForms: readonly ErrorForm[] = [
  { pattern: typed, rank: "exception", profile: "message" },
  { pattern: levelTag, rank: "reported", profile: "prose" },
  { pattern: marked, rank: "reported", profile: "prose" },
  { pattern: systemCode, rank: "reported", profile: "prose" },
  { pattern: program, rank: "reported", profile: "prose", isError: ([, word = ""]) => isErrorWord(withoutKind(word)) },
];

/** Lines that the runner itself marks as errors. */
const markedByRunner: Recogniser = {
  name: "reported_error",
  // Few lines are marked, which is told at once; so nothing of the line is asked before.
  hint: /^/,
  readsHint: true,
  read(log, index) {
    const line = log.line(index);
    if (line?.marker !== "error" || line.text.trim() === "" || !anyMark.test(line.text) || isFrame(log, index))
      return undefined;
    return lineReading(log, index, { rank: "reported", profile: profileOf(line.text) });
  },
};

/** Lines that call themselves an error: the runner's own error mark, an error type, a level, a program's `error:`, a system code. */
export const reportedErrors: readonly Recogniser[] = [
  markedByRunner,
  ...errorForms.map(
    ({ pattern, rank, profile, isError }): Recogniser => ({
      name: "reported_error",
      hint: pattern,
      readsHint: true,
      leaves: harmless,
      read(log, index, isFull) {
        const text = textAt(log, index);
        const match = pattern.exec(text);
        if (!match || isError?.(match) === false || isFrame(log, index) || !anyMark.test(text)) return undefined;
        if (isFull(rank)) return { findings: [], end: endOfFrames(log, index + 1), dropped: rank };
        return lineReading(log, index, { rank, profile: comparison.test(text) ? "assertion" : profile });
      },
    }),
  ),
];

function withoutKind(word: string): string {
  return !word.includes(" ") ? word : word.replace(/^(?:unhandled|uncaught|internal|syntax|type|build|runtime) /i, "");
}

function lineReading(
  log: LogView,
  index: number,
  { rank, profile }: { rank: FindingRank; profile: MaskProfile },
): Reading | undefined {
  const line = log.line(index);
  if (!line) return undefined;
  const json = jsonMessage(log, index);
  const end = endOfFrames(log, index + 1);
  const frame = end > index + 1 ? decisiveFrame(log, index + 1, end) : undefined;
  const content = json ?? wholeLine(profile, line);
  const tool: FailureTool | null = frame ? toolOfFrame[frame.frame.kind] : null;
  return {
    findings: [
      { rule: "reported_error", tool, rank, at: index, lines: [content, ...(frame ? [frameLine(frame)] : [])] },
    ],
    end: Math.max(end, index + 1),
  };
}

function endOfFrames(log: LogView, from: number): number {
  let at = from;
  while (isFrame(log, at)) at += 1;
  return at;
}

const comparison =
  /\bexpected\b.{1,200}\b(?:to |but |got |received|actual)|\bassert(?:ion)?\b.{0,40}(?:fail|[=!]=)|[=!]==|\bgot\b.{1,200}\bwant\b|expected:? ?<|is (?:not )?assignable to/i;

/** A comparison in prose is told apart by its values. */
export function profileOf(text: string): MaskProfile {
  if (comparison.test(text)) return "assertion";
  return typed.test(text) ? "message" : "prose";
}

/** The message of a structured log line: `{"level":"error","msg":"…"}`. */
function jsonMessage(log: LogView, index: number) {
  const line = log.line(index);
  if (!line?.text.startsWith("{")) return undefined;
  const match = /"(?:msg|message|error|err)": ?"((?:[^"\\]|\\.){1,1000})"/.exec(line.text);
  if (!match?.[1]) return undefined;
  const end = match.index + match[0].length - 1;
  return { profile: "prose" as const, pieces: [slice(line, end - match[1].length, end)] };
}

const structuredLevel =
  /^\{.{0,1500}"(?:level|severity|lvl|log\.level)": ?(?:"(?:error|fatal|critical|ERROR|FATAL|CRITICAL)"|[56]0)\b/;

export const structuredError: Recogniser = {
  name: "structured_error",
  hint: /^\{/,
  read(log, index) {
    return structuredLevel.test(textAt(log, index)) && jsonMessage(log, index)
      ? lineReading(log, index, { rank: "reported", profile: "prose" })
      : undefined;
  },
};

const words =
  /\b(?:fail(?:ed|s|ures?|ing)?|cannot|can't|could ?n[o']t|couldn't|unable|no such|not (?:found|exist|callable|assignable|defined|finished|supported|allowed|permitted|available|accessible|valid|a)|does(?: not|n't)|did(?: not|n't)|has(?: not|n't)|was(?: not|n't)|is(?: not|n't)|are(?: not|n't)|missing|crash(?:ed)?|broke(?:n)?|stalled|refused|denied|rejected|timed? ?out|timeout|undefined|undeclared|unresolved|unknown|unrecogni[sz]ed|unexpected|unsupported|unhandled|uncaught|invalid|illegal|violat(?:ed|es|ions?)|exceeded|abort(?:ed)?|panic(?:ked)?|exception|error(?!s)|fatal|corrupt(?:ed)?|mismatch|conflicts?|duplicate|expired|unreachable|unavailable|forbidden|unauthorized|killed|exited|lost|dropped|exhausted|deadlock|overflow|leak(?:ed)?|insufficient|out of|too (?:many|large|long|small)|limit|segfault|expected)\b/i;

/** A name in a list of files. */
const fileName = /^\s{0,12}[\w@./\\-]{1,200}\.[A-Za-z0-9]{1,5}$/;

/** Words of failure without any form. Believed only where nothing better was found, and near the end of a step that failed or in a short text. */
export const failureWords: Recogniser = {
  name: "failure_words",
  hint: words,
  leaves: harmless,
  read(log, index, isFull) {
    const line = log.line(index);
    if (!line || isFrame(log, index)) return undefined;
    if (fileName.test(line.text)) return undefined;
    if (isFull("hint")) return { findings: [], end: index + 1, dropped: "hint" };
    // A line that names the type of an error was reported.
    const content = wholeLine(comparison.test(line.text) ? "assertion" : "prose", line);
    return {
      findings: [{ rule: "failure_words", tool: null, rank: "hint", at: index, lines: [content] }],
      end: index + 1,
    };
  },
};

const placed =
  /^\s{0,4}((?:[A-Za-z]:)?[^\s:*?<>|"'()]{1,400}\.[A-Za-z][\w]{0,10}):(?:<n>|[0-9]{1,9}(?::[0-9]{1,9})?):? ?(?!\s)(.{3,600})$/d;

/** `file:1:2: message` of a linter that writes no word for error. */
export const placedMessage: Recogniser = {
  name: "placed_message",
  hint: /\.\w{1,11}:[0-9<]/,
  read(log, index) {
    const line = log.line(index);
    const match = line && placed.exec(line.text);
    if (!line || !match || harmless.test(match[2] ?? "") || isFrame(log, index)) return undefined;
    const lines = [findingLine("diagnostic", captured(line, match, 1), ":<n>: ", captured(line, match, 2))];
    return { findings: [{ rule: "placed_message", tool: null, rank: "hint", at: index, lines }], end: index + 1 };
  },
};

/** Frames without the error above them: a log that was cut. */
export const strayFrames: Recogniser = {
  name: "stray_frames",
  hint: /^[\s>]{0,40}(?:at |❯ |File ")/,
  read(log, index) {
    if (!isFrame(log, index)) return undefined;
    const end = endOfFrames(log, index + 1);
    const frame = decisiveFrame(log, index, end);
    const line = log.line(index);
    if (!line) return undefined;
    const lines = [frame ? frameLine(frame) : wholeLine("message", line)];
    return { findings: [{ rule: "stray_frames", tool: null, rank: "hint", at: index, lines }], end };
  },
};
