import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import { noCounts } from "#server/domain/diagnostics/diagnostic.ts";
import { splitLocation } from "#server/domain/diagnostics/located-text.ts";
import { indentOf } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { nodeTestCounts } from "#server/domain/diagnostics/parsers/test-summary.ts";
import { readStackFrame, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";
import { failureDraft } from "#server/domain/diagnostics/test-failure.ts";

const result =
  /^(?<indent>\s*)(?<not>not )?ok(?: (?<number>\d+))?(?:(?: -)? (?<name>\S.*?))?(?<directive> # (?:todo|skip)\b.*)?$/i;
const tally = /^# (?<what>tests|suites|pass|fail|cancelled|skipped|todo|ok|failed)\s+(?<count>\d+)/;
const mostDetail = 200;

function unquote(text: string): string {
  const quote = text[0];
  if (text.length < 2 || (quote !== "'" && quote !== '"') || !text.endsWith(quote)) return text;
  const inner = text.slice(1, -1);
  return quote === "'"
    ? inner.replaceAll("''", "'")
    : inner.replaceAll(/\\(["\\/nrt])/g, (_whole, mark: string) => (mark === "n" ? "\n" : mark));
}

/** Keys and texts of the YAML block below a result. Only what TAP producers write: plain values and literal blocks, one level deep. */
function readYaml(lines: readonly OutputLine[], from: number): { end: number; values: Map<string, string> } {
  const values = new Map<string, string>();
  if (textAt(lines, from).trim() !== "---") return { end: from, values };
  const own = indentOf(textAt(lines, from));
  let end = from + 1;
  let key = "";
  // node:test writes keys in the column of `---`, tape two further in.
  const keyIndent = indentOf(textAt(lines, end));
  for (; end < lines.length; end += 1) {
    const text = textAt(lines, end);
    if (text.trim() === "..." && indentOf(text) <= own) return { end: end + 1, values };
    if (text.trim() !== "" && indentOf(text) < own) break;
    const pair = indentOf(text) === keyIndent ? /^\s*([\w-]+):(?: (.*))?$/.exec(text) : null;
    if (pair !== null) {
      key = pair[1] ?? "";
      const value = (pair[2] ?? "").trim();
      if (!values.has(key)) values.set(key, /^[|>][-+]?\d?$/.test(value) ? "" : unquote(value));
    } else if (key !== "") {
      const held = values.get(key) ?? "";
      values.set(key, held === "" ? text : `${held}\n${text}`);
    }
  }
  return { end, values };
}

function framesOf(values: Map<string, string>): StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of (values.get("stack") ?? "").split("\n")) {
    const text = line.trim();
    if (text === "") continue;
    const frame = readStackFrame(text.startsWith("at ") ? text : `at ${text}`);
    if (frame !== null) frames.push(frame);
  }
  return frames;
}

type Place = { file: string; line: number | null; column: number | null };

function placeOf(values: Map<string, string>): Place | null {
  const location = values.get("location");
  if (location) return splitLocation(location);
  const at = values.get("at") ?? "";
  // tape: `at: fn (file:1:2)`; tap: a mapping of file, line and column.
  const inline = readStackFrame(at.startsWith("at ") ? at : `at ${at}`);
  if (inline !== null && inline.file !== null) return { file: inline.file, line: inline.line, column: inline.column };
  const field = (name: string) => new RegExp(`^\\s*(?:${name}): '?"?([^'"\\n]+)`, "m").exec(at)?.[1] ?? "";
  const file = field("fileName|file");
  return file === ""
    ? null
    : { file, line: toPosition(field("lineNumber|line")), column: toPosition(field("columnNumber|column")) };
}

/** Vitest puts the time behind the name; `#` and `\` are escaped. */
function nameOf(printed: string): string {
  return printed.replace(/ # time=[\d.]+m?s$/, "").replaceAll(/\\([#\\])/g, "$1");
}

/** Vitest writes the error as a mapping of name and message. */
function errorOf(text: string): string | null {
  const field = (key: string) => unquote((new RegExp(`^\\s*${key}: (.*)$`, "m").exec(text)?.[1] ?? "").trim());
  const message = field("message");
  if (message === "") return null;
  const name = field("name");
  return name === "" ? message : `${name}: ${message}`;
}

/** Mocha writes no YAML but the message and the stack, indented. */
function readPlainDetail(
  lines: readonly OutputLine[],
  from: number,
): { end: number; message: string[]; frames: StackFrame[] } {
  const message: string[] = [];
  const frames: StackFrame[] = [];
  let end = from;
  if (!/^ {2,}\S/.test(textAt(lines, end))) return { end, message, frames };
  for (; end < Math.min(lines.length, from + mostDetail); end += 1) {
    const text = textAt(lines, end);
    if (/^(?:not )?ok \d|^# |^1\.\.|^Bail out!/.test(text) || (frames.length > 0 && !/^\s/.test(text))) break;
    const frame = readStackFrame(text);
    if (frame !== null) frames.push(frame);
    else message.push(text.replace(/^ {2}/, ""));
  }
  return { end, message, frames };
}

function readResult(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(result, textAt(lines, at));
  if (part === null || (part("not") === "" && part("number") === "")) return null;
  // Vitest opens a suite with a brace and reports its tests inside.
  if (part("name").endsWith(" {"))
    return { end: at + 1, diagnostics: [], ...(part("not") === "" ? {} : { verdict: "failed" }) };
  const yamlAt = textAt(lines, at + 1).trim() === "---" ? at + 1 : -1;
  const { end, values } = yamlAt < 0 ? { end: at + 1, values: new Map<string, string>() } : readYaml(lines, yamlAt);
  const isFailure = part("not") !== "" && part("directive") === "";
  if (!isFailure) return { end, diagnostics: [] };
  // A suite fails because of what it holds, and that is reported itself.
  if (values.get("failureType") === "subtestsFailed") return { end, diagnostics: [], verdict: "failed" };
  const name = nameOf(part("name"));
  const nested = values.get("error") ?? "";
  const error = errorOf(nested) ?? (values.get("error") || values.get("message") || values.get("name") || name);
  const code = values.get("code");
  const plain = yamlAt < 0 ? readPlainDetail(lines, end) : { end, message: [], frames: [] };
  const draft = failureDraft({
    test: name,
    messageLines: plain.message.length > 0 ? plain.message : error.split("\n"),
    frames: [...framesOf(values), ...plain.frames],
    declaredAt: placeOf(values),
    code: code !== undefined && code !== "ERR_TEST_FAILURE" && code !== "" ? code : null,
  });
  return { end: plain.end, diagnostics: [draft], verdict: "failed" };
}

function readTally(lines: readonly OutputLine[], at: number): Block | null {
  const part = capture(tally, textAt(lines, at));
  if (part === null) return null;
  const key = nodeTestCounts.get(part("what"));
  if (key === undefined) return { end: at + 1, diagnostics: [] };
  const count = toCount(part("count"));
  const counts = { ...noCounts, [key]: count };
  if (key === "failed") return { end: at + 1, diagnostics: [], counts, ...(count > 0 ? { verdict: "failed" } : {}) };
  return { end: at + 1, diagnostics: [], counts, ...(key === "passed" && count > 0 ? { verdict: "passed" } : {}) };
}

function readBailOut(lines: readonly OutputLine[], at: number): Block | null {
  const said = /^\s*Bail out!\s*(.*)$/.exec(textAt(lines, at));
  if (said === null) return null;
  return {
    end: at + 1,
    diagnostics: [{ file: null, line: null, column: null, severity: "error", message: `Bail out! ${said[1]}`.trim() }],
    verdict: "failed",
  };
}

/** Source: the Test Anything Protocol 13 and 14; node:test's tap reporter, tap, tape, ava, bats and prove print it. */
export const tapParser: OutputParser = {
  name: "tap",
  kind: "test_runner",
  tools: ["tap", "node:test", "nodetest", "tape", "ava", "bats"],
  reads: "TAP, with its YAML blocks",
  signs: [/^TAP version 1[34]$/, /^\s*not ok \d+/, /^ok \d+ /, /^1\.\.\d+$/],
  run: { opens: /^TAP version/, closes: /^1\.\.\d+/ },
  read(lines, at) {
    return readResult(lines, at) ?? readTally(lines, at) ?? readBailOut(lines, at);
  },
};
