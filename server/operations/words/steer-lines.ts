import type { SteerAnswer } from "#server/contracts/steer.ts";

/** Diagnostics shown in words; the structured answer holds all of them. */
const shownDiagnostics = 20;

/** The same without what is known from other sessions: every line comes from the output that was read. */
export function steerLines({ diagnostics, read_next, complete, notes = [] }: Omit<SteerAnswer, "lookup">): string[] {
  const left = diagnostics.length - shownDiagnostics;
  return [
    read_next.length === 0 ? "No file was named." : "Read these next:",
    ...read_next.map(
      ({ path, line, reason }, position) =>
        `${position + 1}. ${path}${line === undefined ? "" : `:${line}`} — ${reason}`,
    ),
    ...(diagnostics.length === 0 ? [] : ["", "Found:"]),
    ...diagnostics
      .slice(0, shownDiagnostics)
      .map(({ file, line, column, severity, code, message }) =>
        [
          [file ?? "(no file)", line, column].filter((part) => part !== null).join(":"),
          severity,
          ...(code === null ? [] : [code]),
          message.split("\n", 1)[0] ?? "",
        ].join(" "),
      ),
    ...(left > 0 ? [`… and ${left} more.`] : []),
    ...(complete ? [] : ["The output is not complete."]),
    ...notes.map((note) => `Note: ${note}`),
  ];
}
