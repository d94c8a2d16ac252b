import { toPosition } from "#server/domain/diagnostics/capture.ts";
import { isPlausiblePath } from "#server/domain/diagnostics/source-path.ts";

/** A position at the start of a text, with what follows it. */
export type LocatedText = { file: string; line: number; column: number | null; rest: string; end: number };

// `:12`, `:12:3`, `:12:3-14`, `:12:3:12:9`, `:12-14`, `:12.3-14` (GHC, GCC ranges).
const colonPosition = /:(\d{1,8})(?:[.:](\d{1,8}))?(?:(?:-|:)\d{1,8}(?::\d{1,8}|\.\d{1,8})?)?(?![\d.])/g;
const pathWindow = 1_200;

/**
 * Reads `PATH:LINE[:COLUMN]` at the start of a text. The first position with a plausible path before it wins, so that drive letters,
 * brackets and blanks in the path and positions in the message do no harm. `null` where no path stands at the start.
 */
export function readColonLocation(text: string): LocatedText | null {
  const head = text.length > pathWindow ? text.slice(0, pathWindow) : text;
  colonPosition.lastIndex = 0;
  for (let tries = 0; tries < 8; tries += 1) {
    const found = colonPosition.exec(head);
    if (found === null) return null;
    const file = head.slice(0, found.index);
    const line = toPosition(found[1] ?? "");
    if (line === null || line === 0 || !isPlausiblePath(file)) continue;
    const end = found.index + found[0].length;
    return { file, line, column: toPosition(found[2] ?? ""), rest: text.slice(end), end };
  }
  return null;
}

/** Splits `PATH:LINE[:COLUMN]` that fills the whole text, taking the position from the right. Any path goes. */
export function splitLocation(text: string): { file: string; line: number; column: number | null } | null {
  const found = /:(\d{1,8})(?::(\d{1,8}))?$/.exec(text.slice(-40));
  if (found === null) return null;
  const file = text.slice(0, text.length - found[0].length);
  const line = toPosition(found[1] ?? "");
  if (file === "" || line === null) return null;
  return { file, line, column: toPosition(found[2] ?? "") };
}
