import type { SignatureDetail } from "#server/contracts/signatures.ts";

export type LogPiece =
  | { kind: "text"; at: number; text: string }
  | { kind: "mask"; at: number; text: string; mask: SignatureDetail["masks"][number] };

/**
 * A log in pieces, plain and masked, in order; together they are the whole text. A mask that begins inside another one is
 * left out. A piece begins at `splitAt`, unless a mask stands over it.
 */
export function prepareMaskedLog(text: string, masks: SignatureDetail["masks"], splitAt: number | null): LogPiece[] {
  const pieces: LogPiece[] = [];
  let at = 0;
  for (const mask of masks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (mask.start < at || mask.end > text.length || mask.end <= mask.start) continue;
    pieces.push(...plainPieces(text, { from: at, to: mask.start, splitAt }));
    pieces.push({ kind: "mask", at: mask.start, text: text.slice(mask.start, mask.end), mask });
    at = mask.end;
  }
  pieces.push(...plainPieces(text, { from: at, to: text.length, splitAt }));
  return pieces;
}

function plainPieces(
  text: string,
  { from, to, splitAt }: { from: number; to: number; splitAt: number | null },
): LogPiece[] {
  const borders = splitAt !== null && splitAt > from && splitAt < to ? [from, splitAt, to] : [from, to];
  return borders.slice(1).flatMap((end, index) => {
    const at = borders[index] ?? from;
    return end > at ? [{ kind: "text" as const, at, text: text.slice(at, end) }] : [];
  });
}
