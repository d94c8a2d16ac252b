import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogView,
  slice,
  textAt,
} from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { decisiveFrame, frameLine } from "#server/domain/failure-signature/stack-frame.ts";

const head = /^[\s|+]{0,40}(?:Exception Group )?Traceback \(most recent call last\):$/;
const raised = /^[\s|+]{0,40}((?:[A-Za-z_]\w{0,80}\.){0,10}[A-Za-z_]\w{0,120})(?:: (.{0,2000}))?$/;
const chained =
  /^[\s|+]{0,40}(?:During handling of the above exception, another exception occurred:|The above exception was the direct cause of the following exception:)$/;
const longestTrace = 4_000;

/** Tracebacks, chained ones with the root and the last exception. The place is the newest frame of the repository. */
export const pythonTraceback: Recogniser = {
  name: "python_traceback",
  hint: /Traceback \(most recent/,
  read(log, index, isFull) {
    if (!head.test(textAt(log, index))) return undefined;
    let end = index;
    let from = index;
    let root: FindingLine | undefined;
    let last: { line: FindingLine; from: number; to: number } | undefined;
    for (;;) {
      const one = exceptionOf(log, from);
      if (!one) break;
      end = one.at + 1;
      if (last && !root) root = last.line;
      last = { line: one.line, from, to: one.at };
      const next = nextOfChain(log, one.at + 1);
      if (next === undefined) break;
      from = next;
    }
    if (!last) return undefined;
    if (isFull("exception")) return { findings: [], end, dropped: "exception" };
    const frame = decisiveFrame(log, last.from, last.to, false);
    const lines = root ? [traceHead, root, chainMark, traceHead] : [traceHead];
    if (frame) lines.push(frameLine(frame));
    lines.push(last.line);
    return { findings: [{ rule: "python_traceback", tool: "python", rank: "exception", at: index, lines }], end };
  },
};

const traceHead = findingLine("diagnostic", "Traceback (most recent call last):");
const chainMark = findingLine("diagnostic", "The above exception was the direct cause of the following exception:");

/** The line below the frames that names the exception. Frames and their code are indented; the exception is not. */
function exceptionOf(log: LogView, from: number): { line: FindingLine; at: number } | undefined {
  const base = indent(textAt(log, from));
  for (let at = from + 1; at < Math.min(log.lineCount, from + longestTrace); at++) {
    const line = log.line(at);
    if (!line || line.marker) return undefined;
    const own = indent(line.text);
    if (own > base || (own === line.text.length && line.text.trim() === "")) continue;
    const match = raised.exec(line.text);
    if (!match) return undefined;
    const profile = match[1] === "AssertionError" ? ("assertion" as const) : ("message" as const);
    // What stands before the type is the indentation, so that the pattern need not say where its groups are.
    const to = own + (match[1]?.length ?? 0);
    const type = slice(line, own, to);
    const pieces = match[2] === undefined ? [type] : [type, ": ", slice(line, to + 2)];
    return { line: { profile, pieces }, at };
  }
  return undefined;
}

const firstWord = /[^\s|+]/;

function indent(text: string): number {
  const at = text.search(firstWord);
  return at === -1 ? text.length : at;
}

function nextOfChain(log: LogView, from: number): number | undefined {
  if (!log.includes("above exception")) return undefined;
  for (let at = from; at < Math.min(log.lineCount, from + 12); at++) {
    if (!chained.test(textAt(log, at))) continue;
    for (let below = at + 1; below < Math.min(log.lineCount, at + 4); below++)
      if (head.test(textAt(log, below))) return below;
  }
  return undefined;
}

const syntaxPlace = /^\s{0,8}File "([^"\n]{1,500})"(?:, line [0-9]{1,9})?$/d;

const syntaxErrors = ["SyntaxError: ", "IndentationError: ", "TabError: "];

/** A syntax error without a traceback: the place, the code with a mark below it, and the error. */
export const pythonSyntaxError: Recogniser = {
  name: "python_syntax_error",
  hint: /^\s{0,8}File "/,
  read(log, index) {
    const line = log.line(index);
    const match = line && syntaxErrors.some((name) => log.includes(name)) ? syntaxPlace.exec(line.text) : null;
    if (!line || !match) return undefined;
    for (let at = index + 1; at < Math.min(log.lineCount, index + 6); at++) {
      const error = log.line(at);
      const found = error && /^((?:Syntax|Indentation|Tab)Error: .{1,600})$/d.exec(error.text);
      if (!error || !found) continue;
      const lines = [
        indented(2, findingLine("message", 'File "', captured(line, match, 1), '"')),
        findingLine("message", captured(error, found, 1)),
      ];
      return {
        findings: [{ rule: "python_syntax_error", tool: "python", rank: "cause", at: index, lines }],
        end: at + 1,
      };
    }
    return undefined;
  },
};

