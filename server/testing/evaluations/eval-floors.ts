import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { explainFailure } from "#server/domain/failure-signature/explain-failure.ts";
import { chunkMarkdown } from "#server/domain/reference/chunk-markdown.ts";
import { LexicalIndex } from "#server/domain/retrieval/lexical-index.ts";
import { currentLegFloors } from "#server/domain/retrieval/retrieval-constants.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import { cloneFinder } from "./clone-finder.ts";
import { loadLocomo, loadPriorLinks, loadReferenceDocuments, type RetrievalCorpus } from "./retrieval-sets.ts";

/**
 * Raw scores of what is related to a question, and the best of what surely is not: the same question asked of another repository,
 * another conversation, or the logs of other tools. The floors of the legs are chosen from this print.
 *
 *   node server/testing/evaluations/run.mjs eval-floors --data DIR [--repos DIR]
 *
 * `--data` holds the folders `memory` and `ci` of the public sets.
 */
const { values } = parseArgs({ options: { data: { type: "string" }, repos: { type: "string" } } });
const { data, repos } = values;
if (data === undefined) throw new Error("Where is the data? --data DIR");

const Log = z.object({
  id: z.string(),
  group: z.string(),
  family: z.string(),
  tool: z.string(),
  ambiguous: z.boolean(),
  text: z.string(),
});

/** Best raw score among what is related, and among what is not. */
type Pair = { related: number | null; unrelated: number };

print("PRIOR-LINK, asked of another repository", fromCorpora(loadPriorLinks(join(data, "memory"))), "text_floor");
print(
  "LoCoMo turns, asked of another conversation",
  fromCorpora(loadLocomo(join(data, "memory"), { level: "turn", isAnswerable: true })),
  "text_floor",
);
print("CI logs of the same family, against other tools", fromLogs(join(data, "ci/ci_logs.dev.jsonl")), "symptom_floor");
if (repos !== undefined) {
  const cut = (text: string) => chunkMarkdown(text).map((chunk) => chunk.text);
  // Every fourth question: reading all chunks of all commits would take long and say the same.
  const corpora = loadReferenceDocuments(join(data, "memory"), cloneFinder(repos), cut, 4);
  print("Reference chunks, asked of another repository", fromCorpora(corpora), "reference_floor");
}

/** Asks each corpus its own questions, and those of the corpus half the list away, which is of another origin. */
function fromCorpora(corpora: readonly RetrievalCorpus[]): Pair[] {
  const indexes = corpora.map(({ documents }) => {
    const index = new LexicalIndex();
    for (const { id, text } of documents) index.upsert({ id, text, project: "" });
    return index;
  });
  return corpora.flatMap(({ documents, questions }, own) => {
    const other = indexes[(own + (corpora.length >> 1)) % corpora.length];
    const ownerOf = new Map(documents.map((document) => [document.id, document.owner ?? document.id]));
    return questions.map(({ text, gold }) => {
      const found = indexes[own]?.search({ text, limit: documents.length }) ?? [];
      const related = found.find(({ id }) => gold.has(ownerOf.get(id) ?? id));
      const [unrelated] = other?.search({ text, limit: 1 }) ?? [];
      return { related: related?.rawScore ?? 0, unrelated: unrelated?.rawScore ?? 0 };
    });
  });
}

/** The masked text of each log against the symptoms of the others; those of one failure are tier 1 and left out. */
function fromLogs(file: string): Pair[] {
  const logs = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Log.parse(JSON.parse(line)))
    .filter((log) => !log.ambiguous)
    .map((log) => ({ ...log, explained: explainFailure({ text: log.text }) }))
    .map((log) => ({
      ...log,
      masked: log.explained.kind === "failure" ? log.explained.masked : cutText(log.explained.cleaned, 2_000),
    }));
  const index = new LexicalIndex();
  for (const { id, masked } of logs) index.upsert({ id, text: cutText(masked, 1_000), project: "" });
  const byId = new Map(logs.map((log) => [log.id, log]));
  return logs.map((log) => {
    const hits = index.search({ text: log.masked, limit: logs.length }).flatMap(({ id, rawScore }) => {
      const other = byId.get(id);
      return other === undefined ? [] : [{ other, rawScore }];
    });
    const hasFamily = logs.some((other) => other.family === log.family && other.group !== log.group);
    const related = hits.find(({ other }) => other.family === log.family && other.group !== log.group);
    const unrelated = hits.find(({ other }) => other.family !== log.family && other.tool !== log.tool);
    return { related: hasFamily ? (related?.rawScore ?? 0) : null, unrelated: unrelated?.rawScore ?? 0 };
  });
}

function print(name: string, pairs: readonly Pair[], floorName: keyof typeof currentLegFloors): void {
  const related = pairs.flatMap((pair) => (pair.related === null ? [] : [pair.related]));
  const unrelated = pairs.map((pair) => pair.unrelated);
  const floor = currentLegFloors[floorName];
  const over = (scores: readonly number[], least: number) =>
    (scores.filter((score) => score >= least).length / scores.length).toFixed(2);
  process.stdout.write(`\n${name}: ${related.length} related, ${unrelated.length} unrelated\n`);
  process.stdout.write(`  related    ${quantiles(related)}\n  unrelated  ${quantiles(unrelated)}\n`);
  for (const least of [0.25, 0.3, 0.35, 0.4, 0.45, 0.5]) {
    const mark = least === floor ? `  <- ${floorName}` : "";
    process.stdout.write(
      `  floor ${least.toFixed(2)}  keeps ${over(related, least)}  lets in ${over(unrelated, least)}${mark}\n`,
    );
  }
}

function quantiles(scores: readonly number[]): string {
  const sorted = scores.toSorted((left, right) => left - right);
  return [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95]
    .map((share) => `p${share * 100} ${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(3)}`)
    .join("  ");
}
