export const wordSides = ["both", "here", "there"] as const;
export type WordPiece = { side: (typeof wordSides)[number]; text: string };

/** Words of each text that are compared; what lies beyond is left out. The comparison costs the product of both. */
const mostWords = 240;

/**
 * What two masked texts share and what only one of them says, as one text in order, the words that only `here` says
 * before those that only `there` says. A longest common subsequence of words; equal texts give one piece.
 */
export function differingWords(here: string, there: string): WordPiece[] {
  const left = wordsOf(here);
  const right = wordsOf(there);
  const width = right.length + 1;
  const longest = new Uint16Array((left.length + 1) * width);
  for (let at = left.length - 1; at >= 0; at--) {
    for (let other = right.length - 1; other >= 0; other--) {
      longest[at * width + other] =
        left[at] === right[other]
          ? 1 + (longest[(at + 1) * width + other + 1] ?? 0)
          : Math.max(longest[(at + 1) * width + other] ?? 0, longest[at * width + other + 1] ?? 0);
    }
  }
  const pieces: WordPiece[] = [];
  const say = (side: WordPiece["side"], word: string | undefined) => {
    if (word === undefined) return;
    const last = pieces.at(-1);
    if (last?.side === side) last.text += ` ${word}`;
    else pieces.push({ side, text: word });
  };
  let at = 0;
  let other = 0;
  while (at < left.length || other < right.length) {
    if (at < left.length && other < right.length && left[at] === right[other]) {
      say("both", left[at]);
      at += 1;
      other += 1;
    } else if (
      at < left.length &&
      (other >= right.length || (longest[(at + 1) * width + other] ?? 0) >= (longest[at * width + other + 1] ?? 0))
    ) {
      say("here", left[at]);
      at += 1;
    } else {
      say("there", right[other]);
      other += 1;
    }
  }
  return pieces;
}

/** Share of the words of two masked texts that both hold, in [0, 1]; repeated words count once. */
export function sharedWords(here: ReadonlySet<string>, there: ReadonlySet<string>): number {
  if (here.size === 0 && there.size === 0) return 1;
  let shared = 0;
  for (const word of here) if (there.has(word)) shared += 1;
  return shared / (here.size + there.size - shared);
}

export function wordsOf(text: string): string[] {
  return text
    .split(/\s+/, mostWords + 1)
    .filter((word) => word !== "")
    .slice(0, mostWords);
}
