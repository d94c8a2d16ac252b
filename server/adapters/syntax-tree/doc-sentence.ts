import { longestSymbolText } from "#server/domain/code-graph/parsed-blob.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { stripControl } from "#server/domain/text/strip-control.ts";

/** Characters of a comment that are looked at. */
const lookedAt = 2_000;

/**
 * First sentence of a comment or docstring, without comment marks and XML tags, on one line and at most
 * `longestSymbolText` code points. Ends at a blank line, at a `@tag`, or at a full stop before white space; `e.g.` and
 * single letters end no sentence. Empty when the comment only steers a tool.
 */
export function docSentence(comment: string): string {
  const lines: string[] = [];
  for (const raw of stripControl(comment.slice(0, lookedAt)).split("\n")) {
    const line = raw
      .replace(/^\s*(?:\/\*+!?|\/\/+!?|\*+(?!\/)|#+!?|--+|;+)?\s?/, "")
      .replace(/\s*\*+\/\s*$/, "")
      .replace(/<\/?[a-zA-Z][^<>]*>/g, "")
      .trim();
    if (/^(?:[@\\]\w|:\w+[^:]*:)/.test(line) || /^[-=*_~#/]{3,}$/.test(line)) {
      if (lines.length > 0) break;
      continue;
    }
    if (line === "") {
      if (lines.length > 0) break;
      continue;
    }
    lines.push(line);
  }
  const text = lines.join(" ").replace(/\s+/g, " ");
  if (
    /^(?:eslint|biome-ignore|prettier-ignore|ts-|tslint|noqa|pylint|type:|nolint|NOLINT|clang-format|rubocop:|go:|region\b|endregion\b|pragma\b)/.test(
      text,
    )
  ) {
    return "";
  }
  return cutText(text.slice(0, sentenceEnd(text)), longestSymbolText);
}

function sentenceEnd(text: string): number {
  const stop = /[.!?](?=\s|$)|[。！？]/g;
  for (let match = stop.exec(text); match !== null; match = stop.exec(text)) {
    const before = text.slice(Math.max(0, match.index - 6), match.index);
    const isAbbreviation = match[0] === "." && /(?:^|[\s(])(?:[A-Za-z]|e\.g|i\.e|etc|cf|vs|resp|approx)$/.test(before);
    if (!isAbbreviation) return match.index + 1;
  }
  return text.length;
}
