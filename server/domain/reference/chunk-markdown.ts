import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString as plainText } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import { countCodePoints, cutText } from "#server/domain/text/cut-text.ts";

/** One answerable piece of a document. `headings` is the path of headings above it, outermost first. */
export type MarkdownChunk = { headings: string[]; text: string };

/** Longest chunk in code points. Source: DESIGN section 8. */
export const longestChunk = 2_000;

/**
 * Cuts a document at its headings, and a long section between its blocks; a single block that is longer than a chunk is
 * cut in pieces. Each chunk starts with its heading path, so that it can be understood and found alone.
 * The text is the source as written (code stays code), never rendered: stored Markdown is data.
 */
export function chunkMarkdown(markdown: string): MarkdownChunk[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const chunks: MarkdownChunk[] = [];
  let headings: { depth: number; title: string }[] = [];
  let blocks: string[] = [];

  const close = () => {
    const path = headings.map((heading) => heading.title);
    chunks.push(...packBlocks(path, blocks));
    blocks = [];
  };
  for (const node of tree.children) {
    if (node.type === "heading") {
      close();
      headings = [
        ...headings.filter((heading) => heading.depth < node.depth),
        { depth: node.depth, title: titleOf(node) },
      ];
    } else if (node.type !== "html" && node.type !== "definition") {
      const source = sourceOf(markdown, node);
      if (source.trim() !== "") blocks.push(source);
    }
  }
  close();
  return chunks;
}

function packBlocks(headings: string[], blocks: readonly string[]): MarkdownChunk[] {
  const head = cutText(headings.join(" › "), 300);
  const room = longestChunk - countCodePoints(head) - 1;
  const pieces: string[] = [];
  let piece = "";
  for (const block of blocks.flatMap((source) => splitBlock(source, room))) {
    const joined = piece === "" ? block : `${piece}\n\n${block}`;
    if (piece !== "" && countCodePoints(joined) > room) {
      pieces.push(piece);
      piece = block;
    } else {
      piece = joined;
    }
  }
  if (piece !== "") pieces.push(piece);
  return pieces.map((text) => ({ headings, text: head === "" ? text : `${head}\n${text}` }));
}

/** At line ends where it can, else wherever the limit falls. */
function splitBlock(source: string, room: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const line of source.split("\n")) {
    const joined = piece === "" ? line : `${piece}\n${line}`;
    if (countCodePoints(joined) <= room) {
      piece = joined;
      continue;
    }
    if (piece !== "") pieces.push(piece);
    let rest = line;
    while (countCodePoints(rest) > room) {
      const cut = cutText(rest, room);
      pieces.push(cut);
      rest = rest.slice(cut.length);
    }
    piece = rest;
  }
  if (piece.trim() !== "") pieces.push(piece);
  return pieces;
}

function titleOf(node: Nodes): string {
  return plainText(node).replace(/\s+/g, " ").trim();
}

function sourceOf(markdown: string, node: RootContent): string {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  return start === undefined || end === undefined ? plainText(node) : markdown.slice(start, end);
}
