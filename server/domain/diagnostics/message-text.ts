import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";

/** Lines as one text: blank ends dropped, several blank lines as one, the common indent of all lines but the first removed, capped at whole code points. */
export function joinMessage(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines) {
    const text = line.trimEnd();
    if (text === "" && (kept.length === 0 || kept.at(-1) === "")) continue;
    kept.push(text);
  }
  while (kept.at(-1) === "") kept.pop();
  const [first = "", ...rest] = kept;
  let indent = 1_000;
  for (const line of rest) if (line !== "") indent = Math.min(indent, indentOf(line));
  const shift = Math.min(indent, indentOf(first));
  return capText(
    [first.trimStart(), ...rest.map((line) => line.slice(shift))].join("\n"),
    outputLimits.messageCharacters,
  );
}

/** Text of at most `limit` UTF-16 units that never ends in half a character. */
export function capText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)}…`;
}

/** Count of blanks and tabs at the start of a line. */
export function indentOf(line: string): number {
  let count = 0;
  while (count < line.length && (line[count] === " " || line[count] === "\t")) count += 1;
  return count;
}

/** A code frame as printed, without blank ends and common indent. */
export function joinFrame(lines: readonly string[]): string {
  const kept = lines.slice(0, outputLimits.frameLines).map((line) => line.trimEnd());
  while (kept[0] === "") kept.shift();
  while (kept.at(-1) === "") kept.pop();
  let indent = 1_000;
  for (const line of kept) if (line !== "") indent = Math.min(indent, indentOf(line));
  return capText(kept.map((line) => line.slice(indent)).join("\n"), outputLimits.messageCharacters);
}

/** A line that only underlines: carets, tildes, box corners, bars and blanks. */
export function isUnderline(text: string): boolean {
  return /[\^~]/.test(text) && /^[\s|│:·┬─╰╵>\d.]*[\^~]+[\s^~|│─┬.-]*(?:\[?[A-Z][\w-]*\]?)?$/.test(text);
}

/** A line of a code frame with its number in a gutter: ` 12 | code`, `> 12 │ code`, `   | ^^^`, `12:  code`. */
export function isGutterLine(text: string): boolean {
  return /^\s*>?\s*\d*\s*[|│┃╎](?:\s|$)/.test(text) || (/^\s*[╭╰├└┌·╵,`]\s?[─-]*/.test(text) && /[─╵·`]/.test(text));
}
