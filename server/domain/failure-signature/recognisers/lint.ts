import type { Finding } from "#server/domain/failure-signature/finding.ts";
import { captured, findingLine, textAt, wholeLine } from "#server/domain/failure-signature/log-view.ts";
import {
  lineRecognisers,
  type Recogniser,
  skipBlank,
} from "#server/domain/failure-signature/recognisers/recogniser.ts";

const fileLine = /^((?:[A-Za-z]:)?[\\/.@\w][^:*?<>|"\n]{0,400}\.[\w]{1,12})$/d;
const stylish =
  /^\s{1,12}[0-9]{1,7}:[0-9]{1,7}\s{1,12}(error|warning|✖|×|⚠|ℹ)\s{1,12}(.{1,800}?)(?:\s{2,80}([@\w][\w@/.-]{1,120}))?$/d;

/** ESLint's and Stylelint's stylish format: a file, and below it one line for each problem. */
export const stylishLint: Recogniser = {
  name: "stylish_lint",
  hint: fileLine,
  readsHint: true,
  read(log, index) {
    const head = log.line(index);
    // A colon behind that of a drive is what most lines have that name a file.
    const match = head && !head.text.includes(":", 2) ? fileLine.exec(head.text) : null;
    if (!head || !match || !stylish.test(textAt(log, index + 1))) return undefined;
    const path = captured(head, match, 1);
    const findings: Finding[] = [];
    let at = index + 1;
    for (; at < log.lineCount; at++) {
      const line = log.line(at);
      const problem = line && stylish.exec(line.text);
      if (!line || !problem) break;
      if (problem[1] === "warning" || problem[1] === "⚠" || problem[1] === "ℹ") continue;
      const rule = captured(line, problem, 3);
      findings.push({
        rule: "stylish_lint",
        tool: problem[1] === "error" ? "eslint" : "stylelint",
        rank: "cause",
        at,
        lines: [
          findingLine(
            "diagnostic",
            path,
            ": ",
            captured(line, problem, 2),
            ` [${problem[1] === "error" ? "Error" : "✖"}/`,
            rule ?? "parse",
            "]",
          ),
        ],
      });
    }
    return { findings, end: at };
  },
};

const biomeHead =
  /^((?:[A-Za-z]:)?[^\s:*?<>|"]{1,400}?)(?::[0-9]{1,9}:[0-9]{1,9})? ((?:lint|assist|parse|format|organizeImports|check|ci|suppressions)(?:\/[\w/]{1,100})?)(?: {1,2}(?:FIXABLE|DEPRECATED))?[ ━]{2,200}$/d;

/** Biome: `file:1:2 lint/group/rule ━━━`, then the message behind a cross. */
export const biomeProblem: Recogniser = {
  name: "biome_problem",
  hint: /━━/,
  read(log, index) {
    const line = log.line(index);
    const match = line && biomeHead.exec(line.text);
    if (!line || !match) return undefined;
    const at = skipBlank(log, index + 1, Math.min(log.lineCount, index + 4));
    const message = log.line(at);
    const cross = message && /^\s{0,4}([×✖!⚠ℹi]) (.{1,600})$/d.exec(message.text);
    if (!message || !cross) return undefined;
    if (cross[1] !== "×" && cross[1] !== "✖") return { findings: [], end: at + 1 };
    const title = findingLine("diagnostic", captured(line, match, 1), " ", captured(line, match, 2), " ━━");
    const lines = [title, findingLine("diagnostic", "× ", captured(message, cross, 2))];
    return { findings: [{ rule: "biome_problem", tool: "biome", rank: "cause", at: index, lines }], end: at + 1 };
  },
};

export const lintLines = lineRecognisers(
  /\[warn\]|Prettier|\[(?:Error|error|✖)[/\]]|ESLint found too many|Oops! Something went wrong|, Error - /,
  [
    {
      name: "prettier_check",
      tool: "prettier",
      rank: "cause",
      profile: "diagnostic",
      pattern: /^\[warn\] ((?:[\w@.()[\]-]{1,80}[\\/]){0,20}[\w@.()[\]-]{1,120}\.\w{1,10})$/d,
      shape: ["[warn] ", 1],
    },
    {
      name: "prettier_error",
      tool: "prettier",
      rank: "cause",
      profile: "diagnostic",
      pattern:
        /^\[error\] (?!\S{1,400}\.(?:scala|java):)([^\s:]{1,300}: .{1,400}|No files matching the pattern were found: .{1,300})$/d,
      shape: ["[error] ", 1],
    },
    {
      name: "eslint_unix",
      tool: "eslint",
      rank: "cause",
      profile: "diagnostic",
      pattern: /^([^\s:]{1,400})(?::[0-9]{1,9}:[0-9]{1,9})?: (.{1,600}?) \[Error\/([\w@/.()-]{1,120})\]$/d,
      shape: [1, ": ", 2, " [Error/", 3, "]"],
    },
    {
      name: "stylelint_line",
      tool: "stylelint",
      rank: "cause",
      profile: "diagnostic",
      pattern: /^([^\s:]{1,400}): (.{1,600}?) \[✖\/([\w@/.-]{1,120})\]$/d,
      shape: [1, ": ", 2, " [✖/", 3, "]"],
    },
    {
      name: "eslint_compact",
      tool: "eslint",
      rank: "cause",
      profile: "diagnostic",
      pattern: /^([^\s:]{1,400}): line [0-9]{1,9}, col [0-9]{1,9}, Error - (.{1,600}?) \(([\w@/.-]{1,120})\)$/d,
      shape: [1, ": ", 2, " [Error/", 3, "]"],
    },
    {
      name: "eslint_warnings",
      tool: "eslint",
      rank: "cause",
      profile: "message",
      pattern: /^ESLint found too many warnings \(maximum: [0-9]{1,6}\)\.$/d,
    },
  ],
);

/** ESLint that fails itself: `Oops! Something went wrong! :(`, its version, and the reason. */
export const eslintCrash: Recogniser = {
  name: "eslint_crash",
  hint: /^Oops! Something went wrong/,
  read(log, index) {
    for (let at = index + 1; at < Math.min(log.lineCount, index + 8); at++) {
      const line = log.line(at);
      if (!line || line.text.trim() === "" || /^ESLint: [0-9]/.test(line.text)) continue;
      return {
        findings: [
          {
            rule: "eslint_crash",
            tool: "eslint",
            rank: "cause",
            at: index,
            lines: [findingLine("message", "Oops! Something went wrong! :("), wholeLine("message", line)],
          },
        ],
        end: at + 1,
      };
    }
    return undefined;
  },
};

const shellcheckPlace = /^In (\S.{0,400}?) line [0-9<>n]{1,9}:$/d;

/** ShellCheck: `In file line 3:`, the line of code, and below it the marks with codes. */
export const shellcheckFinding: Recogniser = {
  name: "shellcheck_finding",
  hint: /^In \S.{0,400} line [0-9<]/,
  read(log, index) {
    const place = log.line(index);
    const match = place && shellcheckPlace.exec(place.text);
    if (!place || !match) return undefined;
    const file = captured(place, match, 1);
    const findings: Finding[] = [];
    let at = index + 1;
    for (; at < log.lineCount; at++) {
      const line = log.line(at);
      if (!line || line.text.trim() === "" || shellcheckPlace.test(line.text)) break;
      const mark = /^\s{0,400}\^-{1,400}\^? (SC[0-9]{4} \(\w{1,20}\): .{1,400})$/d.exec(line.text);
      if (!mark) continue;
      const lines = [
        findingLine("diagnostic", "In ", file, " line <n>:"),
        findingLine("diagnostic", "^-- ", captured(line, mark, 1)),
      ];
      findings.push({ rule: "shellcheck_finding", tool: "shellcheck", rank: "cause", at, lines });
    }
    return findings.length > 0 ? { findings, end: at } : undefined;
  },
};