export const pythonTools = lineRecognisers(
  /[:×]|would reformat|^ERROR|^error|version solving|[Pp]oetry|^FAIL Required/,
  [
    {
      name: "mypy_error",
      tool: "mypy",
      rank: "cause",
      profile: "diagnostic",
      pattern:
        /^((?:[A-Za-z]:)?[^\s:]{1,400}\.pyi?)(?::[0-9]{1,9}){0,4}: (error: .{1,1000}?)(?: {1,4}(\[[a-z][a-z0-9-]{1,60}\]))?$/d,
      shape: [1, ": ", 2, "  ", 3],
    },
    {
      name: "pyright_error",
      tool: "pyright",
      rank: "cause",
      profile: "diagnostic",
      pattern:
        /^ {0,2}((?:[A-Za-z]:)?[^\s:]{1,400}\.pyi?)(?::[0-9]{1,9}:[0-9]{1,9})? - (error: .{1,1000}?)(?: \((report\w{1,80})\))?$/d,
      shape: [1, " - ", 2, " (", 3, ")"],
    },
    {
      name: "ruff_violation",
      tool: "ruff",
      rank: "cause",
      profile: "diagnostic",
      pattern:
        /^((?:[A-Za-z]:)?[^\s:]{1,400}\.pyi?)(?::[0-9]{1,9}){0,2}: ([A-Z]{1,4}[0-9]{2,4}|SyntaxError:) (?:\[\*\] )?(.{1,600}?)(?:%0A.{0,400})?$/d,
      shape: [1, ": ", 2, " ", 3],
    },
    {
      name: "pylint_message",
      tool: "pylint",
      rank: "cause",
      profile: "diagnostic",
      pattern: /^((?:[A-Za-z]:)?[^\s:]{1,400}\.pyi?)(?::[0-9]{1,9}){0,2}: ([CRWEF][0-9]{4}): (.{1,600})$/d,
      shape: [1, ": ", 2, ": ", 3],
    },
    {
      name: "black_reformat",
      tool: "black",
      rank: "cause",
      profile: "diagnostic",
      pattern: /^(would reformat|error: cannot format) ([^\s:]{1,400}(?:: .{1,300})?)$/d,
    },
    {
      name: "pip_error",
      tool: "pip",
      rank: "cause",
      profile: "message",
      pattern:
        /^(ERROR: (?:Could not find a version that satisfies the requirement|No matching distribution found|ResolutionImpossible|Cannot install|Could not open requirements file|Could not install packages|Invalid requirement|Package .{1,120} requires a different Python|HTTP error|Cannot uninstall|No .egg-info|Directory .{1,200} is not installable|Exception:|Hash mismatch|Ignored the following).{0,600}|error: externally-managed-environment)$/d,
    },
    {
      name: "json_decode",
      tool: "python",
      rank: "cause",
      profile: "message",
      pattern:
        /^((?:Expecting (?:value|property name enclosed in double quotes|'.' delimiter)|Extra data|Unterminated string starting at|Invalid control character at|Invalid \\(?:escape|uXXXX escape)|Illegal trailing comma before end of (?:object|array)): line )[0-9]{1,9} column [0-9]{1,9} \(char [0-9]{1,12}\)$/d,
      shape: [1, "<n> column <n> (char <n>)"],
    },
    {
      name: "pip_subprocess",
      tool: "pip",
      rank: "consequence",
      profile: "message",
      pattern:
        /^\s{0,8}(error: (?:subprocess-exited-with-error|metadata-generation-failed|legacy-install-failure)|× .{1,200} did not run successfully\.?|(?:ERROR: |error: )?(?:Failed building wheel for|Failed to build|Could not build wheels for|failed-wheel-build-for-install) ?.{0,300})$/d,
    },
    {
      name: "coverage_threshold",
      tool: "pytest",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:(?:ERROR|FAIL):? )?((?:Required test coverage of .{1,40} not reached|Coverage failure: total of .{1,20} is less than).{0,120})$/d,
      shape: ["FAIL ", 1],
    },
    {
      name: "poetry_error",
      tool: "poetry",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:Because .{1,600}, version solving failed\.|pyproject\.toml changed significantly since poetry\.lock.{0,200}|So, because .{1,600}, version solving failed\.|Poetry could not find a .{1,200})$/d,
    },
  ],
);

