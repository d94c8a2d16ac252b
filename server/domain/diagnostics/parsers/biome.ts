import { capture, toCount, toPosition } from "#server/domain/diagnostics/capture.ts";
import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const header =
  /^(?<place>\S.*?)(?::(?<line>\d+):(?<column>\d+))? (?<code>[a-z][\w-]*(?:\/[\w-]+)*)\s+(?:(?:FIXABLE|DEPRECATED|INTERNAL|VERBOSE)\s+)*━{3,}$/;
const bareHeader = /^(?<code>[a-z][\w-]*(?:\/[\w-]+)*) ━{3,}$/;
const advice = /^ {2}(?<mark>[×✖!⚠iℹ]) (?<message>.*)$/;
const found = /^Found (?<count>\d+) errors?\.$/;
const severityByMark: ReadonlyMap<string, Severity> = new Map([
  ["×", "error"],
  ["✖", "error"],
  ["!", "warning"],
  ["⚠", "warning"],
  ["i", "info"],
  ["ℹ", "info"],
]);

/** Source: Biome's `biome_diagnostics` display: a ruled header, advices marked `×`, `!` or `i`, code frames indented by four. */
export const biomeParser: OutputParser = {
  name: "biome",
  kind: "checker",
  tools: ["biome", "rome"],
  reads: "Biome check, lint, format and ci in their default reporter",
  signs: [header, bareHeader, /^Checked \d+ files? in [\d.]+\s?(?:ms|µs|s)\./],
  read(lines, at) {
    const count = capture(found, textAt(lines, at));
    if (count !== null)
      return { end: at + 1, diagnostics: [], ...(toCount(count("count")) > 0 ? { verdict: "failed" as const } : {}) };
    if (bareHeader.test(textAt(lines, at))) {
      // "Some errors were emitted while running checks": a summary without a place.
      let end = at + 1;
      while (end < lines.length && /^(?:\s*| {2}.*)$/.test(textAt(lines, end)) && !header.test(textAt(lines, end)))
        end += 1;
      return { end, diagnostics: [] };
    }
    const part = capture(header, textAt(lines, at));
    if (part === null) return null;
    let end = at + 1;
    let mark = "×";
    const message: string[] = [];
    const frame: string[] = [];
    let isFirst = true;
    for (; end < lines.length; end += 1) {
      const text = textAt(lines, end);
      if (header.test(text) || bareHeader.test(text) || (text !== "" && !text.startsWith("  "))) break;
      const said = capture(advice, text);
      if (said !== null && message.length === 0) {
        mark = said("mark");
        message.push(said("message"));
      } else if (said !== null) isFirst = false;
      else if (isFirst && frame.length === 0 && /^ {4}\S/.test(text) && !text.includes("│")) message.push(text.trim());
      else if (isFirst && text.includes("│")) frame.push(text);
    }
    const draft: Draft = {
      file: part("place"),
      line: toPosition(part("line")),
      column: toPosition(part("column")),
      severity: severityByMark.get(mark) ?? "error",
      code: part("code"),
      message: joinMessage(message),
    };
    if (frame.length > 0) draft.codeFrame = joinFrame(frame);
    return { end, diagnostics: [draft] };
  },
};
