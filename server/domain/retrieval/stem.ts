const asciiWord = /^[a-z]{4,}$/;

/**
 * Light English stem: plural, -ed, -ing, -ly, final e and y. Words of other alphabets, with digits or under four letters stay as they are.
 * It need not be a word, it only has to be the same for the forms of one word; other Latin languages profit from the plural alone.
 * Measured on LoCoMo turns with BM25: recall@5 .509 without, .534 with it.
 */
export function stem(token: string): string {
  if (!asciiWord.test(token)) return token;
  let word = singular(token);
  if (word.endsWith("ing") && word.length > 5 && hasVowel(word.slice(0, -3))) word = mend(word.slice(0, -3));
  else if (word.endsWith("ied")) word = `${word.slice(0, -3)}y`;
  else if (word.endsWith("ed") && !word.endsWith("eed") && word.length > 4 && hasVowel(word.slice(0, -2)))
    word = mend(word.slice(0, -2));
  if (word.endsWith("ly") && word.length > 5) word = word.slice(0, -2);
  if (word.endsWith("e") && word.length > 4) word = word.slice(0, -1);
  if (/[^aeiou]y$/.test(word) && word.length > 3) word = `${word.slice(0, -1)}i`;
  return word;
}

function singular(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function hasVowel(text: string): boolean {
  return /[aeiouy]/.test(text);
}

/** Gives back the e that -ed and -ing took, and takes the doubled consonant that they made. */
function mend(root: string): string {
  if (/(?:at|bl|iz)$/.test(root)) return `${root}e`;
  return /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}
