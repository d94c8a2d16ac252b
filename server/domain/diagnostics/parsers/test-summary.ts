import { toCount } from "#server/domain/diagnostics/capture.ts";
import { noCounts, type TestCounts } from "#server/domain/diagnostics/diagnostic.ts";

/** Which count a line of the summary of node:test adds to, in each of its reporters. Cancelled tests did not pass, so they count as failed. */
export const nodeTestCounts: ReadonlyMap<string, keyof TestCounts> = new Map([
  ["pass", "passed"],
  ["fail", "failed"],
  ["cancelled", "failed"],
  ["skipped", "skipped"],
  ["todo", "todo"],
]);

export type CountWords = ReadonlyMap<string, keyof TestCounts | "ignored">;

/**
 * Reads counts such as `1 failed | 3 passed | 2 skipped (6)` in any order. `unknown` names the words that `words` does not hold, so that a new
 * form of a summary is noticed and not read as no failure. `null` where the text holds no count.
 */
export function readCounts(text: string, words: CountWords): { counts: TestCounts; unknown: string[] } | null {
  const counts: TestCounts = { ...noCounts };
  const unknown: string[] = [];
  let isFound = false;
  for (const [, digits = "", word = ""] of text.matchAll(/(\d+)\s+([a-z]+(?: [a-z]+){0,2})/gi)) {
    const key = words.get(word.toLowerCase());
    if (key === undefined) {
      unknown.push(word);
      continue;
    }
    isFound = true;
    if (key !== "ignored") counts[key] += toCount(digits);
  }
  return isFound || unknown.length > 0 ? { counts, unknown } : null;
}
