import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { applyMasks, maskedText } from "#server/domain/failure-signature/apply-masks.ts";
import { cleanLog } from "#server/domain/failure-signature/clean-log.ts";
import { decodeLog } from "#server/domain/failure-signature/decode-log.ts";
import { type Explanation, explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { maskRules } from "#server/domain/failure-signature/masks.ts";
import { unknownCheckout } from "#server/domain/failure-signature/repository-path.ts";

const Log = z.object({
  id: z.string(),
  group: z.string(),
  family: z.string(),
  tool: z.string(),
  stratum: z.string(),
  ambiguous: z.boolean(),
  text: z.string(),
});
const Pair = z.object({ id: z.string(), kind: z.string(), a: z.string(), b: z.string(), same: z.boolean() });
const Documented = z.object({ id: z.string(), same: z.array(z.string()) });
const Templated = z.object({ system: z.string(), group: z.string(), text: z.string() });
type Log = z.infer<typeof Log>;
type Explained = { log: Log; explanation: Explanation };

const { values } = parseArgs({
  options: { data: { type: "string" }, show: { type: "boolean", default: false } },
});

function main(): number {
  const data = values.data;
  if (!data)
    return complain(
      "Name the folder that holds the data: --data DIR (with ci_logs*.jsonl, normalise_vectors*.jsonl and loghub_2k*.jsonl).",
    );
  const sets = { logs: "ci_logs", pairs: "normalise_vectors", templates: "loghub_2k" };
  const missing = Object.values(sets).filter((name) => filesOf(data, name).length === 0);
  if (missing.length > 0) return complain(`${data} lacks ${missing.map((name) => `${name}*.jsonl`).join(", ")}.`);
  const logs = rows(filesOf(data, sets.logs), Log).filter(({ ambiguous }) => !ambiguous);
  print(`CI logs: ${logs.length} unambiguous`);
  evaluateLogs("all", logs);
  // The halves are split by group, so that a rule tuned on one half is seen to hold on logs it has never met.
  for (const half of ["a", "b"])
    evaluateLogs(
      `half ${half}`,
      logs.filter(({ group }) => halfOf(group) === half),
    );
  evaluatePairs(rows(filesOf(data, sets.pairs), Pair));
  evaluateOwn();
  evaluateTemplates(rows(filesOf(data, sets.templates), Templated));
  return 0;
}

function evaluateLogs(name: string, logs: Log[]): void {
  const explained = logs.map((log) => ({ log, explanation: explainFailure({ text: log.text }) }));
  const { recall, falseHits } = replay(explained, name === "all");
  const nearest = nearestNeighbour(explained, name === "all");
  print(`\n${name} (${logs.length} logs)`);
  row("replay recall", recall, "raw hash .032 · first error line .818 · set of error lines .683", ">= .85");
  row("false hits", falseHits, "raw hash 0 · first error line .078 · set of error lines .015", "<= .01");
  row("nearest neighbour", nearest, "trigram of the log .937", ">= .96");
}

/** Look up, then store, in the order of sha256(id). */
function replay(explained: Explained[], isShown: boolean): { recall: number; falseHits: number } {
  const ordered = [...explained].sort((left, right) => (digest(left.log.id) < digest(right.log.id) ? -1 : 1));
  const groupsOf = new Map<string, Set<string>>();
  const seenGroups = new Set<string>();
  let eligible = 0;
  let hits = 0;
  let falseHits = 0;
  for (const { log, explanation } of ordered) {
    const id = explanation.kind === "failure" ? explanation.id : undefined;
    const groups = id === undefined ? undefined : groupsOf.get(id);
    const isHit = groups?.has(log.group) ?? false;
    if (seenGroups.has(log.group)) {
      eligible += 1;
      if (isHit) hits += 1;
      else if (values.show && isShown) print(`  missed ${log.id}: ${summarise(explanation)}`);
    }
    if (groups && !isHit) {
      falseHits += 1;
      if (values.show && isShown) print(`  false  ${log.id} met ${[...groups].join(", ")}: ${summarise(explanation)}`);
    }
    seenGroups.add(log.group);
    if (id !== undefined) groupsOf.set(id, (groups ?? new Set<string>()).add(log.group));
  }
  return { recall: hits / eligible, falseHits: falseHits / explained.length };
}

/** Leave one out: is the log with the most similar symptom one of the same group? Jaccard overlap of character trigrams. */
function nearestNeighbour(explained: Explained[], isShown: boolean): number {
  const symptoms = explained.map(({ explanation }) => trigrams(symptomOf(explanation)));
  const sizes = countGroups(explained);
  let eligible = 0;
  let right = 0;
  for (const [index, { log }] of explained.entries()) {
    if ((sizes.get(log.group) ?? 0) < 2) continue;
    eligible += 1;
    let best = -1;
    let nearest: Log | undefined;
    for (const [other, { log: candidate }] of explained.entries()) {
      if (other === index) continue;
      const similarity = jaccard(symptoms[index], symptoms[other]);
      if (similarity > best) [best, nearest] = [similarity, candidate];
    }
    if (nearest?.group === log.group) right += 1;
    else if (values.show && isShown) print(`  nearest of ${log.id} is ${nearest?.id} (${best.toFixed(2)})`);
  }
  return right / eligible;
}

/** What the symptom leg of a lookup reads: the masked failures of the log, or the cleaned log where none was found. */
function symptomOf(explanation: Explanation): string {
  return explanation.kind === "failure"
    ? explanation.parts.map(({ masked }) => masked).join("\n")
    : explanation.cleaned;
}

function evaluatePairs(pairs: z.infer<typeof Pair>[]): void {
  const isRight = (pair: z.infer<typeof Pair>) => (keyOf(pair.a) === keyOf(pair.b)) === pair.same;
  const same = pairs.filter((pair) => pair.same);
  const apart = pairs.filter((pair) => !pair.same);
  for (const pair of pairs)
    if (!isRight(pair) && values.show) print(`  wrong  ${pair.id} ${pair.kind}: ${keyOf(pair.a)} / ${keyOf(pair.b)}`);
  print(`\nnormaliser pairs: by signature; where a line alone holds no failure, by its masked text`);
  row("collapse", same.filter(isRight).length / same.length, "plain masks .88", ">= .98");
  row("apart", apart.filter(isRight).length / apart.length, "plain masks .63", "1");
}

function keyOf(text: string): string {
  const explanation = explainFailure({ text });
  return explanation.kind === "failure" ? explanation.id : masked(cleanLog(text));
}

function masked(line: string): string {
  return maskedText(line, applyMasks(line, { rules: maskRules, profile: "prose", checkout: unknownCheckout }));
}

/** The project's own samples: what real tools printed, and counted apart from that, what was written from their documentation. */
function evaluateOwn(): void {
  const project = new URL("../../../", pathToFileURL(process.argv[1] ?? ""));
  const logs = new URL("drizzle/seed/failures/logs/", project);
  print("\nrecorded failures of this project (true output, three runs each)");
  if (existsSync(logs)) {
    const runs = readdirSync(logs).map((failure) => ({ failure, texts: recordedRuns(new URL(`${failure}/`, logs)) }));
    report(runs.filter(({ failure }) => !failure.startsWith("several-")).map(({ texts }) => texts));
  } else print("  none here");
  print("\ndocumented failures of this project (written from the pages that each names)");
  const samples = z
    .array(Documented)
    .parse(JSON.parse(readFileSync(new URL("server/testing/cases/B-documented.json", project), "utf8")));
  report(samples.map(({ same }) => same));
}

function recordedRuns(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".log"))
    .map((file) => decodeLog(readFileSync(new URL(file, folder))).text);
}

