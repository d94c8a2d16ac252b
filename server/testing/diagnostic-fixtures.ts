import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Outcome, TestCounts } from "#server/domain/diagnostics/diagnostic.ts";

/** What a fixture holds, read by eye: `file:line:column severity code [test] first line of the message`. */
export type ExpectedOutput = {
  tool: string | null;
  outcome: Outcome;
  complete: boolean;
  counts?: TestCounts;
  unparsed?: string[];
  diagnostics: string[];
};

/** Where the tools believed to run. */
export const fixtureRoot = "/home/ana/shop";

const folder = fileURLToPath(new URL("../domain/diagnostics/fixtures/", import.meta.url));

/** Names of all fixtures, without their ending. */
export function fixtureNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => name.replace(/\.txt$/, ""))
    .toSorted();
}

export function readFixture(name: string): string {
  return readFileSync(`${folder}${name}.txt`, "utf8");
}

export function readExpected(): Record<string, ExpectedOutput> {
  const expected: Record<string, ExpectedOutput> = JSON.parse(readFileSync(`${folder}expected.json`, "utf8"));
  return expected;
}
