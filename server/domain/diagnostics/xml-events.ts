import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";

export type XmlEvent =
  | { kind: "open"; name: string; attributes: ReadonlyMap<string, string>; isEmpty: boolean }
  | { kind: "close"; name: string }
  | { kind: "text"; text: string };

export type XmlReading = { isComplete: boolean; notes: string[] };

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function codePoint(digits: string, base: number): string {
  const value = Number.parseInt(digits, base);
  const isText =
    value === 9 ||
    value === 10 ||
    value === 13 ||
    (value >= 32 && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff));
  return isText ? String.fromCodePoint(value) : "\ufffd";
}

/** Decodes the five named entities and character references. Declared entities are never expanded: their reference stays as text. */
export function decodeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (hex !== undefined) return codePoint(hex, 16);
      if (digits !== undefined) return codePoint(digits, 10);
      return entities[name ?? ""] ?? whole;
    },
  );
}

const attributePattern = /([^\s=/<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const attributeLimit = 64;

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of text.matchAll(attributePattern)) {
    attributes.set(name, decodeXml(double ?? single ?? ""));
    if (attributes.size === attributeLimit) break;
  }
  return attributes;
}

/** End of a tag that begins at `from`, quotes respected; -1 where the text ends before. */
function tagEnd(text: string, from: number): number {
  let quote = "";
  for (let at = from; at < text.length; at += 1) {
    const mark = text[at] ?? "";
    if (quote !== "") {
      if (mark === quote) quote = "";
    } else if (mark === '"' || mark === "'") quote = mark;
    else if (mark === ">") return at;
  }
  return -1;
}

/** End of a document type declaration with its internal subset, which is skipped unread. */
function doctypeEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === "[") depth += 1;
    else if (mark === "]") depth -= 1;
    else if (mark === ">" && depth <= 0) return at;
  }
  return -1;
}

/**
 * Reads XML as a run of events. Takes what a report needs and nothing that could hurt: no declared entities, no external references,
 * bounded nesting, one pass. Malformed input ends the reading with what came before.
 */
export function readXml(text: string, take: (event: XmlEvent) => void): XmlReading {
  const notes: string[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("<", at);
    const loose = text.slice(at, open < 0 ? undefined : open);
    if (loose !== "" && depth > 0) take({ kind: "text", text: decodeXml(loose) });
    if (open < 0) break;
    if (text.startsWith("<!--", open)) {
      const end = text.indexOf("-->", open + 4);
      if (end < 0) return { isComplete: false, notes };
      at = end + 3;
    } else if (text.startsWith("<![CDATA[", open)) {
      const end = text.indexOf("]]>", open + 9);
      take({ kind: "text", text: text.slice(open + 9, end < 0 ? undefined : end) });
      if (end < 0) return { isComplete: false, notes };
      at = end + 3;
    } else if (text.startsWith("<?", open)) {
      const end = text.indexOf("?>", open + 2);
      if (end < 0) return { isComplete: false, notes };
      at = end + 2;
    } else if (text.startsWith("<!", open)) {
      if (notes.length === 0)
        notes.push("The document type declaration of the XML was ignored; its entities are not expanded.");
      const end = doctypeEnd(text, open + 2);
      if (end < 0) return { isComplete: false, notes };
      at = end + 1;
    } else {
      const end = tagEnd(text, open + 1);
      if (end < 0) return { isComplete: false, notes };
      const inner = text.slice(open + 1, end);
      at = end + 1;
      if (inner.startsWith("/")) {
        depth -= 1;
        take({ kind: "close", name: inner.slice(1).trim() });
        if (depth <= 0) return { isComplete: true, notes };
        continue;
      }
      const isEmpty = inner.endsWith("/");
      const name = /^[^\s/>]+/.exec(inner)?.[0] ?? "";
      if (name === "") return { isComplete: false, notes };
      take({ kind: "open", name, attributes: attributesOf(inner.slice(name.length)), isEmpty });
      if (isEmpty) {
        if (depth === 0) return { isComplete: true, notes };
        continue;
      }
      depth += 1;
      if (depth > outputLimits.depth)
        return { isComplete: false, notes: [...notes, `The XML is nested deeper than ${outputLimits.depth}.`] };
    }
  }
  return { isComplete: depth === 0, notes };
}
