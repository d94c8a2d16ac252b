import { type Finding, type FindingRank, findingRanks } from "#server/domain/failure-signature/finding.ts";
import { type Verdict, verdictOf, verdictPatterns } from "#server/domain/failure-signature/log-verdict.ts";
import { type LogView, textAt, wholeLine } from "#server/domain/failure-signature/log-view.ts";
import type { Reading, Recogniser } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { type PatternSieve, patternSieve } from "#server/domain/text/pattern-sieve.ts";

export type LogReading = {
  findings: Finding[];
  /** How often each kind of summary line was seen. */
  verdicts: Record<Verdict, number>;
  /** Lines that are neither blank nor a summary. */
  spokenLines: number;
  /** Whether findings were left out. */
  isCut: boolean;
};

/**
 * Findings of one rank beyond which no more are kept, and the text of them, in UTF-16 units, with which the last is kept; the notes then say so.
 * Ten times what is named, so that parallel runs, which print in any order, rarely differ in what is named first; and few enough that a log of
 * nothing but failures costs no more than twice what others do, however long its lines are.
 */
export const mostKept = { findings: 500, text: 50_000 };
/** How far above the line that says that the step failed plain words of failure are believed. */
const reachOfVerdict = 25;
/** Most lines of a text that somebody picked from a log. */
const shortText = 12;

/** A test or check that passed. Its title may speak of any failure. */
const passed = /^[\s│|]{0,24}(?:[✓✔√☑✅🟢]|ok [0-9]{1,9}\b|--- PASS: |PASS\b|\(pass\) )/u;

/** Reads a log once from top to bottom. Each line is offered to the recognisers in order; the first that reads takes the lines it names. */
export function findFailures(log: LogView, recognisers: readonly Recogniser[]): LogReading {
  const findings: Finding[] = [];
  const verdicts: Record<Verdict, number> = { failed: 0, passed: 0, cancelled: 0 };
  const verdictAt: number[] = [];
  const kinds = new Map<FindingRank, { findings: number; text: number }>();
  const isFull = (rank: FindingRank) => {
    const known = kinds.get(rank);
    return known !== undefined && (known.findings >= mostKept.findings || known.text >= mostKept.text);
  };
  const lineSieve = sieveFor(recognisers);
  const { sieve, possible, hintWords, passedAt } = lineSieve;
  let spokenLines = 0;
  let isCut = false;
  for (let index = 0; index < log.lineCount; ) {
    const marker = log.markerAt(index);
    const line = marker === "group" || marker === "command" || log.isBlankAt(index) ? undefined : log.line(index);
    if (!line || line.text === "") {
      index += 1;
      continue;
    }
    sieve.sift(line.text, possible);
    const isHarmless = line.marker === "warning" || (isSet(possible, passedAt) && passed.test(line.text));
    const reading = isHarmless ? undefined : readAt(log, index, lineSieve, isFull);
    const verdict =
      reading === undefined || !isBeyondWords(reading) ? verdictOf(line.text, possible[hintWords] ?? 0) : undefined;
    if (verdict) {
      verdicts[verdict] += 1;
      if (verdict === "failed") verdictAt.push(index);
      index += 1;
      continue;
    }
    if (line.text.trim() !== "") spokenLines += 1;
    if (reading) {
      isCut ||= reading.dropped !== undefined;
      for (const finding of reading.findings) {
        if (isFull(finding.rank)) {
          isCut = true;
          continue;
        }
        const known = kinds.get(finding.rank) ?? { findings: 0, text: 0 };
        known.findings += 1;
        known.text += lengthOf(finding);
        kinds.set(finding.rank, known);
        findings.push(finding);
      }
      index = Math.max(reading.end, index + 1);
    } else index += 1;
  }
  const [firstFailed] = verdictAt;
  if (findings.length === 0 && firstFailed !== undefined && verdicts.cancelled === 0)
    findings.push(...lastWords(log, firstFailed));
  const inFailedStep = failedSteps(log);
  // A text of a few lines, or one that says little else, was picked by somebody: then plain words are believed.
  const hints = findings.filter(({ rank }) => rank === "hint").length;
  const isPicked = spokenLines <= shortText || hints * 2 >= spokenLines;
  const kept = findings.filter(({ rank, at }) => rank !== "hint" || isPicked || isNear(verdictAt, at));
  const local = kept.filter((finding) => inFailedStep(finding.at));
  return { findings: local.length > 0 ? local : kept, verdicts, spokenLines, isCut };
}

/** Of all that a finding takes from the log, in UTF-16 units. */
function lengthOf({ lines }: Finding): number {
  let length = 0;
  for (const { pieces } of lines)
    for (const piece of pieces) length += typeof piece === "string" ? piece.length : piece.end - piece.start;
  return length;
}

/** Whether a line says more than words that a summary may have as well. */
function isBeyondWords({ findings, dropped }: Reading): boolean {
  return (dropped !== undefined && !isWords(dropped)) || findings.some(({ rank }) => !isWords(rank));
}

function isWords(rank: FindingRank): boolean {
  return rank === "hint" || rank === "reported";
}

