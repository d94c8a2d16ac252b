import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDiagnostics } from "#server/domain/diagnostics/parse-diagnostics.ts";
import { findByGenericPatterns } from "#server/testing/evaluations/parse-baseline.ts";
import {
  type FoundDiagnostic,
  type ParserCase,
  type ParserScore,
  scoreParser,
} from "#server/testing/evaluations/parse-scorer.ts";

/** What the parser has to reach on the development part; a tool counts from four cases on. Source: the data set's own README. */
const targets = { f1: 0.985, messageOk: 0.95, firstIsGold: 0.97, toolF1: 0.93, toolCases: 4 } as const;

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

function readCases(file: string): ParserCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): ParserCase => JSON.parse(line));
}

function cells({ cases, precision, recall, f1, messageOk, firstIsGold }: ParserScore): string {
  return [
    String(cases).padStart(5),
    ...[precision, recall, f1, messageOk, firstIsGold].map((value) => value.toFixed(4).padStart(9)),
  ].join("");
}

/** `--data DIR [--out FILE] [--only ID,ID]`: scores the parser and the generic baseline side by side, per tool. */
function main(): void {
  const data = option("data");
  if (data === undefined) throw new Error("Give the folder of the parser cases: --data DIR");
  const only = option("only")?.split(",");
  const cases = readCases(join(data, "parse_cases.dev.jsonl")).filter(
    (one) => only === undefined || only.includes(one.id),
  );
  const found = new Map<string, readonly FoundDiagnostic[]>();
  const baseline = new Map<string, readonly FoundDiagnostic[]>();
  let milliseconds = 0;
  for (const one of cases) {
    const start = performance.now();
    const parsed = parseDiagnostics({ text: one.raw, root: one.root });
    milliseconds += performance.now() - start;
    found.set(one.id, parsed.diagnostics);
    baseline.set(one.id, findByGenericPatterns(one.raw));
  }
  const out = option("out");
  if (out !== undefined)
    writeFileSync(out, [...found].map(([id, list]) => JSON.stringify({ id, found: list })).join("\n"));
  const ours = scoreParser(cases, found);
  const theirs = scoreParser(cases, baseline);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`${"tool".padEnd(18)}${"".padEnd(9)}cases  precision  recall    f1       message  first`);
  const tools = [...ours].sort(([one, left], [other, right]) => right.cases - left.cases || (one < other ? -1 : 1));
  for (const [tool, score] of tools) {
    const other = theirs.get(tool);
    const isShort = tool !== "ALL" && score.cases >= targets.toolCases && score.f1 < targets.toolF1;
    print(`${tool.padEnd(18)}${"parser".padEnd(9)}${cells(score)}${isShort ? `   below ${targets.toolF1}` : ""}`);
    if (other !== undefined)
      print(
        `${"".padEnd(18)}${"baseline".padEnd(9)}${cells(other)}${other.f1 > score.f1 ? "   baseline is better" : ""}`,
      );
  }
  const all = ours.get("ALL");
  if (all === undefined) return;
  const verdict = (value: number, target: number) =>
    `${value.toFixed(4)} (target ${target}, ${value >= target ? "reached" : "missed"})`;
  print(
    `f1 ${verdict(all.f1, targets.f1)}; message ${verdict(all.messageOk, targets.messageOk)}; first ${verdict(all.firstIsGold, targets.firstIsGold)}`,
  );
  print(`${cases.length} outputs in ${milliseconds.toFixed(0)} ms`);
}

main();
