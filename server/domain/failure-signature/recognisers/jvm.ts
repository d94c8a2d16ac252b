import type { Finding, FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogView,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import { symbolLines } from "#server/domain/failure-signature/recognisers/native-compilers.ts";
import {
  lineRecognisers,
  type Recogniser,
  skipBlank,
} from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { decisiveFrame, frameLine, isFrame } from "#server/domain/failure-signature/stack-frame.ts";

const mavenPlace =
  /^\[ERROR\] ((?:\/|[A-Za-z]:[\\/])?[^\s:]{1,500}\.(?:java|kt|scala|groovy))(?::\[?[0-9,: ]{1,20}\]?)?:? (.{1,800})$/d;

/** Maven's compiler report: `[ERROR] /path/File.java:[12,3] message`, with the symbol below. */
export const mavenDiagnostic: Recogniser = {
  name: "maven_diagnostic",
  hint: /^\[ERROR\] \S{1,500}\.(?:java|kt|scala|groovy):/,
  read(log, index) {
    const line = log.line(index);
    const match = line && mavenPlace.exec(line.text);
    if (!line || !match) return undefined;
    const lines = [
      findingLine("diagnostic", "[ERROR] ", captured(line, match, 1), ": ", captured(line, match, 2)),
      ...symbolLines(log, index),
    ];
    return { findings: [{ rule: "maven_diagnostic", tool: "maven", rank: "cause", at: index, lines }], end: index + 1 };
  },
};

export const mavenLines = lineRecognisers(/^\[ERROR\] |^\[FATAL\] /, [
  {
    name: "surefire_failure",
    tool: "maven",
    rank: "cause",
    profile: "assertion",
    pattern:
      /^\[ERROR\] {1,4}((?:[\w$]{1,120}\.)?[A-Z][\w$]{0,120}[.>][\w$.>-]{1,200})(?::[0-9]{1,9})?(?:->\S{1,200})? (?:»|\u00bb|-) ?(.{1,600})$/d,
    shape: ["[ERROR]   ", 1, " » ", 2],
  },
  {
    name: "surefire_assertion",
    tool: "maven",
    rank: "cause",
    profile: "assertion",
    pattern:
      /^\[ERROR\] {2,4}((?:[\w$]{1,120}\.)?[A-Z][\w$]{0,120}[.>][\w$.>-]{1,200}):[0-9]{1,9}(?:->\S{1,200})? (.{1,600})$/d,
    shape: ["[ERROR]   ", 1, " » ", 2],
  },
  {
    name: "surefire_test",
    tool: "maven",
    rank: "consequence",
    profile: "assertion",
    pattern:
      /^\[ERROR\] ((?:[\w$]{1,120}\.){1,20}[\w$]{1,120})(?: --)? {1,3}(?:Time elapsed: .{1,40})?<<< (?:FAILURE|ERROR)!$/d,
    shape: ["[ERROR] ", 1, " <<< FAILURE!"],
  },
  {
    name: "maven_resolution",
    tool: "maven",
    rank: "cause",
    profile: "message",
    pattern:
      /^\[ERROR\] Failed to execute goal (?:on project [\w.-]{1,120}: )?(Could not (?:resolve dependencies|find artifact|transfer artifact|collect dependencies).{1,800}?)(?: -> \[Help [0-9]\])?$/d,
    shape: ["[ERROR] Failed to execute goal ", 1],
  },
  {
    name: "maven_goal",
    tool: "maven",
    rank: "consequence",
    profile: "message",
    pattern:
      /^\[ERROR\] (Failed to execute goal [\w.:-]{1,200})(?: \([\w.-]{1,120}\))?(?: on project [\w.-]{1,120})?(: .{1,400}?)?(?: -> \[Help [0-9]\])?$/d,
    shape: ["[ERROR] ", 1, 2],
  },
  {
    // The folder without a project is that of the machine.
    name: "maven_no_project",
    tool: "maven",
    rank: "cause",
    profile: "message",
    pattern:
      /^\[(?:ERROR|FATAL)\] (The goal you specified requires a project to execute but there is no POM in this directory)\b.{0,600}$/d,
    shape: ["[ERROR] ", 1],
  },
  {
    name: "maven_plugin",
    tool: "maven",
    rank: "cause",
    profile: "message",
    pattern:
      /^\[(?:ERROR|FATAL)\] ((?:Plugin |No plugin found|Unknown lifecycle phase|The goal you specified|Non-(?:resolvable|parseable)|Unresolveable|'[\w.]{1,80}' |Malformed POM|Invalid target release|Source option|Child module|Could not find the selected project|The project|Unable to find|Error executing|Rule [0-9]|Fatal error compiling|The forked VM terminated|Crashed tests:|ExecutionException The forked VM).{1,600}?)(?: -> \[Help [0-9]\])?$/d,
    shape: ["[ERROR] ", 1],
  },
]);

/** Gradle: the paragraph below `* What went wrong:`, with the reasons behind `>`. A task that failed because its compiler did is a consequence. */
export const gradleFailure: Recogniser = {
  name: "gradle_failure",
  hint: /^\* What went wrong:/,
  read(log, index) {
    const lines: FindingLine[] = [];
    let at = index + 1;
    let reasons = "";
    for (; at < Math.min(log.lineCount, index + 40); at++) {
      const line = log.line(at);
      if (!line || /^\* (?:Try|Exception is|Where):|^BUILD FAILED|^={5,}/.test(line.text) || line.marker) break;
      const text = line.text.trim();
      if (
        text === "" ||
        isFrame(log, at) ||
        /^(?:Run with --|Searched in the following|If the artifact|- https?:)/.test(text)
      ) {
        if (lines.length >= 2 && text === "") break;
        continue;
      }
      if (lines.length < 6) lines.push(wholeLine("message", line));
      reasons += `${text}\n`;
    }
    if (lines.length === 0) return undefined;
    lines.unshift(findingLine("diagnostic", "* What went wrong:"));
    const isConsequence =
      /^Execution failed for task /.test(reasons) &&
      /(?:Compilation (?:error|failed)|See (?:the )?(?:log|report|compiler error)|There were failing tests|finished with non-zero exit value|failures? found|compiler error output)/i.test(
        reasons,
      );
    return {
      findings: [
        { rule: "gradle_failure", tool: "gradle", rank: isConsequence ? "consequence" : "cause", at: index, lines },
      ],
      end: at,
    };
  },
};

export const gradleLines = lineRecognisers(/^e: | > .{1,200} FAILED$|^> Task .{1,120} FAILED$|^\[error\] |^error: /, [
  {
    name: "kotlin_error",
    tool: "kotlin",
    rank: "cause",
    profile: "diagnostic",
    pattern:
      /^e: (?:file:\/\/)?((?:\/|[A-Za-z]:[\\/])?[^\s:]{1,500}\.kts?)(?::[0-9]{1,9}){0,2}:?(?: \([0-9]{1,9}, [0-9]{1,9}\):)? (.{1,800})$/d,
    shape: ["e: ", 1, " ", 2],
  },
  {
    name: "gradle_task",
    tool: "gradle",
    rank: "consequence",
    profile: "message",
    pattern: /^(> Task :\S{1,200} FAILED)$/d,
  },
  {
    name: "scala_error",
    tool: "scala",
    rank: "cause",
    profile: "diagnostic",
    pattern: /^\[error\] ((?:\/|[A-Za-z]:[\\/])?[^\s:]{1,500}\.scala)(?::[0-9]{1,9}){0,2}: (.{1,600})$/d,
    shape: ["[error] ", 1, ": ", 2],
  },
  {
    name: "javac_option",
    tool: "javac",
    rank: "cause",
    profile: "message",
    pattern:
      /^(error: (?:invalid |release version|file not found|package .{1,120} does not exist|no source files|module not found|unmappable|warnings found|Source option|cannot access|class file has wrong).{0,400})$/d,
  },
]);

const gradleTest = /^(\S{1,300}(?: > .{1,300})?) > (.{1,300}) FAILED$/d;

/** A failed test as Gradle prints it: `Class > method FAILED`, the exception indented below. */
export const gradleTestFailure: Recogniser = {
  name: "gradle_test_failure",
  hint: / > .{1,300} FAILED$/,
  read(log, index) {
    const line = log.line(index);
    const match = line && gradleTest.exec(line.text);
    if (!line || !match || line.text.startsWith(">")) return undefined;
    const at = skipBlank(log, index + 1, Math.min(log.lineCount, index + 2));
    const message = log.line(at);
    const title = findingLine("assertion", captured(line, match, 1), " > ", captured(line, match, 2), " FAILED");
    const error =
      message &&
      /^\s{4,12}(\S.{0,600}?)(?: at [\w$.-]{1,200}\.(?:java|kt|groovy|scala):[0-9]{1,9})?$/d.exec(message.text);
    const lines = [
      title,
      ...(message && error ? [indented(4, findingLine("assertion", captured(message, error, 1)))] : []),
    ];
    let end = index + 1;
    while (end < log.lineCount && /^\s{4,}\S/.test(textAt(log, end))) end += 1;
    return { findings: [{ rule: "gradle_test_failure", tool: "gradle", rank: "cause", at: index, lines }], end };
  },
};

const exception =
  /^(?:\[ERROR\] |\[error\] |.{0,200}?\bERROR\b.{0,200}? )?\s{0,12}(?:Exception in thread "[^"\n]{1,120}" |Caused by: |Unhandled exception\. )?((?:[A-Za-z_$][\w$]{0,60}\.){1,12}[A-Z][\w$]{0,120}(?:Exception|Error|Throwable|Failure|Fault)?)(?:: (.{0,2000}))?$/d;
const causedBy =
  /^\s{0,12}(?:Caused by: |---> |-{2,3}> )((?:[a-zA-Z_$][\w$]{0,60}\.){0,12}[A-Z][\w$]{0,120})(?:: (.{0,2000}))?$/d;

/** Java and .NET exceptions with their frames. The last `Caused by:` is the root; the first frame of the repository is the place. */
export const managedException: Recogniser = {
  name: "managed_exception",
  hint: /[a-zA-Z0-9]\.[A-Z][\w$]*(?::|$)|Exception in thread|Unhandled exception/,
  read(log, index) {
    const line = log.line(index);
    const match = line && exception.exec(line.text);
    if (!line || !match) return undefined;
    const frames = firstFrame(log, index + 1);
    if (frames === undefined && !/^Exception in thread|^Unhandled exception/.test(line.text)) return undefined;
    const { end, root } = block(log, index + 1);
    const head = findingLine(
      /Assert/.test(match[1] ?? "") ? "assertion" : "message",
      captured(line, match, 1),
      ...rest(log, index, match),
    );
    const frame = decisiveFrame(log, index + 1, end);
    const lines = [head, ...(root ? [root] : []), ...(frame ? [frameLine(frame)] : [])];
    const isUncaught = /Exception in thread|Unhandled exception/.test(line.text);
    const isDotnet =
      /^(?:System|Microsoft)\./.test(match[1] ?? "") ||
      /^\s{1,12}at .{1,300}\) in .{1,300}:line/.test(textAt(log, frames ?? index + 1));
    const finding: Finding = {
      rule: "managed_exception",
      tool: isDotnet ? "dotnet" : "java",
      rank: isUncaught ? "cause" : "exception",
      at: index,
      lines,
    };
    return { findings: [finding], end };
  },
};

