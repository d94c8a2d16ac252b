import type { FindingLine, Piece } from "#server/domain/failure-signature/finding.ts";
import type { MaskProfile } from "#server/domain/failure-signature/masks.ts";
import { type Checkout, isTopFolder } from "#server/domain/failure-signature/repository-path.ts";

export type LogLine = {
  /** The line without the runner's marker, at most `longestLine` UTF-16 units of it. */
  text: string;
  /** Offset of `text` in the cleaned log. */
  start: number;
  marker?: "error" | "warning" | "group" | "command";
};

/** A cleaned log as recognisers read it. */
export type LogView = {
  lines: LogLine[];
  checkout: Checkout;
  /** Whether a fixed text stands somewhere in the log, for recognisers that behave otherwise when a tool prints a summary. Asked once a text. */
  includes: (text: string) => boolean;
};

/** Patterns see no more of one line than this; the rest is data (a bundle, an encoded file). In UTF-16 units. */
const longestLine = 2_000;

const markerKinds = ["error", "warning", "group", "command"] as const;
const writtenMarker = /^##\[(error|warning|group|command|section)\]/;
const workflowMarker = /^::(error|warning|group)(?: [^:\n]{0,400})?::/;
const commandMarker = "[command]";

/** The runner's marker at the start of a line, and how long it is. Most lines are told by their first two characters to have none. */
function markerOf(line: string): { kind: LogLine["marker"]; length: number } | undefined {
  const first = line.charCodeAt(0);
  if (first === 0x5b)
    return line.startsWith(commandMarker) ? { kind: "command", length: commandMarker.length } : undefined;
  if ((first !== 0x23 && first !== 0x3a) || line.charCodeAt(1) !== first) return undefined;
  const found = (first === 0x23 ? writtenMarker : workflowMarker).exec(line);
  return found ? { kind: markerKinds.find((kind) => kind === found[1]), length: found[0].length } : undefined;
}

export function viewLog(cleaned: string): LogView {
  const lines: LogLine[] = [];
  for (let start = 0; start <= cleaned.length; ) {
    const newline = cleaned.indexOf("\n", start);
    const end = newline < 0 ? cleaned.length : newline;
    const whole = cleaned.slice(start, end);
    const marker = markerOf(whole);
    const from = start + (marker?.length ?? 0);
    const text =
      whole.length <= longestLine && !marker ? whole : cleaned.slice(from, Math.min(end, from + longestLine));
    lines.push(marker?.kind ? { text, start: from, marker: marker.kind } : { text, start: from });
    start = end + 1;
  }
  const known = new Map<string, boolean>();
  const includes = (text: string) => {
    const found = known.get(text) ?? cleaned.includes(text);
    known.set(text, found);
    return found;
  };
  return { lines, checkout: checkoutOf(lines), includes };
}

const folderNotice =
  /^(?:rootdir: | {0,4}RUN +v[\w.-]+ |(?:Initialized empty|Reinitialized existing) Git repository in |make(?:\[[0-9]+\])?: Entering directory ['`"]|\[INFO\] Basedir: | {2,8}(?:Compiling|Checking) [\w-]+ v[\w.+-]+ \()((?:\/|[A-Za-z]:[\\/])[^\s'"`)]{2,300})/;
/** `> shop@1.4.0 test`, by which npm, pnpm and yarn announce a script. */
const scriptNotice =
  /^> (?:@[\w.-]{1,80}\/)?([\w.-]{1,80})@[\w.+-]{1,60} [\w:.-]{1,60}(?: ((?:\/|[A-Za-z]:[\\/])[^\s'"`)]{2,300}))?$/;
const mostNotices = 20;

/** `make` and `cargo` may name a folder below the root, which still is the same in each run. */
function checkoutOf(lines: readonly LogLine[]): Checkout {
  const folders = new Set<string>();
  const packages = new Set<string>();
  for (const { text } of lines) {
    if (text === "") continue;
    const first = text.charCodeAt(0);
    if (first === 0x3e) {
      const script = scriptNotice.exec(text);
      if (script?.[1] && packages.size < mostNotices) packages.add(script[1]);
      if (script?.[2]) folders.add(script[2]);
      continue;
    }
    // r, blank, I, R, m and [ are the only ways in which a folder is announced.
    if (first !== 0x72 && first !== 0x20 && first !== 0x49 && first !== 0x52 && first !== 0x6d && first !== 0x5b)
      continue;
    if (first === 0x20 && !/^ {1,8}[RC]/.test(text)) continue;
    const folder = folderNotice.exec(text)?.[1];
    if (folder && folders.size < mostNotices) folders.add(folder.replaceAll("\\", "/").replace(/(?:\/\.git)?\/?$/, ""));
  }
  return {
    folders: [...folders]
      .filter((folder) => folder.length > 1)
      .sort((left, right) => right.length - left.length || (left < right ? -1 : 1)),
    packages: [...packages].filter((name) => !isTopFolder(name)).sort(),
  };
}

export function textAt(log: LogView, index: number): string {
  return log.lines[index]?.text ?? "";
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
  return { profile, pieces: pieces.filter((piece) => piece !== undefined) };
}

/** The same line with blanks before it, as the tool writes it. */
export function indented(indent: number, line: FindingLine): FindingLine {
  return { ...line, indent };
}

/** An empty line between paragraphs. */
export const blankLine: FindingLine = { profile: "diagnostic", pieces: [] };

/** The whole line, without the blanks around it. */
export function wholeLine(profile: MaskProfile, line: LogLine): FindingLine {
  const from = line.text.length - line.text.trimStart().length;
  return { profile, pieces: [slice(line, from, Math.max(from, line.text.trimEnd().length))] };
}
