import { runnerPrefixLength } from "#server/domain/failure-signature/runner-prefix.ts";
import { separateStreams } from "#server/domain/failure-signature/separate-streams.ts";
import { stripEscapes } from "#server/domain/failure-signature/strip-escapes.ts";
import { TextBlocks, TextBuilder } from "#server/domain/failure-signature/text-blocks.ts";

// Begins only where a run of carriage returns does: else a long run without a line end would be tried again from each of them.
const lineEnds = /(?<!\r)\r+\n|[\u0085\u2028\u2029\v\f]/g;
const noncharacter = /[\uFFFE\uFFFF\uFDD0-\uFDEF]/g;
/** Marks that change how a line reads and not what it says: zero widths, byte order marks, bidirectional controls, tags. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const anyUnseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\udb40]/;
const anyOtherBlank = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const otherBlank = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const controls = /[\0-\x08\x0e-\x1f\x7f]{1,64}/g;
const anyControl = /[\0-\x08\x0e-\x1f\x7f-\x9f]/;
const upperControl = /[\x80-\x9f]/g;

/** Lines that only steer the runner's display. */
const runnerOnly =
  /^(?:##\[(?:endgroup|debug)\].*|::(?:endgroup|debug|add-mask|set-output|save-state|stop-commands|add-path|set-env)\b.*|section_(?:start|end):.*|\[Pipeline\].*|travis_(?:fold|time):.*|```\w*)$/;
/** Frames that a spinner draws. */
const spinnerOnly = /^[\s\u2800-\u28ff|/\\\-–—◐◓◑◒◴◷◶◵⣾⣽⣻⢿⡿⣟⣯⣷.]*$/u;
const anySpinner = /[\u2800-\u28ff◐◓◑◒◴◷◶◵]/;
const leadingSpinner = /^(\s*)(?:[\u2800-\u28ff◐◓◑◒◴◷◶◵]\s+)+/u;
const movingParts = /[\d\s.,%#=\->|/\\\u2580-\u259f\u2800-\u28ff]+/gu;

/**
 * Text of a log without what the terminal, the runner and the log driver added: colours and cursor moves, carriage returns, times and step
 * columns before lines, group markers, names of interleaved tasks. Line ends are `\n`, tabs two blanks; a control byte that is part of the
 * output shows as its picture (U+2400 and following), a noncharacter or a lone surrogate as U+FFFD. Group and error markers that say where
 * the failing step begins stay. Linear in the length; done twice it changes nothing. Also what the symptom leg reads where no failure is found.
 */
export function cleanLog(text: string): string {
  return cleanedBlocks(text).toString();
}

/** The same in blocks, which spares a long log one long text of it. */
export function cleanedBlocks(text: string): TextBlocks {
  let lines = undecorated(withOneBlankAfterClocks(unquoted(settled(text))));
  // Runners wrap one another (compose in a job, a task runner in compose); real logs need two rounds.
  for (let round = 0; round < deepestWrapping; round++) {
    const separated = separateStreams(lines, undecorated);
    if (separated === undefined) break;
    lines = separated;
  }
  return withoutRecapTimes(lines).withoutBlankEnds();
}

/** The text without what belongs to the terminal, and with what is no text made visible. No rule here looks from one line into another. */
function settled(text: string): TextBlocks {
  const given = TextBlocks.of(text.toWellFormed()).blocks;
  const kept: string[] = [];
  for (const [index, block] of given.entries()) {
    let clean = stripEscapes(block.replace(noncharacter, "\uFFFD"));
    // Carriage returns before the line end belong to it. Elsewhere the block is not copied for the sake of the line end.
    const isCut = index + 1 < given.length && clean.endsWith("\r");
    clean = (isCut ? `${clean}\n` : clean).replace(lineEnds, "\n");
    if (isCut) clean = clean.slice(0, -1);
    const drawn = clean.includes("\r") ? settledCarriageReturns(clean) : clean;
    if (drawn === undefined) continue;
    // Where an unseen mark stood within a sequence, the sequence is one only now.
    const seen = withoutUnseen(drawn);
    kept.push(seen === drawn ? seen : stripEscapes(seen));
  }
  return new TextBlocks(kept);
}

function withoutUnseen(text: string): string {
  let plain = text;
  if (anyUnseen.test(plain)) plain = plain.replace(unseen, "");
  if (!anyControl.test(plain)) return plain;
  return plain.replace(controls, pictured).replace(upperControl, "\uFFFD");
}

/** The pictures of a short run of control bytes: there are files that consist of them, and to be asked for each takes its time. */
function pictured(run: string): string {
  const codes: number[] = [];
  for (let at = 0; at < run.length; at++) {
    const byte = run.charCodeAt(at);
    codes.push(byte === 0x7f ? 0x2421 : 0x2400 + byte);
  }
  return String.fromCharCode(...codes);
}

function undecorated(lines: TextBlocks): TextBlocks {
  const kept = new TextBuilder();
  for (const block of lines.blocks) {
    // What the block holds nowhere need not be looked for in each of its lines.
    const holds = {
      hasSpinner: anySpinner.test(block),
      hasTab: block.includes("\t"),
      hasOtherBlank: anyOtherBlank.test(block),
    };
    for (let start = 0; start <= block.length; ) {
      const newline = block.indexOf("\n", start);
      const end = newline < 0 ? block.length : newline;
      const plain = end === start ? "" : undecoratedLine(block.slice(start, end), holds);
      if (plain !== undefined) kept.push(plain);
      start = end + 1;
    }
  }
  return kept.build();
}

const deepestWrapping = 4;

type Holds = { hasSpinner: boolean; hasTab: boolean; hasOtherBlank: boolean };

/** The characters that lines begin with which only steer the display: `#`, `:`, `s`, `[`, `t` and a backtick. */
const steeringFirst = new Set([0x23, 0x3a, 0x73, 0x5b, 0x74, 0x60]);

function undecoratedLine(line: string, { hasSpinner, hasTab, hasOtherBlank }: Holds): string | undefined {
  let plain = line;
  // A spinner may stand before the time and after it.
  for (let round = 0; round < deepestWrapping; round++) {
    const before = plain;
    const end = runnerPrefixLength(plain);
    if (end > 0) plain = plain.slice(end);
    if (hasSpinner) plain = plain.replace(leadingSpinner, "$1");
    if (plain.length === before.length) break;
  }
  if (hasTab) plain = withTabsAsBlanks(plain);
  if (hasOtherBlank) plain = plain.replace(otherBlank, " ");
  plain = plain.trimEnd();
  return steeringFirst.has(plain.charCodeAt(0)) && runnerOnly.test(plain) ? undefined : plain;
}

/** Tabs as two blanks. Runs of them are copied by pieces, which costs half of what `replaceAll` does. */
function withTabsAsBlanks(text: string): string {
  let tab = text.indexOf("\t");
  if (tab < 0) return text;
  let plain = "";
  let copied = 0;
  for (; tab >= 0; tab = text.indexOf("\t", copied)) {
    plain += `${text.slice(copied, tab)}  `;
    copied = tab + 1;
  }
  return plain + text.slice(copied);
}

/**
 * Progress that overwrites itself is kept once; a log whose only line ends are carriage returns keeps all its lines. Undefined where no line is
 * left.
 */
function settledCarriageReturns(text: string): string | undefined {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    if (!line.includes("\r")) {
      lines.push(line);
      continue;
    }
    const drawn = line.split("\r").filter((part) => part !== "" && !spinnerOnly.test(part));
    let next = "";
    const kept: string[] = [];
    for (const part of drawn.toReversed()) {
      const still = part.slice(0, 400).replace(movingParts, "");
      if (still !== next || part.length > 400) kept.push(part);
      next = still;
    }
    for (const part of kept.reverse()) lines.push(part);
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** A log that was quoted whole in a message (`> ` before each line) loses the quote marks. */
function unquoted(lines: TextBlocks): TextBlocks {
  let marked = 0;
  let isQuoted = true;
  lines.eachLine((line) => {
    if (line.startsWith(">")) marked += 1;
    else isQuoted = line === "";
    return isQuoted;
  });
  return isQuoted && marked >= 3 ? lines.mapLines((line) => line.replace(/^(?:> ?){1,40}/, "")) : lines;
}

const clockAndBlanks = /^[0-2]?[0-9]:[0-5][0-9]:[0-5][0-9](?:[.,][0-9]{1,9})?( +)(?=\S)/;

const anyClock = /:[0-5][0-9]:[0-5][0-9](?:[.,][0-9]{1,9})? {2}/;

/** Some runners put two blanks after the time. Where every line has them, the second is theirs and not an indentation of the tool's. */
function withOneBlankAfterClocks(lines: TextBlocks): TextBlocks {
  let isTwo = false;
  let isOne = false;
  // Most logs hold no clock followed by blanks at all.
  if (!lines.blocks.some((block) => anyClock.test(block))) return lines;
  lines.eachLine((line) => {
    const first = line.charCodeAt(0);
    if (!(first >= 0x30 && first <= 0x39)) return true;
    const blanks = clockAndBlanks.exec(line)?.[1];
    isOne = blanks === " ";
    isTwo ||= blanks !== undefined;
    return !isOne;
  });
  return isTwo && !isOne
    ? lines.mapLines((line) => line.replace(clockAndBlanks, (found) => found.slice(0, -1)))
    : lines;
}

const recapHead = /^ > .{1,400}:$/;
const recapTime = /^[0-9]{1,6}\.[0-9]{1,3} /;

/** The summary of a failed docker build repeats the step's output with the seconds before each line. */
function withoutRecapTimes(lines: TextBlocks): TextBlocks {
  // A log of megabytes without such a summary is not copied.
  if (!lines.blocks.some((block) => block.startsWith("------") || block.includes("\n------"))) return lines;
  let inRecap = false;
  let isBelowRule = false;
  return lines.mapLines((line) => {
    const isRule = line.startsWith("------");
    if (isRule) inRecap = false;
    else if (isBelowRule && recapHead.test(line)) inRecap = true;
    isBelowRule = isRule;
    return inRecap ? line.replace(recapTime, "") : line;
  });
}
