import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  blankLine,
  captured,
  findingLine,
  indented,
  type LogView,
  textAt,
} from "#server/domain/failure-signature/log-view.ts";
import { lineRecognisers, type Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

/** The box that Terraform draws around a diagnostic. */
const bar = /^\s{0,4}[│|] ?/;
const head = /^\s{0,4}(?:[│|] ?)?Error: (.{1,600})$/d;
const place = /^\s{0,4}(?:[│|] ?)?\s{1,4}on (\S.{0,300}?)(?: line [0-9<>n]{1,9})?(?:, in (.{1,200}?))?:?$/d;
const code = /^\s{0,8}[0-9]{1,7}: /;
const longest = 40;

/** Terraform and OpenTofu: `Error: summary`, the place, the code, and a paragraph that is wrapped to the width of the terminal. */
export const terraformError: Recogniser = {
  name: "terraform_error",
  hint: /Error: /,
  read(log, index) {
    const line = log.line(index);
    const match = line && looksLikeTerraform(log, index) ? head.exec(line.text) : null;
    if (!line || !match) return undefined;
    // Older versions list the resources below, each with its error.
    if (/^(?:Error applying|Error running) plan:$/.test(match[1] ?? "")) return { findings: [], end: index + 1 };
    const isBoxed = bar.test(line.text);
    const paragraphs: FindingLine["pieces"][] = [[]];
    let file: FindingLine | undefined;
    let at = index + 1;
    for (; at < Math.min(log.lineCount, index + longest); at++) {
      const below = log.line(at);
      if (!below || below.marker || (isBoxed && !bar.test(below.text)) || head.test(below.text)) break;
      const from = bar.exec(below.text)?.[0].length ?? 0;
      const text = below.text.slice(from).trim();
      if (text === "") {
        // Two blank lines, or one after the detail, end a diagnostic without a box.
        if (!isBoxed && textAt(log, at + 1).trim() === "") break;
        if ((paragraphs.at(-1)?.length ?? 0) > 0) paragraphs.push([]);
        continue;
      }
      const spot = place.exec(below.text);
      if (spot && !file) {
        const block = captured(below, spot, 2);
        file = indented(
          2,
          findingLine("message", "on ", captured(below, spot, 1), ...(block ? [", in ", block] : []), ":"),
        );
        continue;
      }
      if (code.test(below.text.slice(from)) || /^(?:├|│|╵|─)/.test(text)) continue;
      const pieces = paragraphs.at(-1);
      const start = below.start + from + (below.text.slice(from).length - below.text.slice(from).trimStart().length);
      pieces?.push(...(pieces.length > 0 ? [" "] : []), { start, end: start + text.length });
    }
    const details = paragraphs.filter((pieces) => pieces.length > 0).slice(0, 2);
    const lines: FindingLine[] = [
      findingLine("message", "Error: ", captured(line, match, 1)),
      ...(file ? [blankLine, file] : []),
      ...details.flatMap((pieces) => [blankLine, { profile: "message" as const, pieces }]),
    ];
    return { findings: [{ rule: "terraform_error", tool: "terraform", rank: "cause", at: index, lines }], end: at };
  },
};

const ofOwnFile = /^\s{0,4}(?:[│|] ?)?\s{0,4}on \S.{0,300}\.(?:tf|tfvars|hcl|tofu)\b/;
/** What a log with such a line holds. */
const placeMarks = [".tf", ".hcl", ".tofu", "request id: ", "with "];
const ofProvider = /status code: [0-9]{3}, request id: |^\s{0,4}with (?:module\.|data\.)?\w{1,80}\.\w/;

/** Many programs print `Error: text`. Terraform's has a box, a place in a .tf file, a provider's request id, or one of its own sentences. */
function looksLikeTerraform(log: LogView, index: number): boolean {
  const text = textAt(log, index);
  if (/^\s{0,4}│/.test(text)) return true;
  const last = placeMarks.some((mark) => log.includes(mark)) ? Math.min(log.lineCount, index + 14) : index;
  for (let at = index + 1; at < last; at++) {
    const below = textAt(log, at);
    if (ofOwnFile.test(below) || ofProvider.test(below)) return true;
    if (head.test(below)) break;
  }
  return /^\s{0,4}Error: (?:Reference to undeclared|Unsupported (?:argument|block|attribute)|Invalid (?:provider|resource|reference|function|expression|template|index|value|count|for_each|character|block)|Missing required (?:argument|provider)|Failed to (?:query available provider|install provider|load backend|get existing workspaces)|Error acquiring the state lock|Backend (?:initialization|configuration)|Inconsistent dependency lock|Module not installed|Could not load plugin|Provider produced inconsistent|Unclosed|Argument or block definition|Duplicate|Cycle:|No (?:configuration files|valid credential)|Could not satisfy plugin|Error applying plan|Saved plan is stale|Plugin did not respond|creating |updating |deleting |reading )/.test(
    text,
  );
}

/** A warning in a box: what it quotes and advises reads like failures, and is none. */
export const terraformWarning: Recogniser = {
  name: "terraform_warning",
  hint: /^\s{0,4}│ Warning: /,
  read(log, index) {
    if (!/^\s{0,4}│ Warning: /.test(textAt(log, index))) return undefined;
    let end = index + 1;
    while (end < Math.min(log.lineCount, index + longest) && /^\s{0,4}│(?! Error: )/.test(textAt(log, end))) end += 1;
    return { findings: [], end };
  },
};

export const terraformLines = lineRecognisers(/^\s{0,8}\* \w|^ERRO\[|^Terraform has no command/, [
  {
    name: "terraform_command",
    tool: "terraform",
    rank: "cause",
    profile: "message",
    pattern: /^(Terraform has no command named .{1,120})$/d,
  },
  {
    name: "terraform_count",
    tool: "terraform",
    rank: "consequence",
    profile: "message",
    pattern: /^\s{0,8}\* (\S{1,300}): (?:[0-9]{1,5}|<n>) errors?(?:\(s\))? occurred:$/d,
    shape: ["* ", 1, ": <n> error(s) occurred:"],
  },
  {
    name: "terraform_provider",
    tool: "terraform",
    rank: "cause",
    profile: "message",
    pattern: /^\s{0,8}\* ((?:module\.[\w.[\]"-]{1,200}\.)?[a-z]\w{1,80}\.[\w.[\]"-]{1,120}): (.{1,800})$/d,
    shape: ["* ", 1, ": ", 2],
  },
  {
    name: "terragrunt_error",
    tool: "terraform",
    rank: "cause",
    profile: "message",
    pattern: /^ERRO\[[0-9<>n]{1,6}\] (.{1,800})$/d,
    shape: ["ERRO[<n>] ", 1],
  },
]);
