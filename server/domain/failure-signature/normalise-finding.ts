import { applyMasks, maskedText } from "#server/domain/failure-signature/apply-masks.ts";
import type { Finding, FindingLine, Piece } from "#server/domain/failure-signature/finding.ts";
import type { MaskProfile, MaskRule } from "#server/domain/failure-signature/masks.ts";
import type { Checkout } from "#server/domain/failure-signature/repository-path.ts";
import type { TextBlocks } from "#server/domain/failure-signature/text-blocks.ts";

/** A masked span of the cleaned log. */
export type CleanedMask = { rule: string; start: number; end: number; placeholder: string };

export type NormalisedFinding = {
  finding: Finding;
  /** What is hashed: the lines with their masks, and of messages of a numbered kind their code and arguments. */
  hashed: string[];
};

export type NormaliserContext = {
  /** The log that the pieces of a finding point into. */
  cleaned: TextBlocks;
  rules: readonly MaskRule[];
  checkout: Checkout;
  /** Lines of this log that were masked before, because the heads and the frames of failures repeat. */
  known: KnownLines;
};

export type KnownLines = Map<MaskProfile, Map<string, string>>;
/** Lines of one profile that are remembered. */
const mostKnown = 1_000;

/** Longest line and most lines of a signature; what lies beyond does not take part. In UTF-16 units. */
const longestLine = 600;
const mostLines = 10;

/** Masks the lines of a finding. Where the masks stand in the log is a question of its own, because it is only asked for the few that are shown. */
export function normaliseFinding(finding: Finding, context: NormaliserContext): NormalisedFinding {
  return { finding, hashed: maskedLines(finding, context, (line) => line.identity ?? line.pieces) };
}

/** What is shown of a finding. It is what is hashed, but for messages of a numbered kind, which are shown whole. */
export function shownLines({ finding, hashed }: NormalisedFinding, context: NormaliserContext): string[] {
  return finding.lines.some(({ identity }) => identity)
    ? maskedLines(finding, context, ({ pieces }) => pieces)
    : hashed;
}

function maskedLines(
  { lines }: Finding,
  context: NormaliserContext,
  piecesOf: (line: FindingLine) => readonly Piece[],
): string[] {
  const taken: string[] = [];
  for (let index = 0; index < lines.length && index < mostLines; index++) {
    const line = lines[index];
    if (!line) break;
    const pieces = piecesOf(line);
    const masked = maskedLine(pieces, line.profile, context);
    if (masked === "" && pieces.length > 0) continue;
    taken.push(masked === "" || !line.indent || pieces !== line.pieces ? masked : " ".repeat(line.indent) + masked);
  }
  return taken;
}

/** A connection that a test could not make: its host and its port are of the run, not values that it compares. */
const refusedConnection = /\b(?:connect|listen|bind|read|write|getaddrinfo) E[A-Z]{4,}/;

function profileOf(line: string, profile: MaskProfile): MaskProfile {
  return profile === "assertion" && refusedConnection.test(line) ? "message" : profile;
}

function maskedLine(pieces: readonly Piece[], given: MaskProfile, context: NormaliserContext): string {
  const line = comparableText(joinedText(pieces, context.cleaned), given);
  const profile = profileOf(line, given);
  const ofProfile = context.known.get(profile) ?? new Map<string, string>();
  if (ofProfile.size === 0) context.known.set(profile, ofProfile);
  const known = ofProfile.get(line);
  if (known !== undefined) return known;
  const masked = maskedText(line, applyMasks(line, { rules: context.rules, profile, checkout: context.checkout }));
  if (ofProfile.size < mostKnown) ofProfile.set(line, masked);
  return masked;
}

/** Where the masks of a finding stand in the cleaned log. */
export function masksOf(finding: Finding, { cleaned, rules, checkout }: NormaliserContext): CleanedMask[] {
  return finding.lines.slice(0, mostLines).flatMap(({ pieces, profile }) => {
    const cut = comparableText(joinedText(pieces, cleaned), profile);
    const found = applyMasks(cut, { rules, profile: profileOf(cut, profile), checkout });
    if (maskedText(cut, found) === "") return [];
    const segments = segmentsOf(pieces, cleaned);
    const masks = droppedPositions(pieces, cleaned);
    for (const { rule, start, end, placeholder } of found) {
      const from = sourceOf(segments, start);
      const to = sourceOf(segments, end - 1);
      // A mask that lies in words which the log does not hold at this place has nothing to point at.
      if (from !== undefined && to !== undefined && to >= from)
        masks.push({ rule, start: from, end: to + 1, placeholder });
    }
    return masks;
  });
}

const anyOtherQuote = /[‘’“”`]/;
/** `x' of the older tools of the C library and of Ruby, which now write 'x'. */
const mixedQuotes = /`(?=[^`'\n]{1,80}'(?!\w))/g;

/**
 * The line as far as it takes part, with the quotes of the C locale: tools of the C library write ‘x’ where the locale is UTF-8, and 'x' in a
 * container that names none. What an assertion compares stays as it is. Every unit keeps its place.
 */
function comparableText(line: string, profile: MaskProfile): string {
  const cut = line.length > longestLine ? line.slice(0, longestLine).toWellFormed() : line;
  if (profile === "assertion" || !anyOtherQuote.test(cut)) return cut;
  return cut.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(mixedQuotes, "'");
}

const blanks = /\s{2,}/g;

/** The pieces as one line, with runs of blanks in each made one. */
function joinedText(pieces: readonly Piece[], cleaned: TextBlocks): string {
  let line = "";
  for (const piece of pieces) line += textOf(piece, cleaned).replace(blanks, " ");
  return line;
}

function textOf(piece: Piece, cleaned: TextBlocks): string {
  return typeof piece === "string" ? piece : cleaned.slice(piece.start, piece.end);
}

type Segment = { at: number; length: number; source: number | undefined };

/** Where in the cleaned log each part of the joined line stands. */
function segmentsOf(pieces: readonly Piece[], cleaned: TextBlocks): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  const add = (length: number, source: number | undefined) => {
    if (length > 0) segments.push({ at, length, source });
    at += length;
  };
  for (const piece of pieces) {
    const source = typeof piece === "string" ? undefined : piece.start;
    const text = textOf(piece, cleaned);
    let copied = 0;
    for (const { 0: run, index } of text.matchAll(blanks)) {
      add(index - copied, source === undefined ? undefined : source + copied);
      add(1, source === undefined ? undefined : source + index);
      copied = index + run.length;
    }
    add(text.length - copied, source === undefined ? undefined : source + copied);
  }
  return segments;
}

const writtenPosition = /[(:]\[?\p{Nd}{1,9}(?:[,:.-] ?\p{Nd}{1,9}){0,5}[\])]?|, line \p{Nd}{1,9}/u;
/** Longest part between two pieces that is looked through for a position. */
const longestGap = 60;

/** Positions that a recogniser left out between the parts that it took. */
function droppedPositions(pieces: readonly Piece[], cleaned: TextBlocks): CleanedMask[] {
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
