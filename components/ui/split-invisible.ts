export type TextPiece = { kind: "text"; text: string } | { kind: "invisible"; codePoint: string; name: string };

/**
 * Characters that change how a text reads without being seen: controls but tab and line breaks, soft hyphen, zero-width
 * and bidirectional marks, variation tags. Stored text may hold them to hide words or to turn a line around.
 */
const invisible =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u034F|\u17B4|\u17B5|[\u180B-\u180D]|\u180F|[\u{1BCA0}-\u{1BCA3}]|[\u{1D173}-\u{1D17A}]|[\u{E0000}-\u{E0FFF}]/u;

const names = new Map<number, string>([
  [0x1b, "escape"],
  [0xad, "soft hyphen"],
  [0x200b, "zero width space"],
  [0x200c, "zero width non-joiner"],
  [0x200d, "zero width joiner"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x2028, "line separator"],
  [0x2029, "paragraph separator"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "end of direction change"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0xfeff, "byte order mark"],
]);

/** Joiners inside emoji and inside scripts that need them are text, not tricks. */
function isWantedJoiner(text: string, index: number, point: number): boolean {
  if (point !== 0x200c && point !== 0x200d) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + 1, index + 3);
  return (
    /(?:\p{Extended_Pictographic}|\p{M}|\p{Script=Arab})$/u.test(before) &&
    /^[\p{Extended_Pictographic}\p{L}]/u.test(after)
  );
}

/** Splits a text into what is read and what is hidden in it, in order and without loss. Linear in the length. */
export function splitInvisible(text: string): TextPiece[] {
  if (!invisible.test(text)) return text === "" ? [] : [{ kind: "text", text }];
  const pieces: TextPiece[] = [];
  let run = "";
  let index = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (invisible.test(character) && !isWantedJoiner(text, index, point)) {
      if (run !== "") pieces.push({ kind: "text", text: run });
      run = "";
      const codePoint = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
      pieces.push({ kind: "invisible", codePoint, name: names.get(point) ?? "invisible character" });
    } else {
      run += character;
    }
    index += character.length;
  }
  if (run !== "") pieces.push({ kind: "text", text: run });
  return pieces;
}
