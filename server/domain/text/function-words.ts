import { deu, eng, fra, ita, nld, por, spa } from "stopword";
import { foldCase } from "#server/domain/text/fold-case.ts";

/** Pronouns, auxiliaries and question words that the English list forgets. */
const englishGaps =
  "she her hers herself its itself myself yours yourself ours ourselves theirs themselves whom whose why when does doing having will shall may cannot so then just own very let us were been being upon".split(
    " ",
  );

/** Nouns and adjectives that the German list carries although they name things, some of them in software (`git tag`, `/bin`). */
const contentWords = new Set(
  "bin tag tage tagen tat tel teil zeit uhr jahr jahre jahren mann mensch menschen gott ordnung sache startseite suche beispiel mittel offen ende morgen schluss".split(
    " ",
  ),
);

/** A list's single consonants are alphabet filler or elided forms (`l'heure`): alone they are names, as in `C++` and `x`. */
const loneVowel = /^[aeiouyàèéíóúê]$/u;

const words = new Set(
  [eng, englishGaps, deu, fra, spa, por, ita, nld]
    .flat()
    .map((word) => foldCase(word.normalize("NFKC").trim()))
    .filter((word) => /^\p{L}+$/u.test(word) && !contentWords.has(word))
    .filter((word) => word.length > 1 || loneVowel.test(word)),
);

/**
 * True for a function word of English, German, French, Spanish, Portuguese, Italian or Dutch.
 * Expects a case-folded NFKC word. Lists: npm `stopword`, seven languages, with the exceptions named above.
 */
export function isFunctionWord(word: string): boolean {
  return words.has(word);
}
