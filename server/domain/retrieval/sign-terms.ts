/** Signs that mean something by themselves (`%`, `*`, `&`, an emoji), as against the punctuation of any sentence. */
const sign = /[\p{S}%*&_#@\\/{}[\]]/gu;

const signTermPrefix = "\u0001";

/**
 * Terms for the signs of a text, told apart from words by their first character, repeats left out.
 * Only a query without any word is looked up by them: somebody searches for `%` or `a & `.
 */
export function signTerms(text: string): string[] {
  return [...new Set(text.normalize("NFKC").match(sign) ?? [])].map((found) => signTermPrefix + found);
}

export function isSignTerm(term: string): boolean {
  return term.startsWith(signTermPrefix);
}
