import type { Severity } from "#server/domain/diagnostics/diagnostic.ts";

const severityWords: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["err", "error"],
  ["fatal", "error"],
  ["fatal error", "error"],
  ["failure", "error"],
  ["high", "error"],
  ["e", "error"],
  ["f", "error"],
  ["warning", "warning"],
  ["warn", "warning"],
  ["medium", "warning"],
  ["weak", "warning"],
  ["fixed", "warning"],
  ["w", "warning"],
  ["c", "warning"],
  ["r", "warning"],
  ["info", "info"],
  ["information", "info"],
  ["message", "info"],
  ["hint", "info"],
  ["suggestion", "info"],
  ["style", "info"],
  ["convention", "info"],
  ["refactor", "info"],
  ["i", "info"],
  ["note", "note"],
]);

/** The severity that a tool's word or letter means, in any case. */
export function severityOf(word: string, otherwise: Severity): Severity {
  return severityWords.get(word.toLowerCase()) ?? otherwise;
}
