import type { OutputLine } from "#server/domain/diagnostics/clean-output.ts";
import type {
  Location,
  RelatedLocation,
  Severity,
  TestCounts,
  TraceFrame,
} from "#server/domain/diagnostics/diagnostic.ts";

/** A diagnostic before its paths are mapped. Paths are as the tool printed them. */
export type Draft = {
  file: string | null;
  line: number | null;
  column: number | null;
  severity: Severity;
  code?: string | null;
  message: string;
  test?: string;
  codeFrame?: string;
  function?: string;
  package?: string;
  trace?: TraceFrame[];
  related?: RelatedLocation[];
  isPartialPath?: boolean;
  /** Read from a bare stack trace or a search hit. Such a finding yields to what a test runner reports itself. */
  isTrace?: boolean;
};

/** What one parser read from one place on. */
export type Block = {
  /** Index after the last line read; always greater than where reading began. */
  end: number;
  diagnostics: Draft[];
  /** Counts of a summary. Counts of several summaries add up. */
  counts?: TestCounts;
  /** The tool said that all is well, or that something failed, whatever was found. */
  verdict?: "passed" | "failed";
  /** The output stops inside the block. */
  isCut?: boolean;
  /** A summary whose form is not known. */
  unparsed?: string[];
  /** Names of tests whose failures are to be taken as warnings, since they passed on a retry. */
  softened?: string[];
  /** A failure whose reason the runner does not know: a stack trace that was printed before is it. */
  isUnexplained?: boolean;
  notes?: string[];
};

export const parserKinds = ["report", "test_runner", "checker", "trace", "generic"] as const;
/**
 * `report`: a machine format. `test_runner`: runs tests, so that stray stack traces in its output are not failures.
 * `checker`: compiler, type checker, linter. `trace`: a crash. `generic`: any line with a position.
 */
export type ParserKind = (typeof parserKinds)[number];

/** Reads one tool's format. Stateless: `read` sees the lines from `at` on and may look back only at lines it owns. */
export type OutputParser = {
  name: string;
  kind: ParserKind;
  /** Names by which a caller may ask for it. */
  tools: readonly string[];
  /** What it reads and where the format is documented. */
  reads: string;
  /** Lines that only this format has. The parser is idle until one is seen; without signs it always reads. */
  signs: readonly RegExp[];
  /** A line that begins a run and the line that ends it. A run without its end was cut. */
  run?: { opens: RegExp; closes: RegExp };
  /**
   * The block that begins at line `at`, or `null` when none does. Looking ahead without taking the lines is bounded to
   * `lookahead` lines, so that reading stays linear.
   */
  read(lines: readonly OutputLine[], at: number): Block | null;
};

/** How far a parser may look ahead before it takes a block. */
export const lookahead = 60;

/** Text of a line, "" behind the end. */
export function textAt(lines: readonly OutputLine[], at: number): string {
  return lines[at]?.text ?? "";
}

/** The place of a frame or draft as a bare location. */
export function placeOf({ file, line, column }: Location): Location {
  return { file, line, column };
}
