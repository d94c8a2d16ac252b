import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogLine,
  type LogView,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import { type Recogniser, skipBlank } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const head = /^(error(?:\[([EF][0-9]{3,4})\])?: .{1,800})$/d;
const ruffHead = /^([A-Z]{1,4}[0-9]{3,4} (?:\[\*\] )?.{1,400})$/d;
const arrow = /^\s{0,12}-->\s(\S.{0,400}?)(?::[0-9]{1,9}){0,2}$/d;
const closing =
  /^error: (?:could not compile|aborting due to|build failed|test failed|[0-9]{1,6} targets? failed|process didn't exit successfully|recipe `|Recipe `)/;

/** rustc and Clippy: `error[E0425]: message`, and the file behind `-->`. Ruff writes its rules in the same way. */
export const rustcError: Recogniser = {
  name: "rustc_error",
  hint: /^error(?:\[|: )|^[A-Z]{1,4}[0-9]{3,4} /,
  read(log, index) {
    const place = log.line(index + 1);
    const spot = place && arrow.exec(place.text);
    if (!place || !spot) return undefined;
    const line = log.line(index);
    const match = line && (head.exec(line.text) ?? ruffHead.exec(line.text));
    if (!line || !match || closing.test(line.text)) return undefined;
    const isRuff = !line.text.startsWith("error") || /\.pyi?$/.test(spot[1] ?? "");
    const lines = [
      findingLine("diagnostic", captured(line, match, 1)),
      findingLine("diagnostic", "--> ", captured(place, spot, 1)),
    ];
    return {
      findings: [
        {
          rule: isRuff ? "ruff_violation" : "rustc_error",
          tool: isRuff ? "ruff" : "rustc",
          rank: "cause",
          at: index,
          lines,
        },
      ],
      end: index + 2,
    };
  },
};

const cargoHead =
  /^error: ((?:failed to (?:get|select|parse|load|run|download|fetch|compile|resolve|determine|read|verify|load manifest|sync|authenticate|execute)|no matching package|package `|the lock file|could not find|no such (?:command|subcommand)|invalid |unable to|cannot |virtual manifests|the package|multiple |linking with|toolchain |component |target |rustup |no override|the '|no default|unexpected |cyclic |duplicate |feature |checksum |current package believes|found argument).{0,800})$/d;

/** Sentences that only cargo says; the others need a sign of it elsewhere in the log. */
const decisive =
  /^(?:no matching package|failed to (?:select a version|get `|parse manifest|load manifest|parse lock|load source for|download from `https:\/\/(?:static\.)?crates)|package `|the lock file|could not find `Cargo|virtual manifests|linking with|no such (?:sub)?command|current package believes|toolchain ')/;

/** cargo and rustup: `error: message`, with the chain of `Caused by:` below it. The last cause is the root. */
export const cargoError: Recogniser = {
  name: "cargo_error",
  hint: /^error: /,
  read(log, index) {
    const line = log.line(index);
    const match = line && cargoHead.exec(line.text);
    if (!line || !match) return undefined;
    const chain = causes(log, index + 1);
    const known =
      decisive.test(match[1] ?? "") ||
      chain.lines.length > 0 ||
      log.includes("Cargo") ||
      log.includes("cargo") ||
      log.includes("crates.io") ||
      log.includes("   Compiling ") ||
      log.includes("rustup");
    if (!known) return undefined;
    const lines = [findingLine("message", "error: ", captured(line, match, 1)), ...chain.lines];
    return { findings: [{ rule: "cargo_error", tool: "cargo", rank: "cause", at: index, lines }], end: chain.end };
  },
};

const causeMark = findingLine("diagnostic", "Caused by:");

function causes(log: LogView, from: number): { lines: FindingLine[]; end: number } {
  const lines: FindingLine[][] = [];
  let end = from;
  for (let at = from; at < Math.min(log.lineCount, from + 60); at++) {
    if (!/^Caused by:$/.test(textAt(log, at).trim())) {
      if (textAt(log, at).trim() === "" || /^\s{2,}/.test(textAt(log, at))) continue;
      break;
    }
    const cause = log.line(skipBlank(log, at + 1, Math.min(log.lineCount, at + 3)));
    if (cause) lines.push([causeMark, indented(2, causeLine(cause))]);
    end = at + 2;
  }
  return { lines: lines.slice(-2).flat(), end: Math.max(end, from) };
}

/** The folder that a build script was built in is that of the machine. */
const builtProgram =
  /^\s{0,8}(process didn't exit successfully: `)(?:[^`\n]{0,600}[\\/])?([^`\n\\/]{1,200}`.{0,120})$/d;

function causeLine(line: LogLine): FindingLine {
  const match = builtProgram.exec(line.text);
  return match
    ? findingLine("message", captured(line, match, 1), captured(line, match, 2))
    : wholeLine("message", line);
}

const panicNew =
  /^\s{0,4}thread '(?:.{0,200}?)' (?:\([0-9<>a-z]{1,12}\) )?panicked at ((?:[A-Za-z]:)?[^\s:'][^:'\n]{0,400}?)(?::[0-9]{1,9}){0,2}:?$/d;
const panicOld =
  /^\s{0,4}thread '(?:.{0,200}?)' panicked at '(.{0,1000})', ([^\s:][^:\n]{0,400}?)(?::[0-9]{1,9}){0,2}$/d;
const testHead = /^---- (.{1,400}) stdout ----$/d;

/** A panic: where, and the message below it. Under `---- name stdout ----` it belongs to that test. */
export const rustPanic: Recogniser = {
  name: "rust_panic",
  hint: /panicked at |^---- .{1,400} stdout ----$/,
  read(log, index) {
    const line = log.line(index);
    if (!line) return undefined;
    const test = testHead.exec(line.text);
    const at = test ? nextPanic(log, index + 1) : index;
    const panic = at === undefined ? undefined : panicAt(log, at);
    if (!panic && !test) return undefined;
    const title = test ? [findingLine("assertion", "---- ", captured(line, test, 1), " stdout ----")] : [];
    const lines = [...title, ...(panic?.lines ?? [])];
    const isTest = test !== null;
    return {
      findings: [
        {
          rule: isTest ? "cargo_test_failure" : "rust_panic",
          tool: isTest ? "cargo" : "rustc",
          rank: "cause",
          at: index,
          lines,
        },
      ],
      end: panic?.end ?? index + 1,
    };
  },
};

function nextPanic(log: LogView, from: number): number | undefined {
  for (let at = from; at < Math.min(log.lineCount, from + 200); at++) {
    const text = textAt(log, at);
    if (testHead.test(text) || /^failures:$/.test(text)) return undefined;
    if (panicNew.test(text) || panicOld.test(text)) return at;
  }
  return undefined;
}

function panicAt(log: LogView, at: number): { lines: FindingLine[]; end: number } | undefined {
  const line = log.line(at);
  if (!line) return undefined;
  const old = panicOld.exec(line.text);
  if (old)
    return { lines: [place(captured(line, old, 2)), findingLine("assertion", captured(line, old, 1))], end: at + 1 };
  const match = panicNew.exec(line.text);
  if (!match) return undefined;
  const lines = [place(captured(line, match, 1))];
  let end = at + 1;
  for (; end < Math.min(log.lineCount, at + 6); end++) {
    const below = log.line(end);
    if (
      !below ||
      below.marker ||
      /^(?:stack backtrace:|note: |\s{2,}[0-9]+: )/.test(below.text) ||
      below.text.trim() === ""
    )
      break;
    lines.push(wholeLine("assertion", below));
  }
  return { lines, end };
}

function place(path: { start: number; end: number } | undefined): FindingLine {
  return findingLine("assertion", "thread '<name>' panicked at ", path, ":");
}

const unformatted = /^Diff in (\S.{0,400}?)(?: at line [0-9]{1,9}|:[0-9]{1,9})?:?$/d;

/** A file that rustfmt would write otherwise. */
export const rustfmtDiff: Recogniser = {
  name: "rustfmt_diff",
  hint: /^Diff in /,
  read(log, index) {
    const line = log.line(index);
    const match = line && unformatted.exec(line.text);
    if (!line || !match) return undefined;
    const lines = [findingLine("message", "Diff in ", captured(line, match, 1), ":")];
    return { findings: [{ rule: "rustfmt_diff", tool: "rustfmt", rank: "cause", at: index, lines }], end: index + 1 };
  },
};
