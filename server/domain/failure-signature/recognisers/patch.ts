import { captured, findingLine, type LogView } from "#server/domain/failure-signature/log-view.ts";
import type { Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const rejected =
  /^(?:[0-9]{1,6}|<n>) out of (?:[0-9]{1,6}|<n>) hunks? (?:FAILED|failed|ignored)(?: ?-- saving rejects to (?:file )?'?(.{1,300}?)'?)?$/d;
const target = /^patching file '?(.{1,300}?)'?(?: \(.{1,120}\))?$/d;
const unknownFile = /^can't find file to patch at input line (?:[0-9]{1,9}|<n>)(?:: (.{1,300}))?$/d;
const described = /^\|?(?:\+\+\+|---) (?:[ab]\/)?([^\t\n]{1,300}?)(?:\t.{0,80})?$/d;
const stopped = /^(?:patch: )?\*{4} (.{1,300})$/d;
const farthest = 400;

/** patch. How many hunks failed, and where, is of the one state of the file; which file it was identifies the failure. */
export const patchFailure: Recogniser = {
  name: "patch_failure",
  hint: /^(?:(?:[0-9]{1,6}|<n>) out of |can't find file to patch|patch: \*{4} |\*{4} |Reversed \(or previously applied\) patch detected)/,
  read(log, index) {
    const line = log.line(index);
    if (!line) return undefined;
    const hunks = rejected.exec(line.text);
    if (hunks) {
      const file = (hunks[1] ? captured(line, hunks, 1) : undefined) ?? fileAbove(log, index);
      if (!file) return undefined;
      return found(index, findingLine("message", "<n> out of <n> hunks FAILED -- saving rejects to file ", file));
    }
    const missing = unknownFile.exec(line.text);
    if (missing) {
      const file = (missing[1] ? captured(line, missing, 1) : undefined) ?? fileBelow(log, index);
      return found(
        index,
        findingLine("message", "can't find file to patch at input line <n>", ...(file ? [": ", file] : [])),
      );
    }
    const stop = stopped.exec(line.text);
    if (stop) return found(index, findingLine("message", "patch: **** ", captured(line, stop, 1)));
    const file = line.text.startsWith("Reversed") ? fileAbove(log, index) : undefined;
    return file && found(index, findingLine("message", "Reversed (or previously applied) patch detected! ", file));
  },
};

function found(at: number, line: ReturnType<typeof findingLine>) {
  const finding = { rule: "patch_failure", tool: "patch" as const, rank: "cause" as const, at, lines: [line] };
  return { findings: [finding], end: at + 1 };
}

function fileAbove(log: LogView, index: number) {
  for (let at = index - 1; at >= Math.max(0, index - farthest); at--) {
    const line = log.line(at);
    const match = line && target.exec(line.text);
    if (line && match) return captured(line, match, 1);
  }
  return undefined;
}

function fileBelow(log: LogView, index: number) {
  let file: { start: number; end: number } | undefined;
  for (let at = index + 1; at < Math.min(log.lineCount, index + 40); at++) {
    const line = log.line(at);
    if (!line || /^(?:No file to patch|File to patch)/.test(line.text)) break;
    const match = described.exec(line.text);
    if (match && !/\/dev\/null$/.test(match[1] ?? "")) file = captured(line, match, 1);
  }
  return file;
}
