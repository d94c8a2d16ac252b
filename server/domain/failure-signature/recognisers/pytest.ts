import type { Finding, FindingLine, Piece } from "#server/domain/failure-signature/finding.ts";
import { captured, findingLine, type LogView, slice, textAt } from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const summary =
  /^(?:FAILED|ERROR) ((?:[\w@.()+-]{1,80}[\\/]){0,20}[\w@.()+-]{1,120}\.py|[\w./-]{1,300}\.(?:txt|rst|md))((?:::.{1,500}?)?)(?: - (.{1,2000}))?$/d;
const sectionHead =
  /^_{1,250} (?:ERROR (?:collecting|at setup of|at teardown of) )?([^\s_].{0,400}?|_{0,4}\w.{0,400}?) _{1,250}$/d;
const banner = /^={3,}/;
/** The error stands as deep as the code above it. */
const errorLine = /^(?:\[gw[0-9]{1,3}\] )?E {1,80}(\S.{0,2000})$/d;
const place = /^((?:[\w@.()+-]{1,80}[\\/]){0,20}[\w@.()+-]{1,120}\.py)(?::[0-9]{1,9})?: (?:in )?(\w.{0,120})$/d;

/** The report of one test under `FAILURES` or `ERRORS`. Where the short summary follows it, that names the test and this gives the message. */
type Section = { end: number; name: string; message?: Piece; file?: Piece };

const sectionsOf = new WeakMap<LogView, Map<string, Section>>();

function sections(log: LogView): Map<string, Section> {
  const known = sectionsOf.get(log);
  if (known) return known;
  const found = new Map<string, Section>();
  for (let at = 0; at < log.lineCount; at++) {
    const section = textAt(log, at).startsWith("_") ? sectionAt(log, at) : undefined;
    if (!section) continue;
    if (!found.has(section.name)) found.set(section.name, section);
    at = section.end - 1;
  }
  sectionsOf.set(log, found);
  return found;
}

function isSectionHead(text: string): boolean {
  const name = text.startsWith("_") ? sectionHead.exec(text)?.[1] : undefined;
  return name !== undefined && !/^[_ ]+$/.test(name);
}

function sectionAt(log: LogView, index: number): Section | undefined {
  const name = sectionHead.exec(textAt(log, index))?.[1];
  // Calls of one trace are parted by a line of `_ _ _`.
  if (name === undefined || /^[_ ]+$/.test(name)) return undefined;
  const section: Section = { end: index + 1, name };
  let at = index + 1;
  for (; at < log.lineCount; at++) {
    const line = log.line(at);
    if (!line || banner.test(line.text) || line.marker || isSectionHead(line.text)) break;
    const error = section.message === undefined ? errorLine.exec(line.text) : null;
    if (error) {
      const message = captured(line, error, 1);
      if (message) section.message = message;
    }
    const file = place.exec(line.text);
    if (file) {
      const path = captured(line, file, 1);
      if (path && section.file === undefined) section.file = path;
    }
  }
  section.end = at;
  return section;
}

/** `FAILED path::test - message` of the short test summary. */
export const pytestSummary: Recogniser = {
  name: "pytest_summary",
  hint: /^(?:FAILED|ERROR) \S{1,400}\.(?:py|txt|rst|md)/,
  read(log, index) {
    const line = log.line(index);
    const match = line && summary.exec(line.text);
    if (!line || !match) return undefined;
    let end = index + 1;
    // On CI the message is printed with all its lines.
    while (
      end < log.lineCount &&
      !summary.test(textAt(log, end)) &&
      !banner.test(textAt(log, end)) &&
      /^(?:\s|$)/.test(textAt(log, end)) &&
      !log.line(end)?.marker
    )
      end += 1;
    const written = captured(line, match, 3);
    const message = messageFor(log, match, written);
    const pieces: Piece[] = [
      "FAILED ",
      slice(line, match.indices?.[1]?.[0] ?? 0, match.indices?.[2]?.[1] ?? match.indices?.[1]?.[1] ?? 0),
    ];
    return { findings: [ofTest(log, pieces, message, index)], end };
  },
};

/** The message of the summary is cut to the width of a terminal outside CI; the section has it whole. */
function messageFor(log: LogView, match: RegExpExecArray, written: Piece | undefined): Piece | undefined {
  const text = match[3];
  if (text !== undefined && !text.endsWith("...")) return written;
  const name = (match[2] ?? "").replace(/^::/, "").replaceAll("::", ".") || (match[1] ?? "");
  return sections(log).get(name)?.message ?? (text?.includes(": ") ? text.slice(0, text.indexOf(": ")) : undefined);
}

