import { expect, test, vi } from "vitest";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Processor time in milliseconds, the least of five, so that a busy machine does not fail the law. */
function costOf(text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5; turn++) {
    const before = process.cpuUsage();
    explainFailure({ text });
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const kinds: [name: string, line: (index: number) => string][] = [
  [
    "a passing log",
    (index) => `2026-05-01T10:00:00.1234567Z  ✓ src/f-${index % 97}.test.ts (3 tests) ${index % 900}ms`,
  ],
  [
    "compiler errors",
    (index) => `src/f-${index}.ts(${index},7): error TS2322: Type 'string' is not assignable to type 'number'.`,
  ],
  [
    "failed tests in the list and before it",
    (index) => `✖ test ${index} (1.2ms)\n  Error: x\n      at f (src/a.js:1:1)\n`,
  ],
  ["tracebacks without an end", (index) => `${" ".repeat(index % 40)}Traceback (most recent call last):`],
  ["error headers without frames", (index) => `TypeError: boom ${index}:`],
  ["marks of steps", (index) => (index % 2 === 0 ? "##[group]Run step" : "##[error]failed")],
  ["titles that never end", (index) => `  ${index}) title`],
  ["one long line of each", (index) => `error: ${"'a/b:1.2 (".repeat(150)}${index}`],
  ["carriage returns", (index) => `get ${index}\rget ${index + 1}\rget ${index + 2}`],
  ["unclosed escapes", () => "\x1b]8;;x\x1b[".repeat(60)],
];

function textOf(line: (index: number) => string, bytes: number): string {
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const next = line(lines.length);
    lines.push(next);
    size += next.length + 1;
  }
  return lines.join("\n");
}

/** What may stand a million times in one line: runs of it must not be tried again from each of their characters. */
const runs = ["\r", "\u00a0", "\x1b", "\x9b", "\x1b[", "^[[", "\0", "[", "> ", "a.", "'", "1:", "\u2800 "];

test.each(runs)("eight times as long a run of %j costs about eight times as much", (run) => {
  const textOfRun = (bytes: number) => `error: ${run.repeat(bytes / run.length)}x`;
  const small = textOfRun(40_000);
  costOf(small);
  expect(costOf(textOfRun(320_000))).toBeLessThan(20 * Math.max(costOf(small), 2));
});

test.each(kinds)("eight times as much of %s costs about eight times as much", (_, line) => {
  const small = textOf(line, 180_000);
  const large = textOf(line, 1_440_000);
  costOf(small);
  // Quadratic work would cost 64 times as much; 20 leaves room for the collector of garbage, which a shorter text may never meet.
  expect(costOf(large)).toBeLessThan(20 * Math.max(costOf(small), 2));
});
