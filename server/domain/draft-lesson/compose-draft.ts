import { cutText } from "#server/domain/text/cut-text.ts";
import type { FileChange } from "./summarise-diff.ts";

const shownFiles = 8;
const shownFailureLines = 4;

/**
 * The text of a drafted lesson: what failed, with which words, and what had changed when it passed. It states what was
 * seen and claims no cause; a person says what it means before it counts. At most `maxPoints` code points.
 */
export function composeDraft(
  seen: { command: string; tool: string; masked: string; changes: readonly FileChange[] },
  maxPoints: number,
): string {
  const failure = seen.masked
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, shownFailureLines);
  const files = seen.changes.slice(0, shownFiles).flatMap(describeChange);
  const more = seen.changes.length - shownFiles;
  const lines = [
    `\`${cutText(seen.command.replace(/\s+/g, " ").trim(), 200)}\` failed (${seen.tool}):`,
    ...failure.map((line) => `  ${cutText(line, 300)}`),
    seen.changes.length === 0
      ? "It passed later in the same session; no changed file was seen."
      : "It passed later in the same session, after these changes:",
    ...files,
    ...(more > 0 ? [`- and ${more} more files`] : []),
  ];
  return cutText(lines.join("\n"), maxPoints);
}

function describeChange(change: FileChange): string[] {
  return [
    change.addedLines + change.removedLines === 0
      ? `- ${change.path}`
      : `- ${change.path} (+${change.addedLines} −${change.removedLines})`,
    ...change.removed.map((line) => `    − ${line}`),
    ...change.added.map((line) => `    + ${line}`),
  ];
}
