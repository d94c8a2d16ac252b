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
import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";
import { type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const severityOf: ReadonlyMap<string, Severity> = new Map([
  ["ERROR", "error"],
  ["WARNING", "warning"],
  ["INFO", "info"],
  ["1", "error"],
  ["2", "warning"],
  ["3", "info"],
]);

function severityFrom(value: Json): Severity | null {
  return severityOf.get(typeof value === "number" ? String(value) : textOf(value)) ?? null;
}

function draftOf(diagnostic: Json, otherwise: Severity | null): Draft | null {
  const message = textOf(member(diagnostic, "message"));
  const path = textOf(memberAt(diagnostic, "location", "path"));
  if (message === "" && path === "") return null;
  const start = memberAt(diagnostic, "location", "range", "start");
  return {
    file: path === "" ? null : path,
    line: positionOf(member(start, "line")) || null,
    column: positionOf(member(start, "column")) || null,
    severity: severityFrom(member(diagnostic, "severity")) ?? otherwise ?? "warning",
    code: textOf(memberAt(diagnostic, "code", "value")) || null,
    message: joinMessage(message.split("\n")),
  };
}

/** Source: reviewdog's Diagnostic Format, `rdjson` and `rdjsonl`. */
export const rdjsonParser: OutputParser = {
  name: "rdjson",
  kind: "report",
  tools: ["rdjson", "rdjsonl", "reviewdog"],
  reads: "reviewdog diagnostics, as one document or one per line",
  signs: [/"diagnostics"\s*:\s*\[/, /"location"\s*:\s*\{\s*"(?:path|range)"/],
  read(lines, at) {
    if (!/^\s*\{/.test(textAt(lines, at))) return null;
    const span = jsonSpan(lines, at);
    const parsed = parseJson(span.text);
    if (parsed.kind === "too_deep")
      return {
        end: span.end,
        diagnostics: [],
        isCut: true,
        notes: [`The JSON is nested ${parsed.depth} deep; ${outputLimits.depth} is the limit.`],
      };
    if (parsed.kind === "invalid")
      return { end: span.end, diagnostics: [], isCut: true, notes: ["The rdjson is not valid JSON; it may be cut."] };
    const listed = itemsOf(member(parsed.value, "diagnostics"));
    const isList = Object.hasOwn(Object(parsed.value), "diagnostics");
    const otherwise = severityFrom(member(parsed.value, "severity"));
    const drafts = isList
      ? listed.slice(0, outputLimits.diagnostics + 1).map((item) => draftOf(item, otherwise))
      : [draftOf(parsed.value, null)];
    const diagnostics = drafts.filter((draft) => draft !== null);
    if (!isList && diagnostics.length === 0) return null;
    return {
      end: span.end,
      diagnostics,
      ...(isList ? { verdict: diagnostics.length === 0 ? ("passed" as const) : ("failed" as const) } : {}),
    };
  },
};
