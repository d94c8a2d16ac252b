import type { Explanation, MaskSpan, SignaturePart } from "#server/domain/failure-signature/explain-failure.ts";
import { findFailures, type LogReading, mostKept, rankNumber } from "#server/domain/failure-signature/find-failures.ts";
import { type Finding, type FindingLine, findingRanks } from "#server/domain/failure-signature/finding.ts";
import { toolOfCommand } from "#server/domain/failure-signature/inferred-tool.ts";
import { type LogView, textAt, viewLog } from "#server/domain/failure-signature/log-view.ts";
import {
  type CleanedMask,
  masksOf,
  type NormalisedFinding,
  type NormaliserContext,
  normaliseFinding,
  shownLines,
} from "#server/domain/failure-signature/normalise-finding.ts";
import { languageOf } from "#server/domain/failure-signature/recognisers/localised.ts";
import type { Ruleset } from "#server/domain/failure-signature/ruleset.ts";
import { TextBlocks } from "#server/domain/failure-signature/text-blocks.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { sha256Hex } from "#server/domain/text/sha256-hex.ts";

const mostParts = 50;
const longestMasked = 2_000;
/** Lines around a wrapper that take part in its signature. */
const mostNearby = 3;
const exceptionRank = findingRanks.indexOf("exception");
const consequenceRank = findingRanks.indexOf("consequence");

/** `cleaned` is a text that `cleanLog` gave, best in its blocks. */
export type CleanedRequest = { cleaned: string | TextBlocks; givenTool?: string; signatureKey?: string };

/** Explains a cleaned log under one ruleset. Two rulesets explain one log side by side, which is how a change of rules is measured and linked. */
export function explainWith(
  ruleset: Ruleset,
  { cleaned: given, givenTool, signatureKey }: CleanedRequest,
): Explanation {
  const blocks = typeof given === "string" ? TextBlocks.of(given) : given;
  const cleaned = blocks.toString();
  const log = viewLog(blocks);
  const reading = findFailures(log, ruleset.recognisers);
  const context = { cleaned: blocks, rules: ruleset.masks, checkout: log.checkout, known: new Map() };
  const { first, count } = inTotalOrder(reading, context);
  const primary = first[0];
  if (!primary) return { kind: "none", reason: reasonOfNone(blocks, reading), cleaned, notes: [] };
  const identify = (lines: readonly string[], tool: string | null) =>
    `${ruleset.version}:${sha256Hex(JSON.stringify([ruleset.version, tool ?? "unknown", lines, signatureKey ?? null]))}`;
  const parts: SignaturePart[] = first.map((one) => ({
    id: identify(one.hashed, one.finding.tool),
    tool: one.finding.tool,
    masked: cutText(shownLines(one, context).join("\n"), longestMasked),
    lines: one.hashed,
    ...placeOf(one.finding, log, blocks),
    masks: spansOf(masksOf(one.finding, context), blocks),
  }));
  const shown = shownLines(primary, context).join("\n");
  const inferred = inferredTool(log, primary);
  const language = primary.finding.language ?? languageOf(shown);
  return {
    kind: "failure",
    id: identify(primary.hashed, primary.finding.tool),
    tool: inferred.tool ?? givenTool ?? "unknown",
    inferred: inferred.tool !== null,
    ...(givenTool === undefined ? {} : { givenTool }),
    evidence: inferred.evidence,
    ...(language === "en" ? {} : { language }),
    masked: cutText(shown, longestMasked),
    masks: parts[0]?.masks ?? [],
    parts,
    notes: notesOf(reading, { primary, count }, inferred.tool, givenTool),
    cleaned,
  };
}

/**
 * The first failures of the log that count, each once, and how many there are: by rank, then by the text that is hashed, in the order of
 * UTF-16 units. Where a line stood decides nothing, because parallel runs print in any order.
 */
function inTotalOrder(
  { findings }: LogReading,
  context: NormaliserContext,
): { first: NormalisedFinding[]; count: number } {
  const best = Math.min(...findings.map(rankNumber), findingRanks.length);
  const counted = findings.filter((finding) => rankNumber(finding) === best || rankNumber(finding) <= exceptionRank);
  const normalise = (finding: Finding) => normaliseFinding(finding, context);
  const said = best === consequenceRank ? nearbyWords(findings, normalise) : [];
  const known = new Map<string, NormalisedFinding>();
  for (const finding of counted) {
    const one = normalise(said.length > 0 ? { ...finding, lines: [...finding.lines, ...said] } : finding);
    if (one.hashed.length === 0) continue;
    const key = keyOf(one);
    const other = known.get(key);
    if (!other || rankNumber(finding) < rankNumber(other.finding)) known.set(key, one);
  }
  // An error that a test runner or a package manager reports in its own form is often printed once more as a bare error.
  const told = new Set<string>();
  const isBare = ({ finding }: NormalisedFinding) => rankNumber(finding) >= exceptionRank;
  const all = [...known.values()];
  if (all.some(isBare))
    for (const one of all) if (!isBare(one)) for (const line of shownLines(one, context)) told.add(line.trim());
  const isRepeated = (one: NormalisedFinding) => isBare(one) && told.has(shownLines(one, context)[0]?.trim() ?? "");
  const entries = told.size === 0 ? [...known] : [...known].filter(([, one]) => !isRepeated(one));
  const first = firstOf(
    entries,
    mostParts,
    ([leftKey, left], [rightKey, right]) =>
      rankNumber(left.finding) - rankNumber(right.finding) || (leftKey < rightKey ? -1 : 1),
  );
  return { first: first.map(([, one]) => one), count: entries.length };
}

