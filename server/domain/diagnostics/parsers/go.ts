import { capture, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { indentOf, isUnderline, joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import type { StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const compiler = /^(?:vet: )?(?<file>\S.*?\.(?:go|s|c|h|mod|work)):(?<line>\d+)(?::(?<column>\d+))?: (?<message>\S.*)$/;
const packageHead = /^# (?<package>[\w.~-]+(?:\/[\w.~-]+)+|command-line-arguments)(?: \[[^\]]*\])?$/;
const packageResult = /^(?<result>ok {2}|FAIL|\? {3})\t(?<package>\S+)(?:\t| )(?<rest>.*)$/;
const testMark = /^(?<indent>\s*)--- (?<result>PASS|FAIL|SKIP|BENCH): (?<test>\S+)(?: \(\d[\d.]*s\))?$/;
const running = /^=== (?<what>RUN|PAUSE|CONT|NAME|ATTR|ARTIFACTS)\s+(?<test>\S+)/;
const logLine = /^(?<indent>\s+)(?<file>[^\s:]+\.go):(?<line>\d+): ?(?<message>.*)$/;
const goTool = /^go: (?<message>\S.*)$/;
const frameLine = /^\t(?<file>\S.*\.(?:go|s)):(?<line>\d+)(?: \+0x[0-9a-f]+)?$/;

type Log = { file: string; line: number | null; message: string[] };

/**
 * The folder of a package below its module, as far as its path tells: hosts of code give a module three parts (`github.com/acme/shop`).
 * Go's test log names files by their last part only.
 */
function folderOfPackage(name: string): string {
  const parts = name.split("/");
  if (!/^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/.test(parts[0] ?? "")) return "";
  return parts.slice(/^v\d+$/.test(parts[3] ?? "") ? 4 : 3).join("/");
}

/** Lines that tests wrote, by test; written out when the test is known to have failed. */
type Pending = Map<string, Log[]>;

function logDraft(test: string, log: Log): Draft {
  const testify = testifyOf(log.message);
  return {
    file: testify?.file ?? log.file,
    line: testify?.line ?? log.line,
    column: null,
    severity: "error",
    message: testify?.message ?? joinMessage(log.message),
    test,
  };
}

/** testify writes its place and its reason as a table below an empty first line. */
function testifyOf(message: readonly string[]): { file: string | null; line: number | null; message: string } | null {
  const rows = message.map((text) => text.trim());
  const at = rows.findIndex((text) => /^Error:\s/.test(text));
  if (at < 0 || !rows.some((text) => /^Error Trace:/.test(text))) return null;
  const stop = rows.findIndex((text, row) => row > at && /^(?:Test|Messages):\s/.test(text));
  const said = rows.slice(at, stop < 0 ? undefined : stop).map((text) => text.replace(/^Error:\s+/, ""));
  return { file: null, line: null, message: joinMessage(said) };
}

/** The run of one package: marks, logs and panics up to its result line. */
function readRun(lines: readonly OutputLine[], at: number): Block | null {
  const first = textAt(lines, at);
  if (!running.test(first) && !testMark.test(first)) return null;
  const pending: Pending = new Map();
  const diagnostics: Draft[] = [];
  const counts = { ...noCounts };
  const failed = new Set<string>();
  let owner = "";
  let isMarked = false;
  let end = at;
  let verdict: "failed" | undefined;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (packageResult.test(text) || packageHead.test(text)) break;
    const run = capture(running, text);
    if (run !== null) {
      owner = run("test");
      isMarked = false;
      continue;
    }
    const mark = capture(testMark, text);
    if (mark !== null) {
      owner = mark("test");
      isMarked = true;
      if (mark("result") === "PASS") counts.passed += 1;
      if (mark("result") === "SKIP") counts.skipped += 1;
      if (mark("result") === "FAIL") {
        counts.failed += 1;
        verdict = "failed";
        failed.add(owner);
      }
      continue;
    }
    const panicking = /^panic: |^fatal error: |^runtime: goroutine stack exceeds/.test(text)
      ? readPanic(lines, end, owner)
      : null;
    if (panicking !== null) {
      diagnostics.push(...panicking.diagnostics);
      failed.delete(owner);
      verdict = "failed";
      end = panicking.end - 1;
      continue;
    }
    const log = capture(logLine, text);
    const logs = pending.get(owner) ?? [];
    pending.set(owner, logs);
    if (log !== null) logs.push({ file: log("file"), line: toPosition(log("line")), message: [log("message")] });
    else if (text.trim() !== "" && indentOf(text) >= 4 && logs.length > 0) logs.at(-1)?.message.push(text);
    else if (
      indentOf(text) === 0 &&
      text.trim() !== "" &&
      isMarked &&
      !/^(?:PASS|FAIL|exit status \d+|coverage: .*|testing: .*)$/.test(text)
    )
      break;
  }
  for (const test of failed) {
    const logs = pending.get(test) ?? [];
    for (const log of logs) diagnostics.push(logDraft(test, log));
    const hasFailedChild = [...failed].some((other) => other.startsWith(`${test}/`));
    if (logs.length === 0 && !hasFailedChild)
      diagnostics.push({ file: null, line: null, column: null, severity: "error", message: "failed", test });
  }
  const folder = folderOfPackage(capture(packageResult, textAt(lines, end))?.("package") ?? "");
  for (const draft of diagnostics)
    if (folder !== "" && draft.file !== null && !/[/\\]/.test(draft.file)) draft.file = `${folder}/${draft.file}`;
  diagnostics.sort((one, other) => Number(one.file === null) - Number(other.file === null));
  return { end, diagnostics, counts, ...(verdict === undefined ? {} : { verdict }) };
}

/** A panic: its text, then the goroutines, of which the first is the one that failed. */
function readPanic(lines: readonly OutputLine[], at: number, test: string): Block | null {
  const said = /^(?:panic: |fatal error: |runtime: goroutine stack exceeds)(.*)$/.exec(textAt(lines, at));
  if (said === null) return null;
  const message = [textAt(lines, at)];
  const frames: StackFrame[] = [];
  let end = at + 1;
  let goroutines = 0;
  let name: string | null = null;
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (packageResult.test(text) || /^exit status \d+/.test(text)) break;
    if (/^goroutine \d+ (?:gp=\S+ .*)?\[.*\]:$/.test(text)) goroutines += 1;
    else if (goroutines === 0 && text.trim() !== "" && !/^\[signal /.test(text)) message.push(text);
    const frame = capture(frameLine, text);
    if (frame !== null && goroutines === 1) {
      const file = frame("file");
      const isForeign = isForeignPath(file) || /^(?:testing|runtime|reflect|panic)(?:\.|\()/.test(name ?? "");
      frames.push({
        file,
        line: toPosition(frame("line")),
        column: null,
        function: name,
        isForeign,
        isPartialPath: false,
      });
    } else if (indentOf(text) === 0) name = text.replace(/\([^()]*\)$/, "");
  }
  return {
    end,
    diagnostics: [failureDraft({ test: test === "" ? undefined : test, messageLines: message.slice(0, 20), frames })],
    verdict: "failed",
  };
}

function readCompiler(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(compiler, textAt(lines, at));
  if (part === null) return null;
  const message = [part("message")];
  let end = at + 1;
  const frame: string[] = [];
  // golangci-lint draws the source line; the compiler lists `have (…)` and `want (…)` behind a tab.
  if (isUnderline(textAt(lines, end + 1)) && /^\s/.test(textAt(lines, end))) {
    frame.push(textAt(lines, end), textAt(lines, end + 1));
    end += 2;
  }
  while (frame.length === 0 && /^\t\S/.test(textAt(lines, end)) && !frameLine.test(textAt(lines, end))) {
    message.push(textAt(lines, end));
    end += 1;
  }
  const linter = /^(?<said>.*\S) \((?<code>[a-z][\w-]*)\)$/.exec(part("message"))?.groups;
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: /^warning: /.test(part("message")) ? "warning" : "error",
    code: frame.length > 0 ? (linter?.code ?? null) : null,
    message: joinMessage(message),
  };
  if (frame.length > 0) draft.codeFrame = joinFrame(frame);
  return { end, diagnostics: [draft] };
}

function readPackage(lines: readonly OutputLine[], at: number): Block | null {
  if (packageHead.test(textAt(lines, at))) return { end: at + 1, diagnostics: [] };
  const part = capture(packageResult, textAt(lines, at));
  if (part === null) return null;
  return {
    end: at + 1,
    diagnostics: [],
    ...(part("result") === "FAIL"
      ? { verdict: "failed" }
      : part("result").startsWith("ok")
        ? { verdict: "passed" }
        : {}),
  };
}

/** `go: cannot find main module`: the tool's own complaint, without a place unless it names go.mod. */
function readTool(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(goTool, textAt(lines, at));
  if (part === null) return null;
  if (/^(?:downloading|finding|extracting|added|upgraded|removed|found|creating|to add)\b/.test(part("message")))
    return { end: at + 1, diagnostics: [] };
  const place = capture(
    /^(?:errors parsing )?(?<file>go\.(?:mod|work))(?::(?<line>\d+))?(?::(?<column>\d+))?: ?(?<rest>.*)$/,
    part("message"),
  );
  const isError =
    /(?:cannot|errors? |not found|no required|missing|invalid|unknown|fail|conflict|inconsistent|updates to go)/.test(
      part("message"),
    );
  return {
    end: at + 1,
    diagnostics: [
      {
        file: place?.("file") ?? null,
        line: toPosition(place?.("line") ?? ""),
        column: toPosition(place?.("column") ?? ""),
        severity: isError ? "error" : "info",
        message: part("message"),
      },
    ],
  };
}

/** Source: the go command's build, vet and test output (`cmd/go`, `testing`, `cmd/vet`). */
export const goParser: OutputParser = {
  name: "go",
  kind: "test_runner",
  tools: ["go", "go build", "go vet", "go test", "govet", "gotestsum"],
  reads: "go build, go vet and go test, with and without -v, and panics",
  signs: [
    packageResult,
    testMark,
    running,
    /^(?:vet: )?\S+\.go:\d+:\d+: \S/,
    packageHead,
    /^go: \S/,
    /^goroutine \d+ \[/,
  ],
  run: { opens: /^=== RUN/, closes: packageResult },
  read(lines, at) {
    return (
      readRun(lines, at) ??
      readPackage(lines, at) ??
      readPanic(lines, at, "") ??
      readCompiler(lines, at) ??
      readTool(lines, at)
    );
  },
};
