import { longestSymbolText } from "#server/domain/code-graph/parsed-blob.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { stripControl } from "#server/domain/text/strip-control.ts";

/**
 * A piece of source on one line, without the opening of a body and without control characters, at most
 * `longestSymbolText` code points. Looks at no more than is needed for that, however long the piece is.
 */
export function signatureLine(source: string, start: number, end: number): string {
  const piece = source.slice(start, Math.min(end, start + 8 * longestSymbolText));
  const line = stripControl(piece)
    .replace(/\s+/g, " ")
    .replace(/(?:\s|[{;:,]|=>|->|=)+$/, "")
    .trim();
  return cutText(line, longestSymbolText);
}
