import { formatBytes, formatCount } from "./format-quantity.ts";

export type JsonPreview = { text: string; isCut: boolean };

type Limits = { maxNodes: number; maxStringLength: number; maxCharacters: number };

const usualLimits: Limits = { maxNodes: 5_000, maxStringLength: 2_000, maxCharacters: 200_000 };

/** Long runs of base64 are data and not text, however they are labelled. */
const base64 = /^(?:data:[^,]{0,200},)?[A-Za-z0-9+/]{512,}={0,2}$/;

/**
 * JSON with two blanks of indentation, bounded by nodes and by characters, so that a value of any size can be shown.
 * What was left out is named in its place. Linear in what is shown; depth is bounded by the input border.
 */
export function jsonPreview(value: unknown, limits: Partial<Limits> = {}): JsonPreview {
  const { maxNodes, maxStringLength, maxCharacters } = { ...usualLimits, ...limits };
  const pieces: string[] = [];
  let nodes = 0;
  let characters = 0;
  let isCut = false;

  function write(piece: string) {
    pieces.push(piece);
    characters += piece.length;
  }

  function isFull(): boolean {
    return nodes >= maxNodes || characters >= maxCharacters;
  }

  function visitText(text: string) {
    if (text.length > 512 && base64.test(text)) {
      isCut = true;
      write(`"… ${formatBytes(text.length)} of base64 …"`);
    } else if (text.length > maxStringLength) {
      isCut = true;
      write(
        `${JSON.stringify(text.slice(0, maxStringLength)).slice(0, -1)}… ${formatCount(text.length - maxStringLength)} more characters"`,
      );
    } else {
      write(JSON.stringify(text));
    }
  }

  function visitMany(
    entries: readonly (readonly [string | null, unknown])[],
    open: string,
    close: string,
    indent: string,
  ) {
    if (entries.length === 0) {
      write(`${open}${close}`);
      return;
    }
    write(open);
    const inner = `${indent}  `;
    let shown = 0;
    for (const [name, each] of entries) {
      if (isFull()) break;
      write(`${shown === 0 ? "" : ","}\n${inner}${name === null ? "" : `${JSON.stringify(name)}: `}`);
      visit(each, inner);
      shown += 1;
    }
    if (shown < entries.length) {
      isCut = true;
      write(`\n${inner}… ${formatCount(entries.length - shown)} more`);
    }
    write(`\n${indent}${close}`);
  }

  function visit(each: unknown, indent: string) {
    nodes += 1;
    if (typeof each === "string") visitText(each);
    else if (Array.isArray(each))
      visitMany(
        each.map((item) => [null, item] as const),
        "[",
        "]",
        indent,
      );
    else if (typeof each === "object" && each !== null) visitMany(Object.entries(each), "{", "}", indent);
    else write(JSON.stringify(each) ?? "null");
  }

  visit(value, "");
  return { text: pieces.join(""), isCut };
}
