import { applyMasks, maskedText } from "#server/domain/failure-signature/apply-masks.ts";
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
  const { line, segments } = joined(pieces, cleaned);
  const cut = line.length > longestLine ? line.slice(0, longestLine).toWellFormed() : line;
  const found = applyMasks(cut, { rules, profile, checkout });
  const masks = droppedPositions(pieces, cleaned);
  for (const { rule, start, end, placeholder } of found) {
    const from = sourceOf(segments, start);
    const to = sourceOf(segments, end - 1);
    // A mask that lies in words which the log does not hold at this place has nothing to point at.
    if (from !== undefined && to !== undefined && to >= from)
      masks.push({ rule, start: from, end: to + 1, placeholder });
  }
  return { text: maskedText(cut, found), masks };
}

const blanks = /\s{2,}/g;

/** The pieces as one line, with runs of blanks made one, and where in the cleaned log each part of it stands. */
function joined(pieces: readonly Piece[], cleaned: string): { line: string; segments: Segment[] } {
  let line = "";
  const segments: Segment[] = [];
  const add = (text: string, source: number | undefined) => {
    if (text === "") return;
    segments.push({ at: line.length, length: text.length, source });
    line += text;
  };
  for (const piece of pieces) {
    const source = typeof piece === "string" ? undefined : piece.start;
    const text = typeof piece === "string" ? piece : cleaned.slice(piece.start, piece.end);
    let copied = 0;
    for (const { 0: run, index } of text.matchAll(blanks)) {
      add(text.slice(copied, index), source === undefined ? undefined : source + copied);
      add(" ", source === undefined ? undefined : source + index);
      copied = index + run.length;
    }
    add(text.slice(copied), source === undefined ? undefined : source + copied);
  }
  return { line, segments };
}

const writtenPosition = /[(:]\[?\p{Nd}{1,9}(?:[,:.-] ?\p{Nd}{1,9}){0,5}[\])]?|, line \p{Nd}{1,9}/u;
/** Longest part between two pieces that is looked through for a position. */
const longestGap = 60;

/** Positions that a recogniser left out between the parts that it took. */
function droppedPositions(pieces: readonly Piece[], cleaned: string): CleanedMask[] {
  const masks: CleanedMask[] = [];
  let last: number | undefined;
  for (const piece of pieces) {
    if (typeof piece === "string") continue;
    if (last !== undefined && piece.start > last && piece.start - last <= longestGap) {
      const gap = cleaned.slice(last, piece.start);
      const found = gap.includes("\n") ? null : writtenPosition.exec(gap);
      if (found)
        masks.push({
          rule: "position",
          start: last + found.index,
          end: last + found.index + found[0].length,
          placeholder: "",
        });
    }
    last = piece.end;
  }
  return masks;
}

function sourceOf(segments: readonly Segment[], offset: number): number | undefined {
  for (const { at, length, source } of segments) {
    if (offset >= at && offset < at + length) return source === undefined ? undefined : source + (offset - at);
  }
  return undefined;
}
