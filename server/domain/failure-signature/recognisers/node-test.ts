import type { FindingLine, Piece } from "#server/domain/failure-signature/finding.ts";
import {
  captured,
  findingLine,
  indented,
  type LogView,
  textAt,
  wholeLine,
} from "#server/domain/failure-signature/log-view.ts";
import { indentOf, type Recogniser, skipBlank } from "#server/domain/failure-signature/recognisers/recogniser.ts";
import { isFrame } from "#server/domain/failure-signature/stack-frame.ts";

const location = /^test at (.{1,500}?)(?::[0-9]{1,9}){0,2}$/d;
const failed = /^(\s{0,40})✖ (.{1,600}?)(?: \([0-9.]{1,20}m?s\))?(?: # .{1,200})?$/d;
const sectionHead = "✖ failing tests:";
const longestBlock = 300;

/** An entry of `✖ failing tests:`, the place above the name and the error below it. Without that list, the tests as they failed. */
export const nodeTestFailure: Recogniser = {
  name: "node_test_failure",
  hint: /^(?:test at |\s{0,40}✖ )/,
  read(log, index) {
    const place = log.line(index);
    const located = place && location.exec(place.text);
    const at = located ? index + 1 : index;
    const line = log.line(at);
    if (!line) return undefined;
    const indent = indentOf(line.text);
    const first = skipBlank(log, at + 1, Math.min(log.lineCount, at + 3));
    const isBare = indentOf(textAt(log, first)) <= indent || isFrame(log, first);
    // Most lines with the mark are of other tools, and have no error below them.
    if (isBare && !located) return undefined;
    const match = failed.exec(line.text);
    if (!match || line.text.startsWith(sectionHead)) return undefined;
    if (isBare) return { findings: [], end: at + 1 };
    const end = endOfBlock(log, first, indent);
    // While they run, failed tests are printed once more where a list follows.
    if (!located && log.includes(sectionHead) && !isInsideList(log, at)) return { findings: [], end };
    const message = messageOf(log, first, end);
    // A suite fails because its tests do: `1 subtest failed`.
    if (message.length === 0) return { findings: [], end };
    const title = findingLine("assertion", "✖ ", captured(line, match, 2));
    const file = place && located ? [findingLine("assertion", "test at ", captured(place, located, 1))] : [];
    return {
      findings: [
        { rule: "node_test_failure", tool: "node:test", rank: "cause", at, lines: [...file, title, ...message] },
      ],
      end,
    };
  },
};

/** The heads of lists and the summaries that were seen last before a line. Logs are read from top to bottom, so that each line is looked at once. */
const seenBefore = new WeakMap<LogView, { upTo: number; head: number; summary: number }>();

/** Node 18 lists failing tests without their place. */
function isInsideList(log: LogView, index: number): boolean {
  const from = Math.max(0, index - longestBlock);
  const known = seenBefore.get(log);
  const seen = known && known.upTo <= index ? known : { upTo: from, head: -1, summary: -1 };
  for (let at = Math.max(from, seen.upTo); at < index; at++) {
    const text = textAt(log, at);
    if (text.startsWith(sectionHead)) seen.head = at;
    else if (/^\s{0,8}(?:ℹ|# tests) /.test(text)) seen.summary = at;
  }
  seen.upTo = index;
  seenBefore.set(log, seen);
  return seen.head >= from && seen.head > seen.summary;
}

function endOfBlock(log: LogView, from: number, indent: number): number {
  let hasFrames = false;
  for (let at = from; at < Math.min(log.lineCount, from + longestBlock); at++) {
    const text = textAt(log, at);
    hasFrames ||= isFrame(log, at);
    // The error is indented by two and ends with its stack; what follows is what another tool printed next.
    if (text.trim() === "") {
      if (hasFrames) return at;
    } else if (indentOf(text) < indent + 2 && !/^[}\]]/.test(text.trim())) return at;
  }
  return Math.min(log.lineCount, from + longestBlock);
}

function messageOf(log: LogView, from: number, to: number): FindingLine[] {
  const lines: FindingLine[] = [];
  for (let at = from; at < to; at++) {
    const line = log.line(at);
    if (!line || isFrame(log, at)) break;
    const text = line.text.trim();
    if (/^'?[0-9]{1,6} subtests? failed'?$/.test(text)) return [];
    if (lines.length === 0 && text !== "") lines.push(indented(2, wholeLine("assertion", line)));
    // The one line of a simple comparison: `415 !== 200`.
    else if (/^.{1,200} !== .{1,200}$/.test(text)) return [...lines, indented(2, wholeLine("assertion", line))];
  }
  return lines;
}

const notOk = /^(\s{0,40})not ok [0-9]{1,9}(?: -)? (.{1,600}?)(?: # (?:TODO|SKIP|time=).{0,200})?$/d;

/** TAP: `not ok 1 - name` with a block of YAML below it. */
export const tapFailure: Recogniser = {
  name: "tap_failure",
  hint: /^\s{0,40}not ok /,
  read(log, index) {
    const line = log.line(index);
    const match = line && notOk.exec(line.text);
    if (!line || !match || /# (?:TODO|SKIP)/.test(line.text)) return undefined;
    const block = yamlBlock(log, index + 1);
    const type = block.values.get("failureType");
    if (type && /subtestsFailed|parentAlreadyFinished/.test(textOf(log, type.at)))
      return { findings: [], end: block.end };
    const isNode = block.values.has("duration_ms");
    const title = findingLine("assertion", isNode ? "✖ " : "not ok ", captured(line, match, 2));
    const place = block.values.get("location");
    const file = place ? [findingLine("assertion", "test at ", place.value)] : [];
    const message = messageLines(log, block);
    return {
      findings: [
        {
          rule: "tap_failure",
          tool: isNode ? "node:test" : "tap",
          rank: "cause",
          at: index,
          lines: [...file, title, ...message],
        },
      ],
      end: block.end,
    };
  },
};

type Yaml = { values: Map<string, { value: Piece; at: number; isBlock: boolean }>; end: number };

const pair = /^\s{0,44}([A-Za-z_]{1,40}): (?:(['"]?)(.{1,1000}?)\2|\|-?)$/d;

function yamlBlock(log: LogView, from: number): Yaml {
  const values: Yaml["values"] = new Map();
  if (textAt(log, from).trim() !== "---") return { values, end: from };
  for (let at = from + 1; at < Math.min(log.lineCount, from + longestBlock); at++) {
    const line = log.line(at);
    if (!line || line.text.trim() === "...") return { values, end: at + 1 };
    const match = pair.exec(line.text);
    if (!match?.[1] || values.has(match[1])) continue;
    const value = captured(line, match, 3);
    const isBlock = value === undefined || /^\|-?$/.test(match[3] ?? "");
    values.set(match[1], { value: value ?? "", at, isBlock });
  }
  return { values, end: Math.min(log.lineCount, from + longestBlock) };
}

function textOf(log: LogView, at: number): string {
  return textAt(log, at);
}

function messageLines(log: LogView, { values, end }: Yaml): FindingLine[] {
  const error = values.get("error") ?? values.get("message");
  if (!error) return [];
  const name = values.get("name");
  const code = values.get("code");
  const lead: Piece[] =
    name && !name.isBlock ? [name.value, ...(code && !code.isBlock ? [" [", code.value, "]"] : []), ": "] : [];
  if (!error.isBlock) return [indented(2, findingLine("assertion", ...lead, error.value))];
  const first = log.line(skipBlank(log, error.at + 1, end));
  if (!first) return [];
  const lines = [indented(2, findingLine("assertion", ...lead, ...wholeLine("assertion", first).pieces))];
  for (let at = error.at + 2; at < Math.min(end, error.at + 12); at++) {
    const line = log.line(at);
    if (line && /^.{1,200} !== .{1,200}$/.test(line.text.trim()))
      return [...lines, indented(2, wholeLine("assertion", line))];
    if (pair.test(textAt(log, at))) break;
  }
  return lines;
}
