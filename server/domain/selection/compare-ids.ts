/**
 * Byte order of the UTF-8 forms, which is what collation `C` gives; never the order of a locale. Without allocation, since a scan
 * over many candidates calls it. UTF-16 units agree with it except where one text holds a surrogate and the other a unit above.
 */
export function compareIds(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA !== unitB) return byCodePoint(unitA) - byCodePoint(unitB);
  }
  return a.length - b.length;
}

/** Moves surrogates above U+E000–U+FFFF, because what they spell lies above. */
function byCodePoint(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Highest score first; equal scores by id, so that two runs never disagree. */
export function compareRanked(a: { score: number; id: string }, b: { score: number; id: string }): number {
  return a.score === b.score ? compareIds(a.id, b.id) : b.score - a.score;
}
