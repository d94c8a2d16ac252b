import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";
import { joinFrame, joinMessage } from "#server/domain/diagnostics/message-text.ts";
import type { Draft } from "#server/domain/diagnostics/output-parser.ts";
import { leadingFrame, projectTrace, type StackFrame } from "#server/domain/diagnostics/stack-frame.ts";

export type FailureParts = {
  test?: string | undefined;
  messageLines: readonly string[];
  frameLines?: readonly string[];
  frames: readonly StackFrame[];
  /** Where the test is declared; taken when no frame of the project is there. */
  declaredAt?: { file: string; line: number | null; column: number | null } | null;
  severity?: Severity;
  code?: string | null;
};

/** One failing test as a draft. The innermost frame of the project is its place, then where the test is declared, then a foreign frame. */
export function failureDraft({
  test,
  messageLines,
  frameLines,
  frames,
  declaredAt,
  severity,
  code,
}: FailureParts): Draft {
  const leading = leadingFrame(frames);
  const own = leading !== null && !leading.isForeign ? leading : null;
  const place = own ?? declaredAt ?? leading;
  const draft: Draft = {
    file: place?.file ?? null,
    line: place?.line ?? null,
    column: place?.column ?? null,
    severity: severity ?? "error",
    code: code ?? null,
    message: joinMessage(messageLines),
  };
  if (test !== undefined && test !== "") draft.test = test;
  if (frameLines !== undefined && frameLines.length > 0) draft.codeFrame = joinFrame(frameLines);
  if (own?.function) draft.function = own.function;
  if (own?.isPartialPath) draft.isPartialPath = true;
  const trace = projectTrace(frames);
  if (trace.length > 1 || (trace.length === 1 && own === null))
    draft.trace = trace.filter((frame) => frame.file !== draft.file || frame.line !== draft.line);
  if (draft.trace?.length === 0) delete draft.trace;
  return draft;
}
