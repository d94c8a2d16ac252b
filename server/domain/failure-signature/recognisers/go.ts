import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogView,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import { indentOf, lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { repositoryPath } from "#server/domain/failure-signature/repository-path.ts";

const diagnostic =
  /^(?:vet: )?((?:\.{1,2}[\\/])?(?:[\w@.+-]{1,80}[\\/]){0,20}[\w@.+-]{1,120}\.go|\/[^\s:]{1,400}\.go)(?::[0-9]{1,9}){0,2}: (.{1,800})$/d;

/** The compiler and vet: `./main.go:4:2: message`. */
export const goDiagnostic: Recogniser = {
  name: "go_diagnostic",
  hint: /\.go:/,
  read(log, index) {
    const line = log.line(index);
    const match = line && diagnostic.exec(line.text);
    if (!line || !match || /^(?:warning|note|info|debug)\b/i.test(match[2] ?? "")) return undefined;
    const lines = [findingLine("diagnostic", captured(line, match, 1), ": ", captured(line, match, 2))];
    return { findings: [{ rule: "go_diagnostic", tool: "go", rank: "cause", at: index, lines }], end: index + 1 };
  },
};

const failed = /^(\s{0,40})(?:--- FAIL: |=== FAIL: (?:\S{1,200} )?)(\S.{0,400}?)(?: \([0-9.]{1,12}s\))?$/d;

/** `--- FAIL: TestName`, with what the test said indented below it. A parent of failed subtests says nothing of its own. */
export const goTest: Recogniser = {
  name: "go_test_failure",
  hint: /(?:---|===) FAIL: /,
  read(log, index) {
    const line = log.line(index);
    const match = line && failed.exec(line.text);
    if (!line || !match) return undefined;
    const indent = match[1]?.length ?? 0;
    const message: FindingLine[] = [];
    let end = index + 1;
    let hasSubtest = false;
    for (; end < Math.min(log.lineCount, index + 400); end++) {
      const below = log.line(end);
      if (!below || (below.text.trim() !== "" && indentOf(below.text) <= indent) || below.text.trim() === "") break;
      if (/^\s{0,60}--- (?:FAIL|PASS|SKIP): /.test(below.text)) {
        hasSubtest = /--- FAIL/.test(below.text) || hasSubtest;
        break;
      }
      if (message.length < 6 && !/^\s{0,60}(?:Error Trace:|Test:|\/?\S{1,300}\.go:[0-9]{1,9}$)/.test(below.text))
        message.push(indented(4, wholeLine("assertion", below)));
    }
    if (hasSubtest && message.length === 0) return { findings: [], end };
    const lines = [findingLine("assertion", "--- FAIL: ", captured(line, match, 2)), ...message];
    return { findings: [{ rule: "go_test_failure", tool: "go", rank: "cause", at: index, lines }], end };
  },
};

const panic = /^(?:\s{0,20})((?:panic|fatal error): .{1,800}?)(?: \[recovered\])?$/d;
const goroutine = /^goroutine [0-9<>a-z]{1,12} \[/;
const frameFile = /^\s{1,8}(\/?[^\s:]{1,400}\.go|[A-Za-z]:[^\s:]{1,400}\.go)(?::[0-9]{1,9})?(?: \+0x[0-9a-f]{1,16})?$/d;

/** A panic with the goroutine that caused it. */
export const goPanic: Recogniser = {
  name: "go_panic",
  hint: /^\s{0,20}(?:panic|fatal error): /,
  read(log, index) {
    const line = log.line(index);
    const match = line && panic.exec(line.text);
    if (!line || !match) return undefined;
    let at = index + 1;
    while (at < Math.min(log.lineCount, index + 12) && !goroutine.test(textAt(log, at))) at += 1;
    if (!goroutine.test(textAt(log, at))) return undefined;
    const frame = firstFrame(log, at + 1);
    const running = /test timed out/.test(match[1] ?? "") ? runningTests(log, index + 1, at) : [];
    let end = at + 1;
    while (end < log.lineCount && textAt(log, end).trim() !== "") end += 1;
    const lines = [
      findingLine("message", captured(line, match, 1)),
      ...running,
      findingLine("diagnostic", "goroutine <n> [running]:"),
      ...(frame ? [frame] : []),
    ];
    return { findings: [{ rule: "go_panic", tool: "go", rank: "cause", at: index, lines }], end };
  },
};

/** Which tests ran when the time was up. */
function runningTests(log: LogView, from: number, to: number): FindingLine[] {
  const lines: FindingLine[] = [];
  for (let at = from; at < to && lines.length < 4; at++) {
    const line = log.line(at);
    const match = line && /^\s{1,8}((?:Test|Fuzz|Example|Benchmark)\S{0,300})(?: \(.{1,40}\))?$/d.exec(line.text);
    if (line && match) lines.push(indented(8, findingLine("diagnostic", captured(line, match, 1))));
  }
  return lines;
}

const refused =
  /^(go: (?!downloading|finding|extracting).{1,600}: (?:git|hg|svn|bzr) .{1,400}: exit status [0-9]{1,3}):$/d;

/** A module that its version control did not give out: what that said stands indented below. */
export const goFetch: Recogniser = {
  name: "go_fetch",
  hint: /^go: .{1,1000}: exit status [0-9]{1,3}:$/,
  read(log, index) {
    const line = log.line(index);
    const match = line && refused.exec(line.text);
    if (!line || !match) return undefined;
    const lines = [findingLine("message", captured(line, match, 1), ":")];
    let end = index + 1;
    for (; end < Math.min(log.lineCount, index + 8); end++) {
      const below = log.line(end);
      if (!below || below.marker || !/^\s{1,8}\S/.test(below.text)) break;
      if (lines.length < 4) lines.push(indented(8, wholeLine("message", below)));
    }
    return { findings: [{ rule: "go_fetch", tool: "go", rank: "cause", at: index, lines }], end };
  },
};

function firstFrame(log: LogView, from: number): FindingLine | undefined {
  for (let at = from; at < Math.min(log.lineCount, from + 200); at++) {
    const line = log.line(at);
    if (!line || line.text.trim() === "") return undefined;
    const match = frameFile.exec(line.text);
    if (match && repositoryPath(match[1] ?? "", log.checkout).kind === "repository")
      return indented(8, findingLine("frame", captured(line, match, 1)));
  }
  return undefined;
}

export const goModules = lineRecognisers(
  /^go: |no required module|missing go\.sum|^go build|goroutine [0-9]+ \[|cannot find package|build constraints exclude|^found packages |is not a main package|^go \S{1,40}: unknown command|^pattern |^stat .{1,300}\.go: |is not in (?:GOROOT|std)/,
  [
    {
      name: "go_module",
      tool: "go",
      rank: "cause",
      profile: "message",
      pattern: /^(go: (?!downloading|finding|extracting|added|upgraded|downgraded|creating|to add)\S.{0,600})$/d,
    },
    {
      name: "go_import",
      tool: "go",
      rank: "cause",
      profile: "message",
      pattern:
        /^(?:\S{1,300}\.go(?::[0-9]{1,9}){1,2}: )?(no required module provides package .{1,300}?|missing go\.sum entry for .{1,300}?|cannot find package .{1,300}?)(?:; to add.{0,200}|:)?$/d,
    },
    {
      name: "go_packages",
      tool: "go",
      rank: "cause",
      profile: "message",
      pattern:
        /^(found packages .{1,300} in .{1,300}|package .{1,200} is not a main package|go \S{1,40}: unknown command|pattern .{1,300}: (?:directory|no matching|main module|cannot|lstat|open).{1,300}|stat .{1,300}\.go: .{1,160}|package \S{1,200} is not in (?:GOROOT|std)\b.{0,200})$/d,
    },
    {
      name: "go_goroutine",
      tool: "go",
      rank: "exception",
      profile: "message",
      pattern: /^goroutine [0-9]{1,12} \[(?:running|runnable)\]: .{1,400}$/d,
    },
  ],
);