/** Reports of tests. They count by themselves only where no summary names the tests (`-r N`, or a log that was cut). */
export const pytestSection: Recogniser = {
  name: "pytest_section",
  hint: /^_/,
  read(log, index) {
    const section = sectionAt(log, index);
    if (!section) return undefined;
    if (log.includes("short test summary info") || section.message === undefined)
      return { findings: [], end: section.end };
    const isFile = /\.py$/.test(section.name);
    const pieces: Piece[] = isFile
      ? ["FAILED ", section.name]
      : ["FAILED ", section.file ?? "", "::", section.name.replaceAll(".", "::")];
    return { findings: [ofTest(log, pieces, section.message, index)], end: section.end };
  },
};

/** Whether a test compared values and found them wrong. Any other exception is data of the run. */
const comparison = /^(?:AssertionError\b|assert\b|Failed: )/;
const repeatedType = "AssertionError: ";

function ofTest(log: LogView, test: readonly Piece[], message: Piece | undefined, at: number): Finding {
  const said = message === undefined || typeof message === "string" ? (message ?? "") : log.slice(message);
  // The report of a failed assert names its type, the summary on a terminal does not, and on CI it depends on the version.
  const isRepeated = typeof message === "object" && said.startsWith(`${repeatedType}assert `);
  const words = isRepeated ? { start: message.start + repeatedType.length, end: message.end } : message;
  const line: FindingLine = {
    profile: said === "" || comparison.test(said) ? "assertion" : "message",
    pieces: words === undefined ? [...test] : [...test, " - ", words],
  };
  return { rule: "pytest_failure", tool: "pytest", rank: "cause", at, lines: [line] };
}

export const pytestUsage = lineRecognisers(/^(?:ERROR: |E {1,7}|INTERNALERROR> )|\.py(?::[0-9]{1,9})?: [A-Z]/, [
  {
    name: "pytest_usage",
    tool: "pytest",
    rank: "cause",
    profile: "message",
    pattern: /^ERROR: (?:file or directory not found|not found|usage|found no collectors|Unknown)\b.{0,400}$/d,
  },
  {
    name: "pytest_line",
    tool: "pytest",
    rank: "cause",
    profile: "assertion",
    pattern:
      /^((?:\/|[A-Za-z]:[\\/]|[\w@.-]{1,80}[\\/])?[^\s:]{1,400}\.py)(?::[0-9]{1,9})?: ([A-Z]\w{1,80}(?:Error|Exception)\b.{0,600})$/d,
    shape: [1, ": ", 2],
  },
  {
    name: "pytest_internal",
    tool: "pytest",
    rank: "cause",
    profile: "message",
    pattern: /^INTERNALERROR> ([\w.]{1,120}(?:Error|Exception)\b.{0,600})$/d,
  },
  {
    name: "pytest_conftest",
    tool: "pytest",
    rank: "cause",
    profile: "message",
    pattern: /^E {1,7}([\w.]{1,120}(?:Error|Exception): .{0,600})$/d,
    shape: ["E ", 1],
  },
]);

const unittestHead = /^(?:FAIL|ERROR): (\w{1,200}) \((.{1,300})\)$/d;

/** `FAIL: test_name (module.Class)` of unittest, above a traceback. */
export const unittestFailure: Recogniser = {
  name: "unittest_failure",
  hint: /^(?:FAIL|ERROR): \w+ \(/,
  read(log, index) {
    const line = log.line(index);
    const match = line && unittestHead.exec(line.text);
    if (!line || !match) return undefined;
    let end = index + 1;
    let message: FindingLine | undefined;
    for (; end < Math.min(log.lineCount, index + 400); end++) {
      const text = textAt(log, end);
      if (banner.test(text) || /^Ran [0-9]+ tests? in /.test(text)) break;
      const at = log.line(end);
      const error = at && /^((?:\w{1,80}\.){0,8}[A-Z]\w{0,80}(?:: .{0,1000})?)$/d.exec(text);
      if (at && error) message = findingLine("assertion", captured(at, error, 1));
    }
    const lines = [
      findingLine("assertion", "FAIL: ", captured(line, match, 1), " (", captured(line, match, 2), ")"),
      ...(message ? [message] : []),
    ];
    return { findings: [{ rule: "unittest_failure", tool: "unittest", rank: "cause", at: index, lines }], end };
  },
};