/** Lines above the summary in which a demand is looked for, where nothing speaks of failure. */
const reachOfLastWords = 5;
const demand =
  /\b(?:please|must|should|(?:is|are) required|requires?|needs? to|make sure|usage:|out of date|instead of)\b/i;

/**
 * What a script asks for on its way out: `please set SHOP_REGION first`, and an exit code. Only a demand is believed, because the last line of a
 * step that failed in silence says what went well.
 */
function lastWords(log: LogView, before: number): Finding[] {
  for (let at = before - 1; at >= Math.max(0, before - reachOfLastWords); at--) {
    const line = log.line(at);
    if (!line || line.marker === "group" || line.marker === "command") break;
    if (line.marker === "warning" || !demand.test(line.text)) continue;
    const notes = ["no line calls itself a failure; what was asked for last is taken"];
    return [{ rule: "last_words", tool: null, rank: "hint", at, lines: [wholeLine("prose", line)], notes }];
  }
  return [];
}

type LineSieve = {
  sieve: PatternSieve;
  recognisers: readonly Recogniser[];
  hintWords: number;
  /** Number of the bit that tells of tests that passed. */
  passedAt: number;
  /** Numbers of the bits that tell of lines which recognisers leave alone. */
  leavesAt: ReadonlyMap<RegExp, number>;
  /** The answer about the line that was sifted last. */
  possible: Int32Array;
};

function isSet(bits: Int32Array, index: number): boolean {
  return ((bits[index >> 5] ?? 0) & (1 << (index & 31))) !== 0;
}

/** Built once for each list of recognisers, which is the work of some milliseconds. */
const sieves = new WeakMap<readonly Recogniser[], LineSieve>();

function sieveFor(recognisers: readonly Recogniser[]): LineSieve {
  const known = sieves.get(recognisers);
  if (known) return known;
  const left = [...new Set(recognisers.flatMap(({ leaves }) => leaves ?? []))];
  const asked = [...recognisers.map(({ hint }) => hint), passed, ...left];
  const hintWords = Math.ceil(asked.length / 32);
  const sieve = patternSieve([
    ...asked.map((pattern) => [pattern]),
    // The word after those tells of the summaries.
    ...Array.from({ length: hintWords * 32 - asked.length }, () => []),
    ...verdictPatterns.map((pattern) => [pattern]),
  ]);
  const made = {
    sieve,
    recognisers,
    hintWords,
    passedAt: recognisers.length,
    leavesAt: new Map(left.map((pattern, index) => [pattern, recognisers.length + 1 + index])),
    possible: new Int32Array(sieve.words),
  };
  sieves.set(recognisers, made);
  return made;
}

/** Most lines hold nothing that a recogniser or a summary asks for, so that one pass over the line spares the test of some hundreds of patterns. */
function readAt(
  log: LogView,
  index: number,
  { recognisers, hintWords, leavesAt, possible }: LineSieve,
  isFull: (rank: FindingRank) => boolean,
): Reading | undefined {
  const line = log.line(index);
  if (!line) return undefined;
  let asked: RegExp | undefined;
  let isLeft = false;
  const leaves = (pattern: RegExp) => {
    if (asked !== pattern)
      isLeft = line.marker !== "error" && isSet(possible, leavesAt.get(pattern) ?? 0) && pattern.test(line.text);
    asked = pattern;
    return isLeft;
  };
  for (let word = 0; word < hintWords; word++) {
    for (let bits = possible[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const recogniser = recognisers[word * 32 + 31 - Math.clz32(bits & -bits)];
      if (!recogniser) continue;
      const { readsHint, hint, leaves: left } = recogniser;
      // What is left alone is asked last, because most lines that may hold a form do not have it.
      if (!readsHint && (!hint.test(line.text) || (left && leaves(left)))) continue;
      const reading = recogniser.read(log, index, isFull);
      if (reading && !(readsHint && left && leaves(left))) return reading;
    }
  }
  return undefined;
}

function isNear(verdicts: readonly number[], at: number): boolean {
  const next = verdicts[firstAtOrAfter(verdicts, at)];
  return next !== undefined && next - at <= reachOfVerdict;
}

/** Index of the first of ascending numbers that is not below `value`. */
function firstAtOrAfter(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether a line belongs to a step that failed. Steps begin at the runner's `Run …` markers, and the failed ones hold its error marker.
 * Without markers every line does.
 */
function failedSteps(log: LogView): (at: number) => boolean {
  const starts = log.marked.filter((at) => log.markerAt(at) === "group" && textAt(log, at).startsWith("Run "));
  if (starts.length < 2) return () => true;
  const failed = starts.map(() => false);
  for (const at of log.marked) {
    const step = firstAtOrAfter(starts, at + 1) - 1;
    if (step >= 0 && log.markerAt(at) === "error") failed[step] = true;
  }
  if (!failed.includes(true)) return () => true;
  return (at) => {
    const step = firstAtOrAfter(starts, at + 1) - 1;
    return step < 0 || failed[step] === true;
  };
}

/** Smaller is closer to the reason. */
export function rankNumber(finding: Finding): number {
  return findingRanks.indexOf(finding.rank);
}
