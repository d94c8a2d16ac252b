import { cleanOutput, type OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import {
  addCounts,
  type Diagnostic,
  type FormatEvidence,
  type Outcome,
  type ParsedOutput,
  severities,
  type TestCounts,
} from "#server/domain/diagnostics/diagnostic.ts";
import { alarmingLine, failureFooters } from "#server/domain/diagnostics/failure-footers.ts";
import { capText } from "#server/domain/diagnostics/message-text.ts";
import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";
import type { OutputParser } from "#server/domain/diagnostics/output-parser.ts";
import { parserFor, parserRegistry } from "#server/domain/diagnostics/parser-registry.ts";
import {
  foreignLast,
  gist,
  mergeRepeats,
  type Reading,
  toDiagnostic,
  withoutEchoes,
} from "#server/domain/diagnostics/settle-diagnostics.ts";
import { cleanRoot } from "#server/domain/diagnostics/source-path.ts";
import { splitTasks } from "#server/domain/diagnostics/task-streams.ts";
import { verdictLines } from "#server/domain/diagnostics/verdict-lines.ts";
import { currentCycle } from "#server/domain/diagnostics/watch-cycles.ts";

export type ParseInput = {
  text: string;
  /** Name of a tool or its command line. Its parser is asked first; formats are still detected. */
  tool?: string | undefined;
  /** The folder to which paths become relative. */
  root?: string | undefined;
};

/** What all streams of one output say together. */
type Findings = {
  readings: Reading[];
  evidence: FormatEvidence[];
  counts: TestCounts | null;
  verdicts: Set<"passed" | "failed">;
  runnerStreams: Set<number>;
  unexplained: Set<number>;
  softened: Set<string>;
  unparsed: string[];
  notes: string[];
  isCut: boolean;
};

/** All signs of a parser as one pattern, since each line is held against each parser until it has shown itself. */
function anySign({ signs }: OutputParser): RegExp {
  const flags = signs.some((sign) => sign.ignoreCase) ? "i" : "";
  // Group names may not repeat in one pattern, and signs capture nothing.
  return new RegExp(signs.map((sign) => sign.source.replaceAll(/\(\?<(?![=!])\w+>/g, "(?:")).join("|"), flags);
}

const signs = new Map(parserRegistry.map((parser) => [parser, anySign(parser)]));

/** The parsers whose format the stream shows, with the line that shows it. */
function activeParsers(
  lines: readonly OutputLine[],
  asked: OutputParser | null,
): { parsers: OutputParser[]; evidence: Map<string, FormatEvidence> } {
  const evidence = new Map<string, FormatEvidence>();
  let waiting = parserRegistry.filter((parser) => parser.signs.length > 0);
  for (const { text, number } of lines) {
    if (waiting.length === 0) break;
    if (text === "") continue;
    const seen = waiting.filter((parser) => signs.get(parser)?.test(text));
    if (seen.length === 0) continue;
    for (const parser of seen)
      evidence.set(parser.name, { parser: parser.name, line: number + 1, text: capText(text.trim(), 200) });
    waiting = waiting.filter((parser) => !seen.includes(parser));
  }
  const active = parserRegistry.filter(
    (parser) => parser.signs.length === 0 || evidence.has(parser.name) || parser === asked,
  );
  const parsers = asked === null ? active : [asked, ...active.filter((parser) => parser !== asked)];
  return { parsers, evidence };
}

/** A run that began and never ended. */
function hasOpenRun(lines: readonly OutputLine[], { run }: OutputParser): boolean {
  if (run === undefined) return false;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const text = lines[at]?.text ?? "";
    if (run.closes.test(text)) return false;
    if (run.opens.test(text)) return true;
  }
  return false;
}

function readStream(
  lines: readonly OutputLine[],
  stream: number,
  named: string | null,
  asked: OutputParser | null,
  findings: Findings,
): void {
  const { parsers, evidence } = activeParsers(lines, asked);
  const used = new Set<string>();
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.text === "") {
      at += 1;
      continue;
    }
    let isTaken = false;
    for (const parser of parsers) {
      const block = parser.read(lines, at);
      if (block === null) continue;
      isTaken = true;
      used.add(parser.name);
      for (const draft of block.diagnostics) {
        if (findings.readings.length > outputLimits.diagnostics * 2) break;
        findings.readings.push({
          draft,
          parser: parser.name,
          kind: parser.kind,
          package: named,
          stream,
          line: line.number,
        });
      }
      if (block.counts !== undefined)
        findings.counts = addCounts(
          findings.counts ?? { passed: 0, failed: 0, skipped: 0, todo: 0, flaky: 0 },
          block.counts,
        );
      if (block.verdict !== undefined) findings.verdicts.add(block.verdict);
      if (
        parser.kind === "test_runner" &&
        (block.verdict !== undefined || block.counts !== undefined || block.diagnostics.some((draft) => !draft.isTrace))
      ) {
        findings.runnerStreams.add(stream);
      }
      if (block.isUnexplained) findings.unexplained.add(stream);
      for (const test of block.softened ?? []) findings.softened.add(test);
      findings.unparsed.push(...(block.unparsed ?? []));
      findings.notes.push(...(block.notes ?? []));
      if (block.isCut) findings.isCut = true;
      at = Math.max(block.end, at + 1);
      break;
    }
    if (isTaken) continue;
    const said = verdictLines.find(({ pattern }) => pattern.test(line.text))?.verdict;
    if (said !== undefined) findings.verdicts.add(said);
    else if (failureFooters.some(({ pattern }) => pattern.test(line.text))) findings.verdicts.add("failed");
    else if (alarmingLine.test(line.text) && findings.unparsed.length < outputLimits.unparsed * 4)
      findings.unparsed.push(line.text.trim());
    at += 1;
  }
  for (const parser of parsers) {
    if (!used.has(parser.name) && !evidence.has(parser.name)) continue;
    const shown = evidence.get(parser.name);
    if (shown !== undefined && used.has(parser.name)) findings.evidence.push(shown);
    if (hasOpenRun(lines, parser)) {
      findings.isCut = true;
      findings.notes.push(`The ${parser.name} run has no end in this output.`);
    }
  }
}