const uvHead =
  /^\s{0,4}(× (?:No solution found|Failed to (?:build|download|resolve|fetch|prepare)|Request failed|Could not).{0,400}?)$/d;
const uvDetail = /^\s{0,8}(?:[╰├]─▶ |│ {1,8}|\s{4,8})(\S.{0,600})$/d;

/** What uv gives up with, and the reasons below it, which are wrapped to the width of the terminal. */
export const uvFailure: Recogniser = {
  name: "uv_unsolvable",
  hint: /^\s{0,4}× (?:No solution|Failed to|Request failed|Could not)/,
  read(log, index) {
    const line = log.line(index);
    const match = line && uvHead.exec(line.text);
    if (!line || !match) return undefined;
    const reasons: FindingLine["pieces"][] = [];
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 24); end++) {
      const below = log.line(end);
      const detail = below && uvDetail.exec(below.text);
      if (!below || !detail) break;
      const words = captured(below, detail, 1);
      if (!words) break;
      if (/[╰├]─▶/.test(below.text) || reasons.length === 0) reasons.push([words]);
      else reasons.at(-1)?.push(" ", words);
    }
    const lines: FindingLine[] = [
      findingLine("message", captured(line, match, 1)),
      ...reasons.slice(0, 3).map((pieces) => ({ profile: "message" as const, pieces: ["  ╰─▶ ", ...pieces] })),
    ];
    return { findings: [{ rule: "uv_unsolvable", tool: "uv", rank: "cause", at: index, lines }], end };
  },
};

const hashHead = /^ERROR: (?:THESE PACKAGES DO NOT MATCH THE HASHES|Hash mismatch)/;
const hashPackage = /^\s{1,8}([\w.[\]-]{1,120}==[\w.!+-]{1,60})\b/d;

/** A package whose content is not what the requirements promise. The sentence is the same for each. */
export const pipHashes: Recogniser = {
  name: "pip_hashes",
  hint: /^ERROR: THESE PACKAGES DO NOT MATCH/,
  read(log, index) {
    if (!hashHead.test(textAt(log, index))) return undefined;
    const lines = [
      findingLine("diagnostic", "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."),
    ];
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 12) && lines.length < 3; end++) {
      const line = log.line(end);
      const match = line && hashPackage.exec(line.text);
      if (line && match) lines.push(indented(4, findingLine("diagnostic", captured(line, match, 1))));
    }
    return { findings: [{ rule: "pip_hashes", tool: "pip", rank: "cause", at: index, lines }], end };
  },
};

const builtHead = /^\s{0,8}(× .{1,200} did not run successfully)\.?$/d;
const builtEnd = /^\s{0,12}(?:│ )?\[end of output\]$/;
const compilerSaid = /^\s{0,24}\S{1,300}: (?:fatal )?error: /;
const exceptionSaid = /^\s{0,24}(?:[\w.]{1,80}(?:Error|Exception)|[Ee]rror|ERROR|fatal): \S/;

/** A package that pip could not build: which step, and of its output the line that says why. */
export const pipBuild: Recogniser = {
  name: "pip_build",
  hint: / did not run successfully\.?$/,
  read(log, index) {
    const line = log.line(index);
    const match = line && builtHead.exec(line.text);
    if (!line || !match) return undefined;
    let reason: { at: number; isCompiler: boolean } | undefined;
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 2_000); end++) {
      const text = textAt(log, end);
      if (builtEnd.test(text) || log.markerAt(end) === "error") break;
      if (reason?.isCompiler) continue;
      if (compilerSaid.test(text)) reason = { at: end, isCompiler: true };
      else if (exceptionSaid.test(text)) reason = { at: end, isCompiler: false };
    }
    const said = reason && log.line(reason.at);
    if (!said) return undefined;
    const start = said.start + indent(said.text);
    const words = { start, end: said.start + said.text.trimEnd().length };
    const lines = [
      indented(2, findingLine("message", captured(line, match, 1), ".")),
      indented(6, findingLine("message", words)),
    ];
    return { findings: [{ rule: "pip_build", tool: "pip", rank: "cause", at: index, lines }], end };
  },
};
