import type { FindingLine, Piece } from "#server/domain/failure-signature/finding.ts";
import type { MaskProfile } from "#server/domain/failure-signature/masks.ts";
import { type Checkout, isTopFolder } from "#server/domain/failure-signature/repository-path.ts";
import type { TextBlocks } from "#server/domain/failure-signature/text-blocks.ts";

export type LogLine = {
  /** The line without the runner's marker, at most `longestLine` UTF-16 units of it. */
  text: string;
  /** Offset of `text` in the cleaned log. */
  start: number;
  marker?: LineMarker;
};

export type LineMarker = "error" | "warning" | "group" | "command";

/**
 * A cleaned log as recognisers read it. Lines are cut out when they are asked for, because most are looked at once or never: the lines of a log of
 * megabytes, kept as objects, would cost more time in the collector of garbage than all that is read in them.
 */
export type LogView = {
  lineCount: number;
  /** The line at an index from 0; undefined outside of the log. */
  line: (index: number) => LogLine | undefined;
  /** What the runner says of a line, without cutting it out. */
  markerAt: (index: number) => LineMarker | undefined;
  /** Whether a line holds nothing, not even a marker, without cutting it out. */
  isBlankAt: (index: number) => boolean;
  /** The lines that the runner marked, ascending. */
  marked: readonly number[];
  checkout: Checkout;
  /** The text between two offsets of the cleaned log. */
  slice: (range: { start: number; end: number }) => string;
  /** Whether a fixed text stands somewhere in the log, for recognisers that behave otherwise when a tool prints a summary. Asked once a text. */
  includes: (text: string) => boolean;
};

/** Patterns see no more of one line than this; the rest is data (a bundle, an encoded file). In UTF-16 units. */
const longestLine = 2_000;

const markerKinds = ["error", "warning", "group", "command"] as const satisfies readonly LineMarker[];
/** By the letter behind `##[`, which no two share. */
const writtenMarkers = new Map(
  [...markerKinds, "section"].map((kind) => [
    kind.charCodeAt(0),
    {
      written: `##[${kind}]`,
      kind: markerKinds.find((known) => known === kind),
      length: `##[${kind}]`.length,
    },
  ]),
);
const workflowMarker = /^::(error|warning|group)(?: [^:\n]{0,400})?::/;
const commandMarker = "[command]";
const longestMarker = 420;

/** The runner's marker at `start`, and how long it is. Most lines are told by their first two characters to have none. */
function markerOf(
  text: string,
  start: number,
  end: number,
): { kind: LineMarker | undefined; length: number } | undefined {
  const first = text.charCodeAt(start);
  if (first === 0x5b)
    return text.startsWith(commandMarker, start) ? { kind: "command", length: commandMarker.length } : undefined;
  if ((first !== 0x23 && first !== 0x3a) || text.charCodeAt(start + 1) !== first) return undefined;
  if (first === 0x23) {
    const marker = writtenMarkers.get(text.charCodeAt(start + 3));
    return marker && text.startsWith(marker.written, start) ? marker : undefined;
  }
  const found = workflowMarker.exec(text.slice(start, Math.min(end, start + longestMarker)));
  return found ? { kind: markerKinds.find((kind) => kind === found[1]), length: found[0].length } : undefined;
}

/** Lines that were cut out last, because recognisers look at a line several times and at the few around it. A power of two. */
const keptLines = 64;

export function viewLog(cleaned: TextBlocks): LogView {
  const starts = new OffsetList(cleaned.length >> 5);
  const marked: number[] = [];
  /** One more than the index of the marker among its kinds; 0 for none. */
  const kinds = new OffsetList(cleaned.length >> 5);
  const notices = new CheckoutNotices();
  let offset = 0;
  for (const block of cleaned.blocks) {
    for (let start = 0; start <= block.length; ) {
      const newline = block.indexOf("\n", start);
      const end = newline < 0 ? block.length : newline;
      const marker = end > start ? markerOf(block, start, end) : undefined;
      if (marker?.kind) marked.push(starts.length);
      kinds.push(marker?.kind ? markerKinds.indexOf(marker.kind) + 1 : 0);
      notices.read(block, start + (marker?.length ?? 0), end);
      starts.push(offset + start);
      start = end + 1;
    }
    offset += block.length + 1;
  }
  const lineCount = starts.length;
  const kindAt = (index: number) => {
    const kind = kinds.at(index);
    return kind === 0 ? undefined : markerKinds[kind - 1];
  };
  const endOf = (index: number) => (index + 1 < lineCount ? starts.at(index + 1) - 1 : cleaned.length);
  const kept: (LogLine | undefined)[] = new Array(keptLines);
  const keptAt = new Int32Array(keptLines).fill(-1);
  const line = (index: number) => {
    const slot = index & (keptLines - 1);
    if (keptAt[slot] === index) return kept[slot];
    if (index < 0 || index >= lineCount) return undefined;
    const start = starts.at(index);
    const end = endOf(index);
    const whole = cleaned.slice(start, end);
    const length = markerOf(whole, 0, whole.length)?.length ?? 0;
    const from = start + length;
    const text = length === 0 && whole.length <= longestLine ? whole : whole.slice(length, length + longestLine);
    const marker = kindAt(index);
    const made = marker ? { text, start: from, marker } : { text, start: from };
    kept[slot] = made;
    keptAt[slot] = index;
    return made;
  };
  const known = new Map<string, boolean>();
  const includes = (text: string) => {
    const found = known.get(text) ?? cleaned.includes(text);
    known.set(text, found);
    return found;
  };
  return {
    lineCount,
    line,
    markerAt: kindAt,
    isBlankAt: (index) => starts.at(index) === endOf(index),
    marked,
    checkout: notices.checkout(),
    slice: ({ start, end }) => cleaned.slice(start, end),
    includes,
  };
}

