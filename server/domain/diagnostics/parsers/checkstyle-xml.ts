import { toPosition } from "#server/domain/diagnostics/capture.ts";
import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { xmlSpan } from "#server/domain/diagnostics/document-span.ts";
import { joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";
import { type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";
import { readXml } from "#server/domain/diagnostics/xml-events.ts";

const severityOf: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["info", "info"],
  ["ignore", "info"],
]);

/** Source: Checkstyle's XMLLogger; ESLint, stylelint, phpcs, ktlint, detekt, shellcheck and golangci-lint write it too. */
export const checkstyleXmlParser: OutputParser = {
  name: "checkstyle_xml",
  kind: "report",
  tools: ["checkstyle", "checkstyle-xml", "checkstyle_xml"],
  reads: "Checkstyle XML reports",
  signs: [/<checkstyle[\s>]/],
  read(lines, at) {
    if (!/^\s*(?:<\?xml|<checkstyle[\s>]|<!DOCTYPE)/.test(textAt(lines, at))) return null;
    const span = xmlSpan(lines, at, ["checkstyle"]);
    const diagnostics: Draft[] = [];
    let file = "";
    const reading = readXml(span.text, (event) => {
      if (event.kind !== "open") return;
      const read = (name: string) => event.attributes.get(name) ?? "";
      if (event.name === "file") file = read("name");
      if (event.name !== "error" || diagnostics.length > outputLimits.diagnostics) return;
      const source = read("source");
      diagnostics.push({
        file: file === "" ? null : file,
        line: toPosition(read("line")) || null,
        column: toPosition(read("column")) || null,
        severity: severityOf.get(read("severity")) ?? "error",
        // `eslint.rules.no-undef` and `com.puppycrawl…LineLengthCheck` end in the rule.
        code:
          source === "" ? null : source.replace(/^eslint\.rules\.|^stylelint\.rules\.|^(?:[a-z]\w*\.)+(?=[A-Z])/, ""),
        message: joinMessage(read("message").split("\n")),
      });
    });
    const isCut = !span.isClosed || !reading.isComplete;
    const verdict = diagnostics.length > 0 ? "failed" : isCut ? undefined : "passed";
    return {
      end: span.end,
      diagnostics,
      notes: reading.notes,
      ...(verdict === undefined ? {} : { verdict }),
      ...(isCut ? { isCut } : {}),
    };
  },
};
