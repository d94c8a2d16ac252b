/** What a code point is to the tokenizer. `unspaced` letters belong to scripts that write no blanks between words. */
export const characterClass = {
  unknown: 0,
  separator: 1,
  upper: 2,
  lower: 3,
  digit: 4,
  mark: 5,
  ideograph: 6,
  unspaced: 7,
  underscore: 8,
  apostrophe: 9,
} as const;

const ideograph =
  /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}]$/u;
const unspaced =
  /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Tham}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Viet}\p{Script=Javanese}\p{Script=Balinese}]$/u;

// Looked up once per code point that really occurs: the property tests cost about 1 µs, the table one read.
const known = new Uint8Array(0x110000);

/** Class of a code point of NFKC text: one of the numbers of `characterClass`, never `unknown`. */
export function classOf(codePoint: number): number {
  const cached = known[codePoint] ?? characterClass.unknown;
  if (cached !== characterClass.unknown) return cached;
  const found = classify(String.fromCodePoint(codePoint));
  known[codePoint] = found;
  return found;
}

function classify(character: string): number {
  if (character === "_") return characterClass.underscore;
  if (character === "'" || character === "\u2019") return characterClass.apostrophe;
  // Enclosing marks (the box of a keycap emoji) draw around a letter and are not part of a word.
  if (!/^[\p{L}\p{N}\p{Mn}\p{Mc}]$/u.test(character)) return characterClass.separator;
  if (unspaced.test(character)) return characterClass.unspaced;
  if (/^\p{M}$/u.test(character)) return characterClass.mark;
  if (ideograph.test(character)) return characterClass.ideograph;
  if (/^\p{N}$/u.test(character)) return characterClass.digit;
  return /^[\p{Lu}\p{Lt}]$/u.test(character) ? characterClass.upper : characterClass.lower;
}
