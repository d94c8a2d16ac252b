import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";

/** A document inside an output: its text, and the index after its last line. */
export type DocumentSpan = { text: string; end: number; isClosed: boolean };

function wholeText(line: OutputLine): string {
  return line.whole ?? line.text;
}

/** The JSON value that begins at line `at`, up to the line in which its brackets close. One pass over the lines it takes. */
export function jsonSpan(lines: readonly OutputLine[], at: number): DocumentSpan {
  let depth = 0;
  let isString = false;
  const taken: string[] = [];
  for (let end = at; end < lines.length; end += 1) {
    const line = lines[end];
    if (line === undefined) break;
    const text = wholeText(line);
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (isString) {
        if (code === 0x5c) index += 1;
        else if (code === 0x22) isString = false;
      } else if (code === 0x22) isString = true;
      else if (code === 0x7b || code === 0x5b) depth += 1;
      else if (code === 0x7d || code === 0x5d) {
        depth -= 1;
        if (depth === 0) {
          taken.push(text.slice(0, index + 1));
          return { text: taken.join("\n"), end: end + 1, isClosed: true };
        }
      }
    }
    // A string never spans lines in JSON.
    isString = false;
    taken.push(text);
  }
  return { text: taken.join("\n"), end: lines.length, isClosed: false };
}

/** The XML that begins at line `at`, up to the line with the end tag of `name`, or the end of the output. */
export function xmlSpan(lines: readonly OutputLine[], at: number, names: readonly string[]): DocumentSpan {
  const taken: string[] = [];
  let root = "";
  for (let end = at; end < lines.length; end += 1) {
    const line = lines[end];
    if (line === undefined) break;
    const text = wholeText(line);
    taken.push(text);
    if (root === "") root = names.find((name) => text.includes(`<${name}`)) ?? "";
    if (
      root !== "" &&
      (text.includes(`</${root}>`) ||
        (taken.length === 1 && /\/>$/.test(text.trim()) && text.trim().startsWith(`<${root}`)))
    ) {
      return { text: taken.join("\n"), end: end + 1, isClosed: true };
    }
  }
  return { text: taken.join("\n"), end: lines.length, isClosed: false };
}
