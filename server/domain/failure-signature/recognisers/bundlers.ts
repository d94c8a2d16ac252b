import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import type { FindingLine } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogView,
  slice,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import {
  lineRecognisers,
  type Reading,
  type Recogniser,
  skipBlank,
} from "#server/domain/failure-signature/recognisers/recogniser.ts";

const place =
  /^((?:\.\/)?(?:[\w@.()[\]-]{1,80}\/){0,20}[\w@.()[\]-]{1,120}\.[\w]{1,10})(?::[0-9]{1,9}){0,2}(?: [0-9]{1,9}:[0-9]{1,9}(?:-[0-9:]{1,12})?)?$/d;

/** Next.js: `./src/app/page.tsx:3:5`, then `Type error: …`, `Module not found: …`, `Syntax error: …` or `Error: …`. */
export const nextBuild: Recogniser = {
  name: "next_build",
  hint: /^(?:Error: )?(?:Type error: |Module not found: |Syntax error: |Module parse failed: |Parsing ecmascript)/,
  read(log, index) {
    const line = log.line(index);
    if (!line) return undefined;
    const above = placeAbove(log, index);
    const from = line.text.startsWith("Error: ") ? 7 : 0;
    const text = line.text.slice(from);
    if (text.startsWith("Syntax error") && !above) return undefined;
    // Only Next.js checks types while it builds; the other sentences are those of webpack and its loaders.
    const tool: FailureTool = text.startsWith("Type error: ") ? "next" : "webpack";
    const lines = [...(above ? [findingLine("diagnostic", above)] : []), findingLine("diagnostic", slice(line, from))];
    return { findings: [{ rule: "next_build", tool, rank: "cause", at: index, lines }], end: index + 1 };
  },
};

function placeAbove(log: LogView, index: number): { start: number; end: number } | undefined {
  for (let at = index - 1; at >= Math.max(0, index - 3); at--) {
    const line = log.line(at);
    const match = line && place.exec(line.text.trim() === line.text ? line.text : "");
    if (line && match) return captured(line, match, 1);
  }
  return undefined;
}

const webpackHead =
  /^(?:ERROR|Error) in (?:\.\/)?((?:[\w@.()[\]!?-]{1,120}\/){0,20}[\w@.()[\]-]{1,120})(?: [0-9]{1,9}:[0-9:-]{1,20})?$/d;

/** webpack: `ERROR in ./src/a.js 1:0-20`, then the message. */
export const webpackError: Recogniser = {
  name: "webpack_error",
  hint: /^(?:ERROR|Error) in /,
  read(log, index) {
    const line = log.line(index);
    const match = line && webpackHead.exec(line.text);
    const at = skipBlank(log, index + 1, Math.min(log.lineCount, index + 3));
    const message = log.line(at);
    if (!line || !match || !message || message.text.trim() === "") return undefined;
    const lines = [findingLine("diagnostic", "ERROR in ", captured(line, match, 1)), wholeLine("diagnostic", message)];
    return { findings: [{ rule: "webpack_error", tool: "webpack", rank: "cause", at: index, lines }], end: at + 1 };
  },
};

/** esbuild: `✘ [ERROR] message [plugin]`, a blank line, and the place. */
export const esbuildError: Recogniser = {
  name: "esbuild_error",
  hint: /\[ERROR\]/,
  read(log, index) {
    const line = log.line(index);
    const match = line && /^[✘X] \[ERROR\] (.{1,800})$/d.exec(line.text);
    if (!line || !match) return undefined;
    const at = skipBlank(log, index + 1, Math.min(log.lineCount, index + 3));
    const below = log.line(at);
    const spot = below && /^\s{2,8}([^\s:]{1,400}):(?:[0-9]{1,9}:[0-9]{1,9}:)?$/d.exec(below.text);
    const lines = [
      findingLine("diagnostic", "✘ [ERROR] ", captured(line, match, 1)),
      ...(below && spot ? [indented(4, findingLine("diagnostic", captured(below, spot, 1), ":"))] : []),
    ];
    return { findings: [{ rule: "esbuild_error", tool: "esbuild", rank: "cause", at: index, lines }], end: index + 1 };
  },
};

/** Vite and Rollup: `error during build:`, then the error, with `file: path:1:2` below it. */
export const viteBuild: Recogniser = {
  name: "vite_build",
  hint: /error during build:|Build failed in |\[vite\]: Rollup failed|^RollupError/,
  read(log, index) {
    const text = textAt(log, index);
    const announced = /error during build:$|^✗ Build failed in |^x Build failed in /.test(text.trim());
    const at = announced ? skipBlank(log, index + 1, Math.min(log.lineCount, index + 3)) : index;
    const line = log.line(at);
    if (!line || line.text.trim() === "") return undefined;
    if (/^error during build:$/.test(line.text.trim())) return { findings: [], end: at };
    return reading(log, index, at, [findingLine("diagnostic", "error during build:"), wholeLine("diagnostic", line)]);
  },
};

function reading(log: LogView, index: number, at: number, message: FindingLine[]): Reading {
  let end = at + 1;
  const lines = [...message];
  for (; end < Math.min(log.lineCount, at + 40); end++) {
    const line = log.line(end);
    if (!line || line.marker || line.text.trim() === "") break;
    const file = /^file: (\S.{0,400}?)(?::[0-9]{1,9}){0,2}$/d.exec(line.text);
    if (file && lines.length === message.length)
      lines.push(findingLine("diagnostic", "file: ", captured(line, file, 1)));
  }
  return { findings: [{ rule: "vite_build", tool: "vite", rank: "cause", at: index, lines }], end };
}

export const nextLines = lineRecognisers(
  /prerendering page|Export encountered|Build optimization failed|NEXT_|PageNotFoundError/,
  [
    {
      name: "next_prerender",
      tool: "next",
      rank: "cause",
      profile: "message",
      pattern: /^Error occurred prerendering page ".{1,200}"/d,
    },
    {
      name: "next_export",
      tool: "next",
      rank: "consequence",
      profile: "message",
      pattern: /^Export encountered (?:an )?errors? on (?:following paths:|.{1,300})/d,
    },
  ],
);

export const rollupLines = lineRecognisers(/^\[!\] /, [
  {
    name: "rollup_error",
    tool: "rollup",
    rank: "cause",
    profile: "message",
    pattern:
      /^\[!\] (?:\((?:plugin )?[^)\n]{1,80}\) )?(\w{0,40}Error:)(?: (\S{1,300}) \([0-9]{1,9}:[0-9]{1,9}\):)? (\S.{0,400})$/d,
    shape: ["[!] ", 1, " ", 2, " ", 3],
  },
]);