function report(failures: string[][]): void {
  const ids = failures.map((texts) => new Set(texts.map(keyOf)));
  const owners = new Map<string, number>();
  for (const set of ids) for (const id of set) owners.set(id, (owners.get(id) ?? 0) + 1);
  row(`one signature of ${failures.length}`, ids.filter((set) => set.size === 1).length / failures.length, "", "1");
  row("shared with others", [...owners.values()].filter((count) => count > 1).length / failures.length, "", "0");
}

/** A line is right where its cluster is exactly the cluster of its template. */
function evaluateTemplates(lines: z.infer<typeof Templated>[]): void {
  const systems = new Map<string, z.infer<typeof Templated>[]>();
  for (const line of lines) systems.set(line.system, [...(systems.get(line.system) ?? []), line]);
  print(
    "\nLoghub grouping accuracy (printed only; Drain's published figures are .87 on average, tuned for each system)",
  );
  const figures: number[] = [];
  for (const [system, members] of systems) {
    const byTemplate = new Map<string, string[]>();
    const byMask = new Map<string, string[]>();
    for (const [index, { group, text }] of members.entries()) {
      const key = masked(cleanLog(text));
      byTemplate.set(group, [...(byTemplate.get(group) ?? []), String(index)]);
      byMask.set(key, [...(byMask.get(key) ?? []), String(index)]);
    }
    const gold = new Set([...byTemplate.values()].map((group) => group.join(",")));
    let right = 0;
    for (const cluster of byMask.values()) if (gold.has(cluster.join(","))) right += cluster.length;
    figures.push(right / members.length);
    print(`  ${system.padEnd(14)} ${figure(right / members.length)}`);
  }
  row("mean", figures.reduce((sum, value) => sum + value, 0) / figures.length, "", "");
}

function countGroups(explained: Explained[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { log } of explained) sizes.set(log.group, (sizes.get(log.group) ?? 0) + 1);
  return sizes;
}

function trigrams(text: string): Set<string> {
  const padded = `  ${text.toLowerCase()} `;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3));
  return grams;
}

function jaccard(left: Set<string> | undefined, right: Set<string> | undefined): number {
  if (!left || !right) return 0;
  let shared = 0;
  for (const gram of left) if (right.has(gram)) shared += 1;
  return shared / (left.size + right.size - shared);
}

function halfOf(group: string): string {
  return Number.parseInt(digest(group).slice(0, 2), 16) % 2 === 0 ? "a" : "b";
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function filesOf(data: string, name: string): string[] {
  if (!existsSync(data)) return [];
  return readdirSync(data)
    .filter((file) => file.startsWith(name) && file.endsWith(".jsonl"))
    .sort()
    .map((file) => join(data, file));
}

function rows<Row>(files: string[], schema: z.ZodType<Row>): Row[] {
  return files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => schema.parse(JSON.parse(line))),
  );
}

function summarise(explanation: Explanation): string {
  return explanation.kind === "failure"
    ? `[${explanation.parts[0]?.tool}] ${explanation.masked.replaceAll("\n", " ⏎ ")}`
    : `none (${explanation.reason})`;
}

function figure(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

function row(metric: string, value: number, baseline: string, target: string): void {
  const goal = target === "" ? "" : `target ${target.padEnd(7)}`;
  print(
    `  ${metric.padEnd(22)} ${figure(value).padEnd(7)} ${goal} ${baseline === "" ? "" : `baselines ${baseline}`}`.trimEnd(),
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}

process.exitCode = main();
