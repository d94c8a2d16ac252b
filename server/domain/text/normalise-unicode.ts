const longMarkRun = /(\p{M}{30})\p{M}+/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const anyInvisible = /\p{Default_Ignorable_Code_Point}/u;
const beyondAscii = /[^\0-\x7f]/;

/**
 * NFKC without what nobody sees: soft hyphens, joiners and variation selectors vanish, a zero-width space becomes a blank
 * because Thai and Khmer texts part words with it.
 * Linear: of a run of combining marks only the first 30 count (the Stream-Safe Text Format of UAX #15), since sorting
 * a long run of mixed marks is quadratic in the engine (80,000 pairs: 6 s).
 */
export function normaliseUnicode(text: string): string {
  if (!beyondAscii.test(text)) return text;
  const spaced = text.replaceAll("\u200B", " ");
  const visible = anyInvisible.test(spaced) ? spaced.replace(invisible, "") : spaced;
  return visible.replace(longMarkRun, "$1").normalize("NFKC");
}
