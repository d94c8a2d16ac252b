import { captured, findingLine, type LogView } from "#server/domain/failure-signature/log-view.ts";
import type { Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";

const placed =
  /^(?:\/\S{1,200}\/)?(?:[gmn]awk|(?:original-)?awk): ((?:cmd\. line|\S{1,300}?)): ?(?:[0-9]{1,9}|<n>): (?:fatal: |error: )?(.{1,400})$/d;
const caret = /^\s{0,200}\^ .{1,300}$/;
const unplaced =
  /^(?:\/\S{1,200}\/)?(?:[gmn]awk|(?:original-)?awk): (?:line [0-9]{1,9}: )?((?:fatal|error|run time error|syntax error|cannot open|illegal|missing|regular expression|unexpected|division by zero|newline in|function |bailing out|can't open|out of memory|stack overflow|internal error).{0,400}?)(?: (?:at source line|source line number) [0-9]{1,9}(?: source file \S{1,200})?)?$/d;

/**
 * The awks. gawk prints the faulty code on a line of its own above the line with the mark, and every fault of one kind says the same; so the code
 * takes part. What stands around it in the awk of BSD and macOS does so as well.
 */
export const awkError: Recogniser = {
  name: "awk_error",
  hint: /awk: /,
  read(log, index) {
    const line = log.line(index);
    if (!line) return undefined;
    const match = placed.exec(line.text);
    if (match) {
      const below = log.line(index + 1);
      const marked = below && placed.exec(below.text);
      const isCode = below && marked && caret.test(marked[2] ?? "");
      const lines = [findingLine("diagnostic", "awk: ", captured(line, match, 1), ":<n>: ", captured(line, match, 2))];
      if (below && marked && isCode)
        lines.push(
          findingLine("diagnostic", "awk: ", captured(below, marked, 1), ":<n>: ", captured(below, marked, 2)),
        );
      return reading(index, lines, isCode ? index + 2 : index + 1);
    }
    const other = unplaced.exec(line.text);
    if (!other) return undefined;
    const lines = [findingLine("message", "awk: ", captured(line, other, 1))];
    const { context, end } = contextOf(log, index);
    if (context) lines.push(context);
    return reading(index, lines, end);
  },
};

function reading(at: number, lines: ReturnType<typeof findingLine>[], end: number) {
  return { findings: [{ rule: "awk_error", tool: "awk" as const, rank: "cause" as const, at, lines }], end };
}

function contextOf(log: LogView, index: number) {
  const head = log.line(index + 1);
  const code = log.line(index + 2);
  if (!head || !code || head.text.trim() !== "context is") return { end: index + 1 };
  const from = code.text.length - code.text.trimStart().length;
  const to = code.text.trimEnd().length;
  const context = findingLine("diagnostic", { start: code.start + from, end: code.start + Math.max(from, to) });
  let end = index + 3;
  while (/^(?:\/\S{1,200}\/)?(?:original-)?awk: /.test(log.line(end)?.text ?? "")) end += 1;
  return { context, end };
}