/** The first of many in an order, without putting the others in order: a log may hold thousands of failures. */
function firstOf<Item>(items: readonly Item[], most: number, compare: (left: Item, right: Item) => number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    const last = first[most - 1];
    if (last !== undefined && compare(item, last) >= 0) continue;
    let at = Math.min(first.length, most - 1);
    for (; at > 0; at--) {
      const before = first[at - 1];
      if (before === undefined || compare(before, item) < 0) break;
      first[at] = before;
    }
    first[at] = item;
  }
  return first;
}

/**
 * What stands around a wrapper that only names the command which failed. Without it all failures of one command would be one.
 * The last lines are taken, because a command ends with what stopped it.
 */
function nearbyWords(findings: readonly Finding[], normalise: (finding: Finding) => NormalisedFinding): FindingLine[] {
  const hints = findings.filter(({ rank }) => rank === "hint").slice(-mostNearby);
  const read = hints.map((hint) => ({ line: hint.lines[0], text: normalise(hint).hashed[0] ?? "" }));
  read.sort((left, right) => (left.text < right.text ? -1 : 1));
  return read.flatMap(({ line }) => line ?? []);
}

function keyOf({ finding, hashed }: NormalisedFinding): string {
  return `${hashed.join("\n")}\n${finding.tool ?? ""}`;
}

function reasonOfNone(cleaned: TextBlocks, { verdicts }: LogReading) {
  if (cleaned.blocks.every((block) => block.trim() === "")) return "empty";
  if (verdicts.cancelled > 0) return "cancelled";
  if (verdicts.failed > 0) return "footer_only";
  return verdicts.passed > 0 ? "passed" : "no_failure_found";
}

function inferredTool(
  log: LogView,
  { finding }: NormalisedFinding,
): { tool: string | null; evidence: { rule: string; line: string }[] } {
  const own = { rule: finding.rule, line: cutText(textAt(log, finding.at).trim(), 300) };
  const called = toolOfCommand(log, finding.at);
  const evidence = called ? [own, { rule: "command", line: cutText(called.line.trim(), 300) }] : [own];
  return { tool: finding.tool ?? called?.tool ?? null, evidence };
}

/** Where a finding begins in the cleaned log, and the words that it was read from. */
function placeOf({ lines, at }: Finding, log: LogView, cleaned: TextBlocks): Pick<SignaturePart, "start" | "raw"> {
  const words = lines.map(({ pieces }) =>
    pieces.map((piece) => (typeof piece === "string" ? piece : cleaned.slice(piece.start, piece.end))).join(""),
  );
  return { start: log.line(at)?.start ?? 0, raw: words.join("\n") };
}

function spansOf(masks: readonly CleanedMask[], cleaned: TextBlocks): MaskSpan[] {
  const spans = masks.map(({ rule, start, end, placeholder }) => ({
    rule,
    raw: cleaned.slice(start, end),
    placeholder,
    start,
    end,
  }));
  return spans.sort((left, right) => left.start - right.start || left.end - right.end);
}

function notesOf(
  { verdicts, isCut }: LogReading,
  { primary, count }: { primary: NormalisedFinding; count: number },
  tool: string | null,
  givenTool: string | undefined,
): string[] {
  const notes = new Set(primary.finding.notes ?? []);
  if (givenTool !== undefined && tool !== null && givenTool.trim().toLowerCase() !== tool)
    notes.add(`the given tool is ${givenTool}, the log reads as ${tool}`);
  if (count > mostParts)
    notes.add(`the log holds ${isCut ? "at least " : ""}${count} failures; the first ${mostParts} are named`);
  if (isCut)
    notes.add(
      `of one kind of error lines the log holds more than ${mostKept.findings}, or than ${mostKept.text.toLocaleString("en")} characters of them; the rest was not kept`,
    );
  if (verdicts.cancelled > 0) notes.add("the run was cancelled");
  return [...notes];
}
