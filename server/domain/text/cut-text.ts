/** How far back, in UTF-16 units, a grapheme is looked for; a longer one (stacked marks) is cut on a code-point border. */
const longestLookBack = 256;

let known: Intl.Segmenter | undefined;

/** Made when a text is cut for the first time: its tables take 20 ms, a fifth of what a command takes in all. */
function graphemes(): Intl.Segmenter {
  known ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return known;
}

/** Number of code points; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += widthAt(text, index)) count++;
  return count;
}

/**
 * The start of a text, at most `maxCodePoints` code points long (0 or more), cut on a grapheme border: no half emoji, no
 * letter without its accent. Always well-formed, also where the text was not. Looks at no more than the part it keeps.
 */
export function cutText(text: string, maxCodePoints: number): string {
  let end = 0;
  for (let kept = 0; kept < maxCodePoints && end < text.length; kept++) end += widthAt(text, end);
  if (end >= text.length) return text.toWellFormed();
  return text.slice(0, graphemeBorder(text, end)).toWellFormed();
}

function graphemeBorder(text: string, end: number): number {
  const from = borderBefore(text, end);
  if (from === undefined) return end;
  // The one code point after the cut decides whether the cut is a border.
  const window = text.slice(from, end + widthAt(text, end));
  let border = 0;
  for (const { index } of graphemes().segment(window)) {
    if (index > end - from) break;
    border = index;
  }
  // Nothing but one long grapheme fits: better a part of it than nothing at all.
  return border === 0 && from === 0 ? end : from + border;
}

/** A place near the cut where a grapheme surely begins: the start of the text, or an ASCII character. */
function borderBefore(text: string, end: number): number | undefined {
  for (let index = end - 1; index >= 0 && index >= end - longestLookBack; index--) {
    if (index === 0) return 0;
    if (text.charCodeAt(index) < 0x80 && text[index] !== "\n") return index;
  }
  return undefined;
}

function widthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