/** The parser with the worst finding; among equals the one with most of them, then the first. */
function leadingTool(diagnostics: readonly Diagnostic[], evidence: readonly FormatEvidence[]): string | null {
  for (const severity of severities) {
    const counts = new Map<string, number>();
    for (const one of diagnostics)
      if (one.severity === severity) counts.set(one.parser, (counts.get(one.parser) ?? 0) + 1);
    let best: string | null = null;
    for (const [parser, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = parser;
    if (best !== null) return best;
  }
  return evidence[0]?.parser ?? null;
}

function outcomeOf(diagnostics: readonly Diagnostic[], findings: Findings, complete: boolean): Outcome {
  const hasErrors = diagnostics.some((one) => one.severity === "error");
  if (hasErrors || findings.verdicts.has("failed") || (findings.counts?.failed ?? 0) > 0) return "failed";
  return findings.verdicts.has("passed") && complete && findings.unparsed.length === 0 ? "passed" : "unknown";
}

/**
 * Reads what compilers, linters, test runners and crashes printed. The output may be coloured, from Windows, from several tools, from a task
 * runner that interleaves packages, or from a watch mode, of which only the last finished run counts.
 *
 * Pure and linear in the length of the text; never throws. Limits are those of `output-limits.ts`, and what they leave out is noted.
 */
export function parseDiagnostics({ text, tool, root }: ParseInput): ParsedOutput {
  const clean = cleanOutput(text);
  const asked = tool === undefined || tool.trim() === "" ? null : parserFor(tool);
  const findings: Findings = {
    readings: [],
    evidence: [],
    counts: null,
    verdicts: new Set(),
    runnerStreams: new Set(),
    unexplained: new Set(),
    softened: new Set(),
    unparsed: [],
    notes: [...clean.notes],
    isCut: clean.isCut,
  };
  if (tool !== undefined && tool.trim() !== "" && asked === null)
    findings.notes.push(`No parser is named ${capText(tool.trim(), 60)}; the format was detected.`);
  for (const [stream, task] of splitTasks(clean.lines).entries()) {
    const cycle = currentCycle(task.lines);
    findings.notes.push(...cycle.notes);
    if (cycle.isCut) findings.isCut = true;
    readStream(cycle.lines, stream, task.package, asked, findings);
  }
  for (const stream of findings.unexplained) findings.runnerStreams.delete(stream);
  const inOrder = withoutEchoes(findings.readings, findings.runnerStreams).toSorted(
    (one, other) => one.line - other.line,
  );
  for (const { draft } of inOrder)
    if (draft.test !== undefined && findings.softened.has(draft.test)) draft.severity = "warning";
  const base = root === undefined ? "" : cleanRoot(root);
  const merged = foreignLast(mergeRepeats(inOrder.map((reading) => toDiagnostic(reading, base))));
  const diagnostics = merged.slice(0, outputLimits.diagnostics);
  if (merged.length > diagnostics.length)
    findings.notes.push(`Only the first ${outputLimits.diagnostics} diagnostics are listed.`);
  const complete = !findings.isCut && merged.length === diagnostics.length;
  const parsed: ParsedOutput = {
    tool: leadingTool(diagnostics, findings.evidence),
    evidence: findings.evidence.toSorted((one, other) => one.line - other.line).slice(0, outputLimits.evidence),
    diagnostics,
    complete,
    outcome: outcomeOf(diagnostics, findings, complete),
    notes: [...new Set(findings.notes)],
  };
  if (findings.counts !== null) parsed.counts = findings.counts;
  const told = new Set(diagnostics.map((one) => gist(one.message)));
  const unparsed = [...new Set(findings.unparsed)].filter((line) => !told.has(gist(line)));
  if (unparsed.length > 0) parsed.unparsed = unparsed.slice(0, outputLimits.unparsed).map((line) => capText(line, 300));
  return parsed;
}
