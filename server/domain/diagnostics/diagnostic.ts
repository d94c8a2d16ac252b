/**
 * Worst first. `info` is a finding of the lowest rank (biome `i`, a grep hit); `note` explains another finding and stands
 * alone only where the tool printed it without one.
 */
export const severities = ["error", "warning", "info", "note"] as const;
export type Severity = (typeof severities)[number];

/** A place in a file. `line` is 1-based as printed; `column` is what the tool printed, whichever base it counts from. */
export type Location = { file: string; line: number | null; column: number | null };

/** One project frame of a stack trace, innermost first. */
export type TraceFrame = Location & { function: string | null };

/** A second place that a diagnostic names, such as "'name' is declared here". */
export type RelatedLocation = Location & { message: string };

/** One finding of one tool. `file` is relative to the root that the caller gave, else as the tool printed it, with `/` between its parts. */
export type Diagnostic = {
  file: string | null;
  line: number | null;
  column: number | null;
  severity: Severity;
  /** The tool's own code (`TS2322`, `E0308`, `no-undef`, `arg-type`), `null` where it printed none. */
  code: string | null;
  /** The whole message over all its lines, without the code frame. */
  message: string;
  /** Name of the parser that read it; see `parser-registry.ts`. */
  parser: string;
  /** The workspace package that a task runner printed in front of the line. */
  package?: string;
  /** Full name of the failing test. */
  test?: string;
  codeFrame?: string;
  function?: string;
  trace?: TraceFrame[];
  related?: RelatedLocation[];
  /** The file belongs to a dependency, the runtime or the tool chain. */
  isForeign?: true;
  /** The tool printed only the end of the path (a Java stack frame names `acme/Cart.java`), so it has to be matched by suffix. */
  isPartialPath?: true;
};

/** Tests of all runs in the output. `skipped` holds pending, ignored and expected failures too. */
export type TestCounts = { passed: number; failed: number; skipped: number; todo: number; flaky: number };

/** Why the output was taken for a format: the first line that only this format has. `line` is 1-based. */
export type FormatEvidence = { parser: string; line: number; text: string };

export const outcomes = ["passed", "failed", "unknown"] as const;
/** `passed` only when the tool itself said so, nothing failed, nothing stayed unread and the output is complete. */
export type Outcome = (typeof outcomes)[number];

export type ParsedOutput = {
  /** The parser with the worst and most findings, `null` where nothing was recognised. */
  tool: string | null;
  evidence: FormatEvidence[];
  diagnostics: Diagnostic[];
  /** False when the output was cut: by its limit, in the middle of a report, or in an unfinished watch cycle. */
  complete: boolean;
  outcome: Outcome;
  counts?: TestCounts;
  /** Lines that look like a summary or a failure and that no parser understood. */
  unparsed?: string[];
  notes: string[];
};

export const noCounts: TestCounts = { passed: 0, failed: 0, skipped: 0, todo: 0, flaky: 0 };

export function addCounts(one: TestCounts, other: TestCounts): TestCounts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    todo: one.todo + other.todo,
    flaky: one.flaky + other.flaky,
  };
}
