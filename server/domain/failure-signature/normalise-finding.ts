import { applyMasks } from "#server/domain/failure-signature/apply-masks.ts";
import type { Finding, Piece } from "#server/domain/failure-signature/finding.ts";
import type { MaskProfile, MaskRule } from "#server/domain/failure-signature/masks.ts";
import type { Checkout } from "#server/domain/failure-signature/repository-path.ts";

/** A masked span of the cleaned log. */
export type CleanedMask = { rule: string; start: number; end: number; placeholder: string };

export type NormalisedFinding = {
  finding: Finding;
  /** What is shown: the lines with their masks. */
  shown: string[];
  /** What is hashed. The same, but for messages of a numbered kind, which are reduced to their code and arguments. */
  hashed: string[];
  masks: CleanedMask[];
};

/** Longest line and most lines of a signature; what lies beyond does not take part. In UTF-16 units. */
const longestLine = 600;
const mostLines = 10;

type Segment = { at: number; length: number; source: number | undefined };

/** Masks the lines of a finding. `cleaned` is the log that the pieces point into. */
export function normaliseFinding(
  finding: Finding,
  context: { cleaned: string; rules: readonly MaskRule[]; checkout: Checkout },
): NormalisedFinding {
  const shown: string[] = [];
  const hashed: string[] = [];
  const masks: CleanedMask[] = [];
  for (const line of finding.lines.slice(0, mostLines)) {
    const one = normaliseLine(line.pieces, line.profile, context);
    if (one.text === "" && line.pieces.length > 0) continue;
    const text = " ".repeat(one.text === "" ? 0 : (line.indent ?? 0)) + one.text;
    shown.push(text);
    masks.push(...one.masks);
    hashed.push(line.identity ? normaliseLine(line.identity, line.profile, context).text : text);
  }
  return { finding, shown, hashed, masks };
}

function normaliseLine(
  pieces: readonly Piece[],
  profile: MaskProfile,
  { cleaned, rules, checkout }: { cleaned: string; rules: readonly MaskRule[]; checkout: Checkout },
): { text: string; masks: CleanedMask[] } {
  let line = "";
  const segments: Segment[] = [];
  const masks: CleanedMask[] = [];
  for (const piece of pieces) {
    if (typeof piece !== "string" && "dropped" in piece) {
      masks.push({ rule: piece.dropped, start: piece.start, end: piece.end, placeholder: "" });
      continue;
    }
    const text = typeof piece === "string" ? piece : cleaned.slice(piece.start, piece.end);
    segments.push({
      at: line.length,
      length: text.length,
      source: typeof piece === "string" ? undefined : piece.start,
    });
    line += text;
  }
  const cut = line.length > longestLine ? line.slice(0, longestLine).toWellFormed() : line;
  const found = applyMasks(cut, { rules, profile, checkout });
  for (const { rule, start, end, placeholder } of found) {
    const from = sourceOf(segments, start);
    const to = sourceOf(segments, end - 1);
    // A mask that lies in words which the log does not hold at this place has nothing to point at.
    if (from !== undefined && to !== undefined && to >= from)
      masks.push({ rule, start: from, end: to + 1, placeholder });
  }
  return { text: maskedLine(cut, found), masks };
}

function maskedLine(line: string, masks: readonly { start: number; end: number; placeholder: string }[]): string {
  let text = "";
  let copied = 0;
  for (const { start, end, placeholder } of masks) {
    text += line.slice(copied, start) + placeholder;
    copied = end;
  }
  text += line.slice(copied);
  return text.replace(/\s+/g, " ").trim();
}

function sourceOf(segments: readonly Segment[], offset: number): number | undefined {
  for (const { at, length, source } of segments) {
    if (offset >= at && offset < at + length) return source === undefined ? undefined : source + (offset - at);
  }
  return undefined;
}
