import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { outputLimits } from "#server/domain/diagnostics/output-limits.ts";
import { parseDiagnostics } from "#server/domain/diagnostics/parse-diagnostics.ts";
import { parserFor } from "#server/domain/diagnostics/parser-registry.ts";
import { readNext } from "#server/domain/diagnostics/read-next.ts";
import { resolvePaths } from "#server/domain/diagnostics/resolve-paths.ts";

export type SteerBy = {
  output: string;
  tool?: string | undefined;
  root?: string | undefined;
  folder: string;
  /** The beginning of the output was left out before it came here. */
  isTruncated: boolean;
  paths: readonly string[];
};

export type Steered = {
  diagnostics: {
    file: string | null;
    line: number | null;
    column: number | null;
    severity: Severity;
    code: string | null;
    message: string;
  }[];
  readNext: { path: string; line?: number; reason: string }[];
  complete: boolean;
  isFailure: boolean;
  notes: string[];
};

/** From what a command printed to what to read next. Pure: the same output and tree always give the same answer. */
export function steerBy({ output, tool, root, folder, isTruncated, paths }: SteerBy): Steered {
  // A command line such as `npm run build` names no parser, and that is nothing to remark on.
  const named = tool !== undefined && /\s/.test(tool.trim()) && parserFor(tool) === null ? undefined : tool;
  const parsed = parseDiagnostics({ text: output, tool: named, root });
  const placed = resolvePaths(parsed.diagnostics, { paths, folder });
  const listed = placed.slice(0, outputLimits.listedDiagnostics);
  const notes = [...parsed.notes];
  if (placed.length > listed.length) {
    notes.push(`Only the first ${listed.length} of ${placed.length} diagnostics are listed.`);
  }
  if (isTruncated) notes.push("The beginning of the output was left out.");
  for (const line of parsed.unparsed ?? []) notes.push(`Not understood: ${line}`);
  const next = readNext(placed);
  for (const { path, isPartialPath } of next) {
    if (isPartialPath) notes.push(`Only the end of a path is known: ${path}`);
  }
  return {
    diagnostics: listed.map(({ file, line, column, severity, code, message }) => ({
      file,
      line,
      column,
      severity,
      code,
      message,
    })),
    readNext: next.map(({ path, line, reason }) => ({ path, ...(line === undefined ? {} : { line }), reason })),
    complete: parsed.complete && !isTruncated && listed.length === placed.length,
    isFailure: parsed.outcome === "failed",
    notes,
  };
}
