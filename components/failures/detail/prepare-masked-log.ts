import type { SignatureDetail } from "#server/contracts/signatures.ts";

export type LogPiece =
  | { kind: "text"; at: number; text: string }
  | { kind: "mask"; at: number; text: string; mask: SignatureDetail["masks"][number] };

/** A log in pieces, plain and masked, in order; together they are the whole text. A mask that begins inside another one is left out. */
export function prepareMaskedLog(text: string, masks: SignatureDetail["masks"]): LogPiece[] {
  const pieces: LogPiece[] = [];
  let at = 0;
  for (const mask of masks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (mask.start < at || mask.end > text.length || mask.end <= mask.start) continue;
    if (mask.start > at) pieces.push({ kind: "text", at, text: text.slice(at, mask.start) });
    pieces.push({ kind: "mask", at: mask.start, text: text.slice(mask.start, mask.end), mask });
    at = mask.end;
  }
  if (at < text.length) pieces.push({ kind: "text", at, text: text.slice(at) });
  return pieces;
}
