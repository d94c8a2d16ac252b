import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { fileOfClass, readJavaTrace } from "#server/domain/diagnostics/parsers/java-tests.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const testHead = /^(?<owner>[\w.$]+) > (?<method>\S.*) (?<state>FAILED|PASSED|SKIPPED|STANDARD_OUT|STANDARD_ERROR)$/;
const shortFrame = / at (?<file>[\w$-]+\.(?:java|kt|groovy|scala)):(?<line>\d+)$/;
const totals = /^(?<run>\d+) tests? completed(?:, (?<failed>\d+) failed)?(?:, (?<skipped>\d+) skipped)?$/;
const result = /^BUILD (?<result>SUCCESSFUL|FAILED) in .*$/;
const wrong = /^\* What went wrong:$/;
const where = /^(?:Build file|Settings file|Script) '(?<file>[^']+)'(?: line: (?<line>\d+))?/;
const consequence = /^Execution failed for task '.*'\.$/;
const repeated =
  /^> (?:Compilation failed; see the compiler|There were failing tests|Compilation error\. See log|Process 'command)/;

/** `CartTest > adds() FAILED` and the indented exception below it. */
function readTest(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(testHead, textAt(lines, at));
  if (part === null) return null;
  const state = part("state");
  if (state === "PASSED") return { end: at + 1, diagnostics: [], counts: { ...noCounts } };
  if (state !== "FAILED") {
    let end = at + 1;
    while (state !== "SKIPPED" && end < lines.length && /^ {4}/.test(textAt(lines, end))) end += 1;
    return { end, diagnostics: [] };
  }
  const trace = readJavaTrace(lines, at + 1, (text) => text !== "" && !/^\s/.test(text));
  const owner = part("owner");
  // Gradle's short form names only the file of a frame, behind the exception: `AssertionError at CartTest.java:12`.
  const short = capture(shortFrame, trace.message.join("\n").trim());
  const folder = owner.slice(0, owner.lastIndexOf(".") + 1).replaceAll(".", "/");
  const draft = failureDraft({
    test: `${owner} > ${part("method")}`,
    messageLines: trace.message.map((text) => text.replace(shortFrame, "")),
    frames: trace.frames,
    declaredAt:
      short === null
        ? { file: fileOfClass(owner), line: null, column: null }
        : { file: folder + short("file"), line: toPosition(short("line")), column: null },
  });
  draft.isPartialPath = true;
  return { end: trace.end, diagnostics: [draft], verdict: "failed" };
}

function readTotals(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(totals, textAt(lines, at));
  if (part === null) return null;
  const failed = toCount(part("failed"));
  const skipped = toCount(part("skipped"));
  const counts = { ...noCounts, failed, skipped, passed: Math.max(0, toCount(part("run")) - failed - skipped) };
  return { end: at + 1, diagnostics: [], counts, verdict: failed > 0 ? "failed" : "passed" };
}

/** `* Where:` and `* What went wrong:`. A failed task repeats what its own tool said above; anything else is told only here. */
function readWrong(lines: readonly OutputLine[], at: number): Block | null {
  if (!wrong.test(textAt(lines, at))) return null;
  const message: string[] = [];
  let end = at + 1;
  while (end < lines.length && !/^\* |^BUILD /.test(textAt(lines, end))) {
    message.push(textAt(lines, end));
    end += 1;
  }
  const said = message.map((text) => text.trim()).filter((text) => text !== "");
  if (consequence.test(said[0] ?? "") && (said.length === 1 || repeated.test(said[1] ?? "")))
    return { end, diagnostics: [], verdict: "failed" };
  const place = at >= 2 ? capture(where, textAt(lines, at - 2)) : null;
  const draft: Draft = {
    file: place?.("file") ?? null,
    line: toPosition(place?.("line") ?? ""),
    column: null,
    severity: "error",
    message: joinMessage(message),
  };
  return { end, diagnostics: [draft], verdict: "failed" };
}

/** Source: Gradle's console: test events, `FAILURE` report and build result. */
export const gradleParser: OutputParser = {
  name: "gradle",
  kind: "test_runner",
  tools: ["gradle", "gradlew"],
  reads: "Gradle builds: test events, failures, build result",
  signs: [/^> Task :\S+/, result, totals, wrong],
  run: { opens: /^> Task :/, closes: result },
  read(lines, at) {
    const built = capture(result, textAt(lines, at));
    if (built !== null)
      return { end: at + 1, diagnostics: [], verdict: built("result") === "SUCCESSFUL" ? "passed" : "failed" };
    return readTest(lines, at) ?? readTotals(lines, at) ?? readWrong(lines, at);
  },
};
