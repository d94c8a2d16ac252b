import { characterClass, classOf } from "#server/domain/text/character-class.ts";
import { foldCase } from "#server/domain/text/fold-case.ts";
import { isFunctionWord } from "#server/domain/text/function-words.ts";
import { normaliseUnicode } from "#server/domain/text/normalise-unicode.ts";
import { splitIdentifier } from "#server/domain/text/split-identifier.ts";

/** Named in every attention record: token sets of different versions must not be compared. */
export const tokenizerVersion = "t1";

/** Longest token in UTF-16 units. What follows in an unbroken run (base64, minified code) identifies nothing a person would look for. */
const longestToken = 128;

/** Shortest mean length of the parts of a name; below it the run is an opaque id (`i18n`, a digest), kept whole only. */
const shortestMeanPart = 2;

/** Digits and letters mixed, hexadecimal throughout: a digest or commit, whose fragments would match other digests. */
const hexadecimalId = /^(?=.*\d)(?=.*[a-f])[\da-f]{7,}$/i;

/** What stays of an English contraction behind its apostrophe. */
const contractionEnds = new Set(["s", "t", "d", "m", "ll", "re", "ve"]);

/** What French and Italian leave before an apostrophe and the function words do not hold. */
const elidedStarts = new Set(["c", "d", "j", "l", "m", "n", "s", "t", "v", "qu", "gl", "quell", "quest"]);

/** Distinct tokens of a text in first-seen order; `[]` for a text of function words and signs only. */
export function tokenize(text: string): string[] {
  return [...tokenCounts(text).keys()];
}

/**
 * How often each token occurs, in first-seen order.
 * Words are letters, digits and marks of any script, NFKC and case-folded. Han, Kana and Hangul runs give bigrams, scripts
 * without blanks (Thai, Khmer …) trigrams, so that any part of a sentence finds it. Identifiers stay whole and give their parts.
 * Function words are dropped, but never inside an identifier. Linear in the length of the text.
 */
export function tokenCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  forEachToken(text, (token) => counts.set(token, (counts.get(token) ?? 0) + 1));
  return counts;
}

/** Calls `visit` for every token in reading order, repeats included. */
export function forEachToken(text: string, visit: (token: string) => void): void {
  const normal = normaliseUnicode(text);
  let index = 0;
  while (index < normal.length) {
    const first = classOf(normal.codePointAt(index) ?? 0);
    if (first === characterClass.ideograph || first === characterClass.unspaced) {
      const end = endOfRun(normal, index, first);
      addGrams(normal.slice(index, end), first === characterClass.ideograph ? 2 : 3, visit);
      index = end;
    } else if (first === characterClass.upper || first === characterClass.lower || first === characterClass.digit) {
      const end = endOfWord(normal, index);
      addWord(normal.slice(index, end), visit);
      index = end;
    } else {
      index++;
    }
  }
}

/** End of a run of one unspaced class, its marks included. */
function endOfRun(text: string, start: number, runClass: number): number {
  let index = start;
  while (index < text.length) {
    const codePoint = text.codePointAt(index) ?? 0;
    const current = classOf(codePoint);
    if (current !== runClass && current !== characterClass.mark) break;
    index += codePoint > 0xffff ? 2 : 1;
  }
  return index;
}

/** End of a word: letters, digits, marks, underscores, and an apostrophe between two letters. */
function endOfWord(text: string, start: number): number {
  let index = start;
  let end = start;
  let previous: number = characterClass.separator;
  while (index < text.length) {
    const codePoint = text.codePointAt(index) ?? 0;
    const current = classOf(codePoint);
    const width = codePoint > 0xffff ? 2 : 1;
    if (isWordClass(current)) end = index + width;
    else if (current !== characterClass.underscore && !(current === characterClass.apostrophe && isWordClass(previous)))
      break;
    previous = current;
    index += width;
  }
  return end;
}

function isWordClass(found: number): boolean {
  return (
    found === characterClass.upper ||
    found === characterClass.lower ||
    found === characterClass.digit ||
    found === characterClass.mark
  );
}

function addGrams(run: string, size: number, visit: (token: string) => void): void {
  const characters = [...foldCase(run)];
  if (characters.length <= size) {
    visit(characters.join(""));
    return;
  }
  for (let start = 0; start + size <= characters.length; start++) visit(characters.slice(start, start + size).join(""));
}

function addWord(word: string, visit: (token: string) => void): void {
  if (!/['\u2019]/.test(word)) {
    addIdentifier(word, visit);
    return;
  }
  if (/n['\u2019]t$/i.test(word)) return;
  const pieces = word.split(/['\u2019]/);
  for (const [position, piece] of pieces.entries()) {
    const folded = foldCase(piece);
    if (position > 0 && contractionEnds.has(folded)) continue;
    if (position < pieces.length - 1 && elidedStarts.has(folded)) continue;
    addIdentifier(piece, visit);
  }
}

function addIdentifier(identifier: string, visit: (token: string) => void): void {
  const whole = cutToken(identifier);
  const folded = foldCase(whole);
  const parts = splitIdentifier(whole);
  if (parts.length < 2) {
    if (folded.length > 0 && !isFunctionWord(folded)) visit(folded);
    return;
  }
  visit(folded);
  if (hexadecimalId.test(whole)) return;
  const partsLength = parts.reduce((sum, part) => sum + part.length, 0);
  if (partsLength < shortestMeanPart * parts.length) return;
  for (const part of parts) {
    const foldedPart = foldCase(part);
    if (foldedPart.length > 1) visit(foldedPart);
  }
}

/** Cuts an overlong run on a code-point border. */
function cutToken(word: string): string {
  if (word.length <= longestToken) return word;
  const cut = word.slice(0, longestToken);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