function rest(log: LogView, index: number, match: RegExpExecArray): FindingLine["pieces"] {
  const line = log.line(index);
  const message = line && captured(line, match, 2);
  return message ? [": ", message] : [];
}

function firstFrame(log: LogView, from: number): number | undefined {
  for (let at = from; at < Math.min(log.lineCount, from + 12); at++) {
    if (/^\s{1,40}at [\w$.<>[\]`/@,-]{3,300}\(/.test(textAt(log, at))) return at;
    if (log.line(at)?.marker) return undefined;
  }
  return undefined;
}

function block(log: LogView, from: number): { end: number; root?: FindingLine } {
  let root: FindingLine | undefined;
  let at = from;
  for (; at < Math.min(log.lineCount, from + 4_000); at++) {
    const line = log.line(at);
    if (!line) break;
    const cause = causedBy.exec(line.text);
    if (cause) {
      const message = captured(line, cause, 2);
      root = findingLine("message", "Caused by: ", captured(line, cause, 1), ...(message ? [": ", message] : []));
    } else if (
      !/^\s{1,40}(?:at \S|\.\.\. [0-9]{1,6} (?:more|common)|Suppressed: |\S.{0,400}$)|^\s{0,4}--- End of/.test(
        line.text,
      )
    )
      break;
  }
  return root ? { end: at, root } : { end: at };
}

/** Spring Boot's report of a failed start: the paragraph below `Description:`. */
export const springStart: Recogniser = {
  name: "spring_start",
  hint: /^APPLICATION FAILED TO START/,
  read(log, index) {
    const lines: FindingLine[] = [];
    let inDescription = false;
    let at = index + 1;
    for (; at < Math.min(log.lineCount, index + 40); at++) {
      const line = log.line(at);
      if (!line || /^Action:/.test(line.text)) break;
      if (/^Description:/.test(line.text)) inDescription = true;
      else if (inDescription && line.text.trim() !== "" && lines.length < 6) lines.push(wholeLine("message", line));
    }
    if (lines.length === 0) return undefined;
    const title = [findingLine("diagnostic", "APPLICATION FAILED TO START"), findingLine("diagnostic", "Description:")];
    return {
      findings: [{ rule: "spring_start", tool: "spring", rank: "cause", at: index, lines: [...title, ...lines] }],
      end: at,
    };
  },
};

export const dotnetTest = lineRecognisers(/\[FAIL\]|SDK version/, [
  {
    name: "xunit_failure",
    tool: "dotnet",
    rank: "cause",
    profile: "assertion",
    pattern: /^\[xUnit\.net(?: [0-9:.]{1,20})?\] {1,12}(.{1,400}) \[FAIL\]$/d,
    shape: ["[xUnit.net] ", 1, " [FAIL]"],
  },
  {
    name: "dotnet_sdk",
    tool: "dotnet",
    rank: "cause",
    profile: "diagnostic",
    pattern: /^(?:A compatible \.NET SDK was not found\. )?(Requested SDK version: \S{1,60})$/d,
    shape: ["A compatible .NET SDK was not found. ", 1],
  },
]);

const vstestHead = /^\s{0,8}Failed ([A-Za-z_][\w.<>,()"' ]{1,400}?) \[[<>0-9.,\w ]{1,20}\]$/d;

/** A test of .NET that failed: its name, and what stands below `Error Message:`. */
export const vstestFailure: Recogniser = {
  name: "vstest_failure",
  hint: /^\s{0,8}Failed \S/,
  read(log, index) {
    const line = log.line(index);
    const match = line && vstestHead.exec(line.text);
    if (!line || !match) return undefined;
    const lines = [findingLine("assertion", "Failed ", captured(line, match, 1), " [<duration>]")];
    let end = index + 1;
    if (textAt(log, end).trim() === "Error Message:") {
      lines.push(indented(2, findingLine("diagnostic", "Error Message:")));
      for (end += 1; end < Math.min(log.lineCount, index + 40); end++) {
        const below = log.line(end);
        if (!below || below.marker || /^\s{0,8}(?:Stack Trace:|Failed \S|Passed \S)/.test(below.text)) break;
        if (below.text.trim() !== "" && lines.length < 6) lines.push(wholeLine("assertion", below));
      }
    }
    return { findings: [{ rule: "vstest_failure", tool: "dotnet", rank: "cause", at: index, lines }], end };
  },
};
