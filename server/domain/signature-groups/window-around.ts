/** Lines shown before and after a failure, and the most UTF-16 units in all. */
const linesBefore = 25;
const linesAfter = 25;
const longestWindow = 16_000;

export type LogWindow = { text: string; is_cut_before: boolean; is_cut_after: boolean; total: number };

/**
 * The part of a log around a span, by whole lines where they are not too long. `offset` is where it begins in the log;
 * `total` is the length of the log in UTF-16 units. Never splits a surrogate pair.
 */
export function windowAround(log: string, span: { start: number; end: number }): { window: LogWindow; offset: number } {
  let from = lineStart(log, span.start);
  for (let line = 0; line < linesBefore && from > 0; line++) from = lineStart(log, from - 1);
  let to = lineEnd(log, Math.max(span.end, span.start));
  for (let line = 0; line < linesAfter && to < log.length; line++) to = lineEnd(log, to + 1);
  // The failure itself leads where both do not fit.
  if (to - from > longestWindow) {
    from = Math.max(from, span.start - longestWindow / 4);
    to = Math.min(to, from + longestWindow);
  }
  if (isLowSurrogate(log, from)) from += 1;
  if (isLowSurrogate(log, to)) to -= 1;
  return {
    window: { text: log.slice(from, to), is_cut_before: from > 0, is_cut_after: to < log.length, total: log.length },
    offset: from,
  };
}

function lineStart(log: string, at: number): number {
  return at <= 0 ? 0 : log.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(log: string, at: number): number {
  const end = log.indexOf("\n", at);
  return end < 0 ? log.length : end;
}

function isLowSurrogate(log: string, at: number): boolean {
  const unit = log.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}
