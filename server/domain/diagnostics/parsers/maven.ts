import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { fileOfClass, readJavaTrace } from "#server/domain/diagnostics/parsers/java-tests.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const level = /^\[(?<level>INFO|WARNING|WARN|ERROR|DEBUG)\] ?(?<rest>.*)$/;
const compiler =
  /^(?<file>(?:\/|[A-Za-z]:[\\/])\S.*?\.\w+):\[(?<line>\d+),(?<column>\d+)\] (?:(?:error|warning): )?(?:\[(?<code>[\w.-]+)\] )?(?<message>\S.*)$/;
const checkstyle =
  /^(?<file>\S.*?\.\w+):\[(?<line>\d+)(?:,(?<column>\d+))?\] \((?<group>[\w.]+)\) (?<code>\w+): (?<message>\S.*)$/;
const totals =
  /^Tests run: (?<run>\d+), Failures: (?<failures>\d+), Errors: (?<errors>\d+), Skipped: (?<skipped>\d+)(?<tail>.*)$/;
const testHead =
  /^(?:(?<owner>[\w.$]+)\.(?<method>[\w$<>-]+(?:[({[].*?)?)|(?<oldMethod>[\w$<>-]+(?:[({[].*?)?)\((?<oldOwner>[\w.$]+)\))(?: --)? {1,2}Time elapsed: [\d.,]+ s(?:ec)? +<<< (?<what>FAILURE|ERROR)!$/;
const listed =
  /^ {1,3}(?<test>[\w$.]+(?:->[\w$.]+)*(?:\[[^\]]*\])?):(?<line>\d+)(?:->[\w$.]+:\d+)* (?:» )?(?<message>\S.*)$/;
const buildResult = /^BUILD (?<result>SUCCESS|FAILURE)$/;
const goal = /^Failed to execute goal (?<goal>\S+) .*?: (?<message>.*?)(?: -> \[Help \d+\])?$/;
const pom = /^(?:\[(?:ERROR|FATAL)\] )?(?:Non-parseable POM|Malformed POM) (?<file>\S.*?): (?<message>.*?)(?: @.*)?$/;

function restOf(text: string): string {
  return capture(level, text)?.("rest") ?? text;
}

function severityOf(text: string): "error" | "warning" {
  return /^\[WARN/.test(text) ? "warning" : "error";
}

function readCompiler(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const part = capture(checkstyle, restOf(text)) ?? capture(compiler, restOf(text));
  if (part === null) return null;
  const message = [part("message")];
  let end = at + 1;
  // `symbol:` and `location:` follow behind the same level, indented.
  for (; end < lines.length; end += 1) {
    const detail = /^(?:\[(?:ERROR|WARNING|WARN)\])? {2,}(\S.*)$/.exec(textAt(lines, end))?.[1];
    if (detail === undefined || compiler.test(detail)) break;
    message.push(`  ${detail}`);
  }
  const draft: Draft = {
    file: part("file"),
    line: toPosition(part("line")),
    column: toPosition(part("column")),
    severity: severityOf(text),
    code: part("code") === "" ? null : part("code"),
    message: joinMessage(message),
  };
  return { end, diagnostics: [draft] };
}

/** A failed test with its trace: `com.acme.CartTest.adds -- Time elapsed: 0.02 s <<< FAILURE!`. */
function readTest(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(testHead, restOf(textAt(lines, at)));
  if (part === null) return null;
  const owner = part("owner") || part("oldOwner");
  const method = part("method") || part("oldMethod");
  const trace = readJavaTrace(lines, at + 1, (text) => level.test(text));
  const draft = failureDraft({
    test: `${owner}.${method}`,
    messageLines: trace.message,
    frames: trace.frames,
    declaredAt: { file: fileOfClass(owner), line: null, column: null },
  });
  if (draft.line === null) draft.isPartialPath = true;
  return { end: trace.end, diagnostics: [draft], verdict: "failed" };
}

/** The list below `Failures:` and `Errors:` names test and line only; it stands alone with trimmed traces. */
function readListed(lines: readonly OutputLine[], at: number): Block | null {
  const text = textAt(lines, at);
  const part = /^\[ERROR\] /.test(text) ? capture(listed, text.slice(7)) : null;
  if (part === null) return null;
  const names = (part("test").split("->")[0] ?? "").split(".");
  const owner = names.slice(0, -1).join(".");
  const draft: Draft = {
    file: fileOfClass(owner === "" ? part("test") : owner),
    line: toPosition(part("line")),
    column: null,
    severity: "error",
    message: part("message"),
    test: part("test"),
    isPartialPath: true,
    isTrace: true,
  };
  return { end: at + 1, diagnostics: [draft], verdict: "failed" };
}

function readTotals(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(totals, restOf(textAt(lines, at)));
  if (part === null) return null;
  const failed = toCount(part("failures")) + toCount(part("errors"));
  const skipped = toCount(part("skipped"));
  const verdict = failed > 0 ? ("failed" as const) : undefined;
  // One line per class ends in its time; the sum over all classes has none.
  if (/Time elapsed/.test(part("tail"))) return { end: at + 1, diagnostics: [], ...(verdict ? { verdict } : {}) };
  const counts = { ...noCounts, failed, skipped, passed: Math.max(0, toCount(part("run")) - failed - skipped) };
  return { end: at + 1, diagnostics: [], counts, verdict: failed > 0 ? "failed" : "passed" };
}

function readBuild(lines: readonly OutputLine[], at: number): Block | null {
  const rest = restOf(textAt(lines, at));
  const result = capture(buildResult, rest);
  if (result !== null)
    return { end: at + 1, diagnostics: [], verdict: result("result") === "SUCCESS" ? "passed" : "failed" };
  const broken = capture(pom, rest);
  if (broken !== null) {
    const place = /\(position: .*?@(\d+):(\d+)\)|@(\d+):(\d+)/.exec(textAt(lines, at));
    const line = toPosition(place?.[1] ?? place?.[3] ?? "");
    const column = toPosition(place?.[2] ?? place?.[4] ?? "");
    return {
      end: at + 1,
      diagnostics: [{ file: broken("file"), line, column, severity: "error", message: broken("message") }],
      verdict: "failed",
    };
  }
  const part = capture(goal, rest);
  if (part === null) return null;
  // "Compilation failure" and "There are test failures" repeat what stands above.
  if (
    /^(?:Compilation failure|There (?:are|were) (?:some )?test failures|You have \d+ \w+ violations)/.test(
      part("message"),
    )
  ) {
    return { end: at + 1, diagnostics: [], verdict: "failed" };
  }
  return {
    end: at + 1,
    diagnostics: [
      {
        file: null,
        line: null,
        column: null,
        severity: "error",
        code: null,
        message: `${part("goal")}: ${part("message")}`,
      },
    ],
    verdict: "failed",
  };
}

/** Source: maven-compiler-plugin, maven-checkstyle-plugin, Surefire and Failsafe 2 and 3. */
export const mavenParser: OutputParser = {
  name: "maven",
  kind: "test_runner",
  tools: ["maven", "mvn", "surefire"],
  reads: "Maven builds: compiler errors, Surefire and Failsafe tests, Checkstyle",
  signs: [
    /^\[(?:INFO|ERROR|WARNING)\] (?:-{10,}|BUILD |Scanning for projects|COMPILATION ERROR|Tests run: |Failed to execute goal |\/?\S.*\.java:\[\d+)/,
    totals,
    testHead,
  ],
  run: { opens: /^\[INFO\] Scanning for projects/, closes: /^\[\w+\] BUILD (?:SUCCESS|FAILURE)/ },
  read(lines, at) {
    if (/^\[\w+\] \d+ (?:errors?|warnings?)$/.test(textAt(lines, at))) return { end: at + 1, diagnostics: [] };
    return (
      readCompiler(lines, at) ??
      readTest(lines, at) ??
      readTotals(lines, at) ??
      readListed(lines, at) ??
      readBuild(lines, at)
    );
  },
};
