import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { jsonSpan } from "#server/domain/diagnostics/document-span.ts";
import {
  itemsOf,
  type Json,
  member,
  memberAt,
  parseJson,
  positionOf,
  textOf,
} from "#server/domain/diagnostics/json-document.ts";
import { joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { goParser } from "#server/domain/diagnostics/parsers/go.ts";

const severityOf: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["note", "note"],
  ["help", "note"],
  ["failure-note", "note"],
]);

/** One line of `cargo --message-format json`. */
function cargoDraft(value: Json): Draft | null {
  const message = member(value, "message");
  const level = textOf(member(message, "level"));
  const said = textOf(member(message, "message"));
  if (
    textOf(member(value, "reason")) !== "compiler-message" ||
    said === "" ||
    /^(?:aborting due to|\d+ warnings? emitted|for more information|some errors have)/i.test(said)
  )
    return null;
  const spans = itemsOf(member(message, "spans"));
  const span = spans.find((one) => member(one, "is_primary") === true) ?? spans[0];
  return {
    file: textOf(member(span, "file_name")) || null,
    line: positionOf(member(span, "line_start")),
    column: positionOf(member(span, "column_start")),
    severity: severityOf.get(level) ?? "error",
    code: textOf(memberAt(message, "code", "code")) || null,
    message: joinMessage(said.split("\n")),
    ...(textOf(member(message, "rendered")) === ""
      ? {}
      : { codeFrame: textOf(member(message, "rendered")).slice(0, 8_000) }),
  };
}

/** One line of `mypy -O json`. */
function mypyDraft(value: Json): Draft | null {
  const file = textOf(member(value, "file"));
  const said = textOf(member(value, "message"));
  if (file === "" || said === "" || !Object.hasOwn(Object(value), "severity")) return null;
  const hint = textOf(member(value, "hint"));
  return {
    file,
    line: positionOf(member(value, "line")),
    column: positionOf(member(value, "column")),
    severity: severityOf.get(textOf(member(value, "severity"))) ?? "error",
    code: textOf(member(value, "code")) || null,
    message: joinMessage([...said.split("\n"), ...(hint === "" ? [] : [hint])]),
  };
}

/** `go test -json` carries the plain output in pieces; put together it is read as such. */
function readGo(lines: readonly OutputLine[], at: number): Block | null {
  const texts = new Map<string, string[]>();
  let end = at;
  for (; end < lines.length; end += 1) {
    const text = lines[end]?.whole ?? textAt(lines, end);
    if (!/^\{"(?:Time|Action|Import)/.test(text)) break;
    const parsed = parseJson(text);
    if (parsed.kind !== "value") break;
    const key = textOf(member(parsed.value, "Package")) || textOf(member(parsed.value, "ImportPath"));
    const held = texts.get(key) ?? [];
    held.push(textOf(member(parsed.value, "Output")));
    texts.set(key, held);
  }
  if (end === at) return null;
  const block: Block = { end, diagnostics: [] };
  for (const parts of texts.values()) {
    const plain = parts
      .join("")
      .split("\n")
      .map((text, number) => ({ text: text.trimEnd(), number, isCleared: false }));
    for (let row = 0; row < plain.length; ) {
      const read = goParser.read(plain, row);
      row = read?.end ?? row + 1;
      if (read === null) continue;
      block.diagnostics.push(...read.diagnostics);
      if (read.verdict === "failed" || block.verdict === undefined)
        block.verdict = read.verdict ?? block.verdict ?? "passed";
      if (read.counts !== undefined) {
        const held = block.counts ?? { passed: 0, failed: 0, skipped: 0, todo: 0, flaky: 0 };
        block.counts = {
          ...held,
          passed: held.passed + read.counts.passed,
          failed: held.failed + read.counts.failed,
          skipped: held.skipped + read.counts.skipped,
        };
      }
    }
  }
  return block;
}

/** ESLint's `-f json`: an array of files, each with messages. */
function readEslint(lines: readonly OutputLine[], at: number): Block | null {
  if (!/^\s*\[\s*(?:\{|$)/.test(textAt(lines, at).slice(0, 200))) return null;
  const span = jsonSpan(lines, at);
  const parsed = parseJson(span.text);
  if (parsed.kind !== "value")
    return { end: span.end, diagnostics: [], isCut: true, notes: ["A JSON report could not be read; it may be cut."] };
  const diagnostics: Draft[] = [];
  for (const file of itemsOf(parsed.value)) {
    for (const message of itemsOf(member(file, "messages"))) {
      diagnostics.push({
        file: textOf(member(file, "filePath")) || null,
        line: positionOf(member(message, "line")),
        column: positionOf(member(message, "column")),
        severity: positionOf(member(message, "severity")) === 1 ? "warning" : "error",
        code: textOf(member(message, "ruleId")) || null,
        message: joinMessage(textOf(member(message, "message")).split("\n")),
      });
    }
  }
  return {
    end: span.end,
    diagnostics,
    ...(diagnostics.some((draft) => draft.severity === "error") ? { verdict: "failed" } : {}),
  };
}

/** Tools' own JSON, where agents ask for it: cargo, mypy and go one object a line, ESLint one array. */
export const toolJsonParser: OutputParser = {
  name: "tool_json",
  kind: "report",
  tools: ["cargo-json", "mypy-json", "go-test-json", "eslint-json"],
  reads: "cargo --message-format json, mypy -O json, go test -json, eslint -f json",
  signs: [
    /^\{"reason":"compiler-message"/,
    /^\{"file":\s*".*"severity":/,
    /^\{"(?:Time|Action|Import)[^}]*"Action"|^\{"Action"/,
    /"filePath"\s*:.*"messages"|^\s+"filePath":/,
  ],
  read(lines, at) {
    const text = lines[at]?.whole ?? textAt(lines, at);
    if (/^\s*\[/.test(text)) return readEslint(lines, at);
    if (!text.startsWith("{")) return null;
    if (/^\{"(?:Time|Action|Import)/.test(text)) return readGo(lines, at);
    const parsed = parseJson(text);
    if (parsed.kind !== "value") return null;
    const draft = cargoDraft(parsed.value) ?? mypyDraft(parsed.value);
    if (draft !== null) return { end: at + 1, diagnostics: [draft] };
    return Object.hasOwn(Object(parsed.value), "reason") ? { end: at + 1, diagnostics: [] } : null;
  },
};
