import type { SteerAnswer } from "#server/contracts/steer.ts";

/** Findings that are shown, each by its first line, to a reader who has the output itself before his eyes. */
const briefly = 20;

/** A steer without what is known from other sessions: every line comes from the output that was read. */
export function steerLines(
  { diagnostics, read_next, complete, notes = [] }: Omit<SteerAnswer, "lookup">,
  { isBrief = false } = {},
): string[] {
  const shown = isBrief ? diagnostics.slice(0, briefly) : diagnostics;
  const left = diagnostics.length - shown.length;
  return [
    read_next.length === 0 ? "No file was named." : "Read these next:",
    ...read_next.map(
      ({ path, line, reason }, position) =>
        `${position + 1}. ${path}${line === undefined ? "" : `:${line}`} — ${reason}`,
    ),
    ...(diagnostics.length === 0 ? [] : ["", "Found:"]),
    ...shown.map(({ file, line, column, severity, code, message }) =>
      [
        [file ?? "(no file)", line, column].filter((part) => part !== null).join(":"),
        severity,
        ...(code === null ? [] : [code]),
        isBrief ? message.split("\n", 1)[0] : message.replaceAll("\n", "\n  "),
      ].join(" "),
    ),
    ...(left > 0 ? [`… and ${left} more.`] : []),
    ...(complete ? [] : ["The output is not complete."]),
    ...notes.map((note) => `Note: ${note}`),
  ];
}
