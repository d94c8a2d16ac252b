import { toPosition } from "#server/domain/diagnostics/capture.ts";
import { noCounts, type TestCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { xmlSpan } from "#server/domain/diagnostics/document-span.ts";
import { isForeignPath } from "#server/domain/diagnostics/foreign-path.ts";
import { readColonLocation } from "#server/domain/diagnostics/located-text.ts";
import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { fileOfClass } from "#server/domain/diagnostics/parsers/java-tests.ts";
import { hasSourceName } from "#server/domain/diagnostics/source-path.ts";
import {
  readPointerFrame,
  readPythonFrame,
  readStackFrame,
  type StackFrame,
} from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";
import { readXml, type XmlEvent } from "#server/domain/diagnostics/xml-events.ts";

type Case = { name: string; owner: string; file: string; line: string };
type Failure = { message: string; type: string; text: string[]; size: number };

const failureTextLimit = 65_536;

/** Frames in the text of a failure, whatever language wrote it. pytest writes places outermost first, all others innermost first. */
function framesOf(text: string): StackFrame[] {
  const frames: StackFrame[] = [];
  const outermostFirst: StackFrame[] = [];
  for (const line of text.split("\n").slice(0, 2_000)) {
    const short = line.slice(0, outputLimits.lineCharacters).replace(/^E(?= {3})/, "");
    const frame = readStackFrame(short) ?? readPointerFrame(short);
    if (frame !== null) {
      frames.push(frame);
      continue;
    }
    const python = readPythonFrame(short);
    if (python !== null) outermostFirst.push(python);
    else {
      const located = readColonLocation(short.trim());
      if (located === null || !hasSourceName(located.file) || !/^: ?(?:\S.*)?$/.test(located.rest)) continue;
      outermostFirst.push({
        file: located.file,
        line: located.line,
        column: located.column,
        function: null,
        isForeign: isForeignPath(located.file),
        isPartialPath: false,
      });
    }
  }
  return [...frames, ...outermostFirst.toReversed()];
}

/** What the text of a failure says without its frames: pytest's `E` lines where it has them. */
function reasonIn(text: string): string {
  const rows = text.split("\n").slice(0, 2_000);
  const marked = rows.filter((row) => /^E {3}\s*\S/.test(row)).map((row) => row.slice(4));
  if (marked.some((row) => /^(?:Syntax|Indentation|Tab)Error: /.test(row))) return marked.at(-1) ?? "";
  return (
    marked.length > 0
      ? marked
      : rows.filter((row) => readStackFrame(row.slice(0, outputLimits.lineCharacters)) === null)
  )
    .slice(0, 20)
    .join("\n");
}

function testName({ name, owner }: Case): string {
  // node:test gives every test the class "test".
  return owner === "" || owner === "test" || name.startsWith(owner) ? name : `${owner} ${name}`;
}

function declaredAt(test: Case): { file: string; line: number | null; column: null } | null {
  if (test.file !== "") return { file: test.file, line: toPosition(test.line), column: null };
  const owner = test.owner;
  if (/^(?:\/|[A-Za-z]:[\\/])/.test(test.name) && hasSourceName(test.name))
    return { file: test.name, line: null, column: null };
  if (hasSourceName(owner.split(" > ")[0] ?? "") && /[/\\]/.test(owner))
    return { file: owner.split(" > ")[0] ?? "", line: toPosition(test.line), column: null };
  const file = classFileOf(owner);
  return file === null ? null : { file, line: null, column: null };
}

/** A class with its package is a Java class by convention: a capital after the last dot. */
function classFileOf(owner: string): string | null {
  return /^(?:[a-z_][\w]*\.)+[A-Z][\w$]*$/.test(owner) ? fileOfClass(owner) : null;
}

function draftOf(test: Case, failure: Failure): Draft {
  const text = failure.text.join("").replaceAll("\r\n", "\n").trim();
  const isVague =
    failure.message.trim() === "" ||
    /^(?:collection failure|failed on (?:setup|teardown) with|test failure|Failed)/.test(failure.message);
  const said = (isVague ? reasonIn(text) : "") || failure.message.trim() || failure.type || "failed";
  const message =
    failure.type !== "" &&
    !said.includes(failure.type) &&
    failure.message !== "" &&
    /Error|Exception/.test(failure.type)
      ? `${failure.type}: ${said}`
      : said;
  const draft = failureDraft({
    test: testName(test),
    messageLines: message.split("\n"),
    frames: framesOf(text),
    declaredAt: declaredAt(test),
  });
  if (draft.line === null && draft.file !== null && draft.file === classFileOf(test.owner)) draft.isPartialPath = true;
  return draft;
}

/** Source: the JUnit XML that Ant, Surefire, Gradle, pytest, jest-junit, Vitest, node:test, Playwright and gotestsum write. */
export const junitXmlParser: OutputParser = {
  name: "junit_xml",
  kind: "report",
  tools: ["junit", "junit-xml", "junit_xml"],
  reads: "JUnit XML reports",
  signs: [/<testsuites?[\s>]/],
  read(lines, at): Block | null {
    if (!/^\s*(?:<\?xml|<testsuites?[\s>]|<!DOCTYPE)/.test(textAt(lines, at))) return null;
    const span = xmlSpan(lines, at, ["testsuites", "testsuite"]);
    const diagnostics: Draft[] = [];
    const counts: TestCounts = { ...noCounts };
    const suiteFiles: string[] = [];
    let test: Case | null = null;
    let state: "passed" | "failed" = "passed";
    let isSkipped = false;
    let failure: Failure | null = null;
    let pending: Draft[] = [];
    const endCase = () => {
      // node:test writes a todo test that fails as skipped and as failed; it does not fail the run.
      counts[isSkipped ? "skipped" : state] += 1;
      if (!isSkipped && diagnostics.length <= outputLimits.diagnostics) diagnostics.push(...pending);
      pending = [];
      isSkipped = false;
      test = null;
    };
    const endFailure = () => {
      // Surefire repeats a failure for each rerun; the first one counts.
      if (failure !== null && (test === null || pending.length === 0)) {
        const draft = draftOf(test ?? { name: "", owner: "", file: suiteFiles.at(-1) ?? "", line: "" }, failure);
        if (test === null) diagnostics.push(draft);
        else pending.push(draft);
      }
      failure = null;
    };
    const reading = readXml(span.text, (event: XmlEvent) => {
      if (event.kind === "text") {
        if (failure !== null && failure.size < failureTextLimit) {
          const part = event.text.slice(0, failureTextLimit);
          failure.text.push(part);
          failure.size += part.length;
        }
        return;
      }
      if (event.kind === "close") {
        if (event.name === "testcase") endCase();
        else if (event.name === "failure" || event.name === "error") endFailure();
        else if (event.name === "testsuite") suiteFiles.pop();
        return;
      }
      const read = (name: string) => event.attributes.get(name) ?? "";
      if (event.name === "testsuite") {
        const file =
          read("file") ||
          read("filepath") ||
          (hasSourceName(read("name")) && /[/\\]/.test(read("name")) ? read("name") : "");
        if (!event.isEmpty) suiteFiles.push(file);
      } else if (event.name === "testcase") {
        test = {
          name: read("name"),
          owner: read("classname"),
          file: read("file") || (suiteFiles.at(-1) ?? ""),
          line: read("line"),
        };
        state = "passed";
        if (event.isEmpty) endCase();
      } else if (event.name === "skipped") isSkipped = true;
      else if (event.name === "failure" || event.name === "error") {
        state = "failed";
        failure = { message: read("message"), type: read("type"), text: [], size: 0 };
        if (event.isEmpty) endFailure();
      }
    });
    const isCut = !span.isClosed || !reading.isComplete;
    const verdict =
      counts.failed > 0 || diagnostics.length > 0 ? "failed" : counts.passed > 0 && !isCut ? "passed" : undefined;
    return {
      end: span.end,
      diagnostics,
      counts,
      notes: reading.notes,
      ...(verdict === undefined ? {} : { verdict }),
      ...(isCut ? { isCut } : {}),
    };
  },
};
