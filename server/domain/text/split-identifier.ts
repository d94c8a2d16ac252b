import { characterClass, classOf } from "#server/domain/text/character-class.ts";

/**
 * Parts of an identifier at underscores, camelCase humps and digits, in reading order and in their own spelling:
 * `HTTPServer_v22` gives `HTTP`, `Server`, `v`, `22`. An ordinary word gives itself alone.
 */
export function splitIdentifier(identifier: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let previous: number = characterClass.underscore;
  let previousStart = 0;
  let index = 0;
  const close = (end: number) => {
    if (end > start) parts.push(identifier.slice(start, end));
  };
  while (index < identifier.length) {
    const codePoint = identifier.codePointAt(index) ?? 0;
    const width = codePoint > 0xffff ? 2 : 1;
    const current = classOf(codePoint);
    if (current === characterClass.underscore) {
      close(index);
      start = index + width;
    } else if (current === characterClass.mark) {
      index += width;
      continue;
    } else if (isBorder(previous, current)) {
      close(index);
      start = index;
    } else if (previous === characterClass.upper && current === characterClass.lower && previousStart > start) {
      // The last capital of a run belongs to the word it begins: HTTPServer is HTTP and Server.
      close(previousStart);
      start = previousStart;
    }
    previous = current;
    previousStart = index;
    index += width;
  }
  close(identifier.length);
  return parts;
}

function isBorder(previous: number, current: number): boolean {
  if (previous === characterClass.underscore) return false;
  if ((previous === characterClass.digit) !== (current === characterClass.digit)) return true;
  return previous === characterClass.lower && current === characterClass.upper;
}