/** Offsets in the order in which they come, in memory that holds numbers alone. */
class OffsetList {
  length = 0;
  private values: Int32Array;
  constructor(expected: number) {
    this.values = new Int32Array(Math.max(16, expected));
  }
  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = new Int32Array(this.values.length * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length] = value;
    this.length += 1;
  }
  at(index: number): number {
    return this.values[index] ?? 0;
  }
}

const folderNotice =
  /^(?:rootdir: | {0,4}RUN +v[\w.-]+ |(?:Initialized empty|Reinitialized existing) Git repository in |make(?:\[[0-9]+\])?: Entering directory ['`"]|\[INFO\] Basedir: | {2,8}(?:Compiling|Checking) [\w-]+ v[\w.+-]+ \()((?:\/|[A-Za-z]:[\\/])[^\s'"`)]{2,300})/;
/** `> shop@1.4.0 test`, by which npm, pnpm and yarn announce a script. */
const scriptNotice =
  /^> (?:@[\w.-]{1,80}\/)?([\w.-]{1,80})@[\w.+-]{1,60} [\w:.-]{1,60}(?: ((?:\/|[A-Za-z]:[\\/])[^\s'"`)]{2,300}))?$/;
const mostNotices = 20;

/** What the lines say about the checkout. `make` and `cargo` may name a folder below the root, which still is the same in each run. */
class CheckoutNotices {
  private readonly folders = new Set<string>();
  private readonly packages = new Set<string>();

  read(cleaned: string, from: number, end: number): void {
    if (from >= end) return;
    const first = cleaned.charCodeAt(from);
    // r, blank, I, R, m, [ and > are the only ways in which a folder or a script is announced.
    if (first === 0x20) {
      const letter = firstAfterBlanks(cleaned, from, end);
      if (letter !== 0x52 && letter !== 0x43) return;
    } else if (first !== 0x3e && first !== 0x72 && first !== 0x49 && first !== 0x52 && first !== 0x6d && first !== 0x5b)
      return;
    const text = cleaned.slice(from, Math.min(end, from + longestLine));
    if (first === 0x3e) {
      const script = scriptNotice.exec(text);
      if (script?.[1] && this.packages.size < mostNotices) this.packages.add(script[1]);
      if (script?.[2]) this.folders.add(script[2]);
      return;
    }
    const folder = folderNotice.exec(text)?.[1];
    if (folder && this.folders.size < mostNotices)
      this.folders.add(folder.replaceAll("\\", "/").replace(/(?:\/\.git)?\/?$/, ""));
  }

  checkout(): Checkout {
    return {
      folders: [...this.folders]
        .filter((folder) => folder.length > 1)
        .sort((left, right) => right.length - left.length || (left < right ? -1 : 1)),
      packages: [...this.packages].filter((name) => !isTopFolder(name)).sort(),
    };
  }
}

/** The character after at most eight blanks; NaN where there is none. */
function firstAfterBlanks(cleaned: string, from: number, end: number): number {
  let at = from;
  while (at < end && at < from + 8 && cleaned.charCodeAt(at) === 0x20) at += 1;
  return at < end ? cleaned.charCodeAt(at) : Number.NaN;
}

export function textAt(log: LogView, index: number): string {
  return log.line(index)?.text ?? "";
}

/** The part of a line between two offsets. */
export function slice(line: LogLine, from = 0, to = line.text.length): Piece {
  return { start: line.start + from, end: line.start + to };
}

/** What a group of a match (made with the `d` flag) covers, or undefined where it took no part. */
export function captured(
  line: LogLine,
  match: RegExpExecArray,
  group: number,
): { start: number; end: number } | undefined {
  const range = match.indices?.[group];
  return range && { start: line.start + range[0], end: line.start + range[1] };
}

export function findingLine(profile: MaskProfile, ...pieces: (Piece | undefined)[]): FindingLine {
  const kept: Piece[] = [];
  for (const piece of pieces) if (piece !== undefined) kept.push(piece);
  return { profile, pieces: kept };
}

/** The same line with blanks before it, as the tool writes it. */
export function indented(indent: number, { profile, pieces, identity }: FindingLine): FindingLine {
  return identity ? { profile, indent, pieces, identity } : { profile, indent, pieces };
}

/** An empty line between paragraphs. */
export const blankLine: FindingLine = { profile: "diagnostic", pieces: [] };

/** The whole line, without the blanks around it. */
export function wholeLine(profile: MaskProfile, line: LogLine): FindingLine {
  const from = line.text.length - line.text.trimStart().length;
  return { profile, pieces: [slice(line, from, Math.max(from, line.text.trimEnd().length))] };
}
