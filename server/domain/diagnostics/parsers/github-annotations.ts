import { toPosition } from "#server/domain/diagnostics/capture.ts";
import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { joinMessage } from "#server/domain/diagnostics/message-text.ts";
import { type Draft, type OutputParser, textAt } from "#server/domain/diagnostics/output-parser.ts";

const command = /^\s*::(?<level>error|warning|notice)(?: (?<properties>[^:\n]*(?::(?!:)[^:\n]*)*))?::(?<message>.*)$/;
const azure = /^\s*##vso\[task\.logissue (?<properties>[^\]]*)\](?<message>.*)$/;
const severityByLevel: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["notice", "info"],
]);

// GitHub escapes `%`, CR, LF, and in properties also `:` and `,`. Nothing else is decoded.
function unescapeData(text: string): string {
  return text.replaceAll(/%(0D|0A|3A|2C|25)/gi, (_whole, hex: string) =>
    hex.toUpperCase() === "0D" ? "" : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function propertiesOf(text: string, separator: string): Map<string, string> {
  const properties = new Map<string, string>();
  for (const pair of text.split(separator)) {
    const equals = pair.indexOf("=");
    if (equals > 0) properties.set(pair.slice(0, equals).trim().toLowerCase(), unescapeData(pair.slice(equals + 1)));
  }
  return properties;
}

/** The tool's code in a title such as `ruff (S101)`, `eslint(no-shadow)`, `lint/style/useTemplate`. */
function codeOf(title: string): string | null {
  const inner = /^(?:ruff|flake8|pylint|mypy|Ruff) \(([^)]+)\)$/.exec(title)?.[1];
  if (inner !== undefined) return inner;
  return /^[\w@-]+(?:\/[\w@-]+)+$|^[\w-]+\([\w-]+(?:\/[\w-]+)*\)$/.test(title) ? title : null;
}

/** Source: GitHub Actions workflow commands and Azure Pipelines logging commands. */
export const githubAnnotationsParser: OutputParser = {
  name: "github_annotations",
  kind: "generic",
  tools: ["github", "github-actions", "azure-pipelines"],
  reads: "`::error file=…,line=…::message` and `##vso[task.logissue …]message`",
  signs: [/^\s*::(?:error|warning|notice)(?: [^\n]*)?::/, azure],
  read(lines, at) {
    const text = lines[at]?.whole?.slice(0, 65_536) ?? textAt(lines, at);
    const isAzure = text.trimStart().startsWith("##vso[");
    const match = (isAzure ? azure : command).exec(text);
    if (match === null) return null;
    const properties = propertiesOf(match.groups?.properties ?? "", isAzure ? ";" : ",");
    const read = (name: string) => properties.get(name) ?? "";
    const title = read("title");
    const file = isAzure ? read("sourcepath") : read("file");
    const level = isAzure ? read("type") : (match.groups?.level ?? "error");
    let message = unescapeData(match.groups?.message ?? "");
    let column = toPosition(isAzure ? read("columnnumber") : read("col") || read("column"));
    const line = toPosition(isAzure ? read("linenumber") : read("line"));
    // Ruff and oxlint repeat the place in the message. Ruff names the column only there when the finding spans lines.
    const repeated = /^\S[^\n]{0,1000}?:(\d+):(\d+): /.exec(message);
    if (repeated !== null && toPosition(repeated[1] ?? "") === line) {
      column ??= toPosition(repeated[2] ?? "");
      message = message.slice(repeated[0].length);
    }
    const code = isAzure ? read("code") || null : codeOf(title);
    if (code !== null && message.startsWith(`${code} `)) message = message.slice(code.length + 1);
    const draft: Draft = {
      file: file === "" ? null : file,
      line,
      column,
      severity: severityByLevel.get(level) ?? "error",
      code,
      message: joinMessage(message.split("\n")),
    };
    if (title !== "" && code === null && /›| > |::/.test(title)) draft.test = title;
    return { end: at + 1, diagnostics: [draft] };
  },
};
