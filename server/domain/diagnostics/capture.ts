/** Named groups of a match, as a function that gives "" for a group that took no part. */
export type Captured = (group: string) => string;

/** First match of `pattern`, or `null`. The pattern must use named groups and must not be global or sticky. */
export function capture(pattern: RegExp, text: string): Captured | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const groups = match.groups ?? {};
  return (group) => groups[group] ?? "";
}

/** A line or column number as printed. `null` for no digits and for numbers that no file has. */
export function toPosition(digits: string): number | null {
  if (digits === "" || digits.length > 8) return null;
  const value = Number(digits);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** A count as printed, 0 where there is none. */
export function toCount(digits: string): number {
  return toPosition(digits) ?? 0;
}
