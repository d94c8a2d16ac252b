import type { FailureTool } from "#server/domain/failure-signature/failure-tool.ts";
import type { Finding, Piece } from "#server/domain/failure-signature/finding.ts";
import { captured, type LogLine } from "#server/domain/failure-signature/log-view.ts";
import { argumentsOf, severityOf } from "#server/domain/failure-signature/recognisers/localised.ts";
import type { Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const file = '((?:[A-Za-z]:)?[^\\s:*?<>|"(][^:*?<>|"\\n]{0,400}?)';
const spot = "(?:\\(\\p{Nd}{1,9}(?:[,:-] ?\\p{Nd}{1,9}){0,5}\\)|(?::\\p{Nd}{1,9}){1,2})?";
const word = "(\\p{L}[\\p{L} ]{1,30}?)";
const code =
  "((?:TS|CS|C|LNK|MSB|NU|NETSDK|BC|FS|VB|CA|IDE|SA|RZ|ASP|BL|D|RC|CVT|MIDL|U|PRJ|VCEXIT|AVLN|MC|XA|APT|XC|MT)[0-9]{1,5})";

/** `file(1,2): error TS2322: message`, `file:1:2 - error TS2322: message`, `error CS5001: message [project]`, in any language. */
const form = new RegExp(
  `^\\s{0,12}(?:\\p{Nd}{1,4}>)?(?:${file}${spot} ?(?::| -) )?(?:fatal )?${word} ${code} ?[:：] ?(.{1,1500}?)(?: \\[[^\\]\\n]{1,400}(?:proj|sln|slnx)\\])?$`,
  "du",
);

/** The same without the places of its groups, which cost as much again. */
const plainForm = new RegExp(form.source, "u");

/** Messages of TypeScript that end in a list of properties without quotes. */
const propertyList = /[:：] ?([\w$]{1,80}(?:, [\w$]{1,80}){0,20})(?:, .{0,40})?\.?$/d;
const namesAtEnd = new Map(["TS2739", "TS2740"].map((number) => [number, propertyList]));

/** Compilers that number their messages and translate them: the code and the names in the message identify it, whatever the language. */
export const codedDiagnostic: Recogniser = {
  name: "coded_diagnostic",
  hint: /\b[A-Z]{1,6}[0-9]{1,5} ?[:：]/,
  read(log, index, isFull) {
    const line = log.line(index);
    const match = line && (isFull("cause") ? plainForm : form).exec(line.text);
    if (!line || !match) return undefined;
    const { isError } = severityOf(match[2] ?? "");
    if (!isError) return { findings: [], end: index + 1 };
    if (isFull("cause")) return { findings: [], end: index + 1, dropped: "cause" };
    return { findings: [ofMatch(line, match, index)], end: index + 1 };
  },
};

function ofMatch(line: LogLine, match: RegExpExecArray, at: number): Finding {
  const path = captured(line, match, 1);
  const tool = toolOf(match[3] ?? "");
  // A tool that reports on itself (`MSBUILD : error`, `LINK : fatal error`) stands where the file does.
  const head: Piece[] = path ? [path, ": error "] : ["error "];
  const number = captured(line, match, 3) ?? "";
  const message = captured(line, match, 4);
  const words: Piece[] = message ? [": ", message] : [];
  const identity: Piece[] = [
    ...head,
    number,
    ...(message
      ? argumentsOf(line, message.start - line.start, message.end - line.start, namesAtEnd.get(match[3] ?? ""))
      : []),
  ];
  return {
    rule: "coded_diagnostic",
    tool,
    rank: "cause",
    at,
    lines: [{ profile: "diagnostic", pieces: [...head, number, ...words], identity }],
  };
}

function toolOf(number: string): FailureTool {
  if (number.startsWith("TS")) return "tsc";
  if (/^(?:C|LNK|D|RC|CVT|MIDL|U|PRJ|VCEXIT)[0-9]/.test(number)) return "msvc";
  return "dotnet";
}
