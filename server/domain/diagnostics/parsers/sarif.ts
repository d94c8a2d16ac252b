import type { RelatedLocation, Severity } from "#server/domain/diagnostics/diagnostic.ts";
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
import { type Block, type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const severityOf: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["note", "info"],
  ["none", "info"],
]);

type Place = { file: string; line: number | null; column: number | null };

function placeOf(run: Json, location: Json): Place | null {
  const physical = member(location, "physicalLocation");
  const artifact = member(physical, "artifactLocation");
  let uri = textOf(member(artifact, "uri"));
  const index = positionOf(member(artifact, "index"));
  if (uri === "" && index !== null) uri = textOf(memberAt(itemsOf(member(run, "artifacts"))[index], "location", "uri"));
  if (uri === "") return null;
  const base = textOf(memberAt(member(run, "originalUriBaseIds"), textOf(member(artifact, "uriBaseId")), "uri"));
  const isRelative = !/^[a-z][\w+.-]*:|^\//i.test(uri);
  // Relative URIs are percent-encoded too; with the base they make one file URL, which is decoded as a path later.
  if (isRelative && base.startsWith("file:")) uri = `${base.replace(/\/?$/, "/")}${uri}`;
  else if (isRelative) uri = decodeRelative(uri);
  return {
    file: uri,
    line: positionOf(memberAt(physical, "region", "startLine")),
    column: positionOf(memberAt(physical, "region", "startColumn")),
  };
}

function decodeRelative(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function ruleOf(run: Json, result: Json): Json {
  const rules = itemsOf(memberAt(run, "tool", "driver", "rules"));
  const index = positionOf(member(result, "ruleIndex")) ?? positionOf(memberAt(result, "rule", "index"));
  const byIndex = index === null ? undefined : rules[index];
  if (byIndex !== undefined) return byIndex;
  const id = textOf(member(result, "ruleId"));
  return rules.find((rule) => textOf(member(rule, "id")) === id) ?? null;
}

function messageOf(run: Json, result: Json): string {
  const message = member(result, "message");
  const id = textOf(member(message, "id"));
  const template =
    textOf(member(message, "text")) ||
    textOf(memberAt(ruleOf(run, result), "messageStrings", id, "text")) ||
    textOf(member(message, "markdown"));
  const values = itemsOf(member(message, "arguments")).map((value) => textOf(value));
  return template.replaceAll(/\{(\d{1,2})\}/g, (whole, index: string) => values[Number(index)] ?? whole);
}

function draftsOf(document: Json): Draft[] {
  const drafts: Draft[] = [];
  for (const run of itemsOf(member(document, "runs"))) {
    for (const result of itemsOf(member(run, "results"))) {
      const kind = textOf(member(result, "kind"));
      if (kind !== "" && kind !== "fail" && kind !== "open" && kind !== "review") continue;
      if (itemsOf(member(result, "suppressions")).length > 0 || textOf(member(result, "baselineState")) === "absent")
        continue;
      const rule = ruleOf(run, result);
      const level =
        textOf(member(result, "level")) || textOf(memberAt(rule, "defaultConfiguration", "level")) || "warning";
      const place = placeOf(run, itemsOf(member(result, "locations"))[0] ?? null);
      const related: RelatedLocation[] = [];
      for (const location of itemsOf(member(result, "relatedLocations")).slice(0, outputLimits.related)) {
        const other = placeOf(run, location);
        if (other !== null) related.push({ ...other, message: textOf(memberAt(location, "message", "text")) });
      }
      const draft: Draft = {
        file: place?.file ?? null,
        line: place?.line ?? null,
        column: place?.column ?? null,
        severity: severityOf.get(level) ?? "warning",
        code: textOf(member(result, "ruleId")) || textOf(member(rule, "id")) || null,
        message: joinMessage(messageOf(run, result).split("\n")),
      };
      if (related.length > 0) draft.related = related;
      drafts.push(draft);
      if (drafts.length > outputLimits.diagnostics) return drafts;
    }
    drafts.push(...notificationsOf(run));
  }
  return drafts;
}

/** What kept the tool from reading a file stands beside the results: ESLint puts its parsing errors there. */
function notificationsOf(run: Json): Draft[] {
  const drafts: Draft[] = [];
  for (const invocation of itemsOf(member(run, "invocations"))) {
    for (const list of ["toolExecutionNotifications", "toolConfigurationNotifications"]) {
      for (const notification of itemsOf(member(invocation, list)).slice(0, outputLimits.diagnostics)) {
        if (textOf(member(notification, "level")) !== "error") continue;
        const place = placeOf(run, itemsOf(member(notification, "locations"))[0] ?? null);
        drafts.push({
          file: place?.file ?? null,
          line: place?.line ?? null,
          column: place?.column ?? null,
          severity: "error",
          code: textOf(memberAt(notification, "descriptor", "id")) || null,
          message: joinMessage(textOf(memberAt(notification, "message", "text")).split("\n")),
        });
      }
    }
  }
  return drafts;
}

/** Source: SARIF 2.1.0 (OASIS). */
export const sarifParser: OutputParser = {
  name: "sarif",
  kind: "report",
  tools: ["sarif", "codeql", "semgrep"],
  reads: "SARIF 2.1.0 logs",
  signs: [/"\$schema"\s*:\s*"[^"]*sarif/i, /"version"\s*:\s*"2\.1\.0"/],
  read(lines, at): Block | null {
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
      return {
        end: span.end,
        diagnostics: [],
        isCut: true,
        notes: ["The SARIF log is not valid JSON; it may be cut."],
      };
    if (
      itemsOf(member(parsed.value, "runs")).length === 0 &&
      !textOf(member(parsed.value, "$schema")).includes("sarif")
    )
      return { end: span.end, diagnostics: [] };
    const diagnostics = draftsOf(parsed.value);
    return { end: span.end, diagnostics, verdict: diagnostics.length === 0 ? "passed" : "failed" };
  },
};
