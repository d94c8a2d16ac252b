/** A text on one line, because a row is one line high. */
export function onOneLine(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" · ");
}
