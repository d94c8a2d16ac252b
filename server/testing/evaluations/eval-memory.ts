import { parseArgs } from "node:util";
import { chunkMarkdown } from "#server/domain/reference/chunk-markdown.ts";
import { cloneFinder } from "./clone-finder.ts";
import { bm25, type Ranker, tokenJaccard, trigramJaccard, whence, whenceRaw } from "./retrieval-rankers.ts";
import { loadLocomo, loadPriorLinks, loadReferenceDocuments, type RetrievalCorpus } from "./retrieval-sets.ts";

/**
 * Finding memories and documents by text: recall@5 and mean reciprocal rank on LoCoMo, PRIOR-LINK and the reference-docs set,
 * ours beside baselines.
 *
 *   node server/testing/evaluations/run.mjs eval-memory --data DIR [--repos DIR] [--only SET] [--rankers NAME,NAME]
 *
 * `--data` is the folder with locomo_*, prior_link_* and refdocs.dev.jsonl. `--repos` holds git clones, one folder a repository, for the reference-docs set.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    repos: { type: "string" },
    only: { type: "string", default: "" },
    rankers: { type: "string" },
  },
});
const { data, repos } = values;
if (data === undefined) throw new Error("Where is the data? --data DIR");

const wanted = values.rankers?.split(",");

const rankers: Record<string, Ranker> = {
  "token Jaccard": tokenJaccard,
  trigram: trigramJaccard,
  BM25: bm25,
  "ours by raw score": whenceRaw,
  ours: whence,
};

const sets: { name: string; target: string; load: () => RetrievalCorpus[] }[] = [
  {
    name: "LoCoMo turn, categories 1-4",
    target: ".580",
    load: () => loadLocomo(data, { level: "turn", isAnswerable: true }),
  },
  { name: "LoCoMo turn, all", target: "", load: () => loadLocomo(data, { level: "turn", isAnswerable: false }) },
  {
    name: "LoCoMo turn in its context, categories 1-4",
    target: ".580",
    load: () => loadLocomo(data, { level: "turn in context", isAnswerable: true }),
  },
  {
    name: "LoCoMo turn in its context, all",
    target: "",
    load: () => loadLocomo(data, { level: "turn in context", isAnswerable: false }),
  },
  {
    name: "LoCoMo session, categories 1-4",
    target: ".870",
    load: () => loadLocomo(data, { level: "session", isAnswerable: true }),
  },
  { name: "LoCoMo session, all", target: "", load: () => loadLocomo(data, { level: "session", isAnswerable: false }) },
  { name: "PRIOR-LINK by text alone", target: ".620/.530", load: () => loadPriorLinks(data) },
];
if (repos !== undefined) {
  const findClone = cloneFinder(repos);
  sets.push(
    {
      name: "Reference docs, whole pages",
      target: ".750",
      load: () => loadReferenceDocuments(data, findClone, (text) => [text]),
    },
    {
      name: "Reference docs, best chunk of a page",
      target: ".750",
      load: () => loadReferenceDocuments(data, findClone, (text) => chunkMarkdown(text).map((chunk) => chunk.text)),
    },
  );
}

for (const { name, target, load } of sets) {
  if (!name.includes(values.only)) continue;
  const corpora = load();
  const questions = corpora.reduce((sum, corpus) => sum + corpus.questions.length, 0);
  process.stdout.write(`\n${name}: ${questions} questions${target === "" ? "" : `, target ${target}`}\n`);
  for (const [ranker, rank] of Object.entries(rankers)) {
    if (wanted && !wanted.includes(ranker)) continue;
    const { recall, reciprocal } = measure(corpora, rank);
    process.stdout.write(`  ${ranker.padEnd(24)} recall@5 ${recall.toFixed(3)}  MRR ${reciprocal.toFixed(3)}\n`);
  }
}

/** Documents that are parts stand for their owner, each owner at its best part. */
function measure(corpora: readonly RetrievalCorpus[], rank: Ranker): { recall: number; reciprocal: number } {
  let questions = 0;
  let recall = 0;
  let reciprocal = 0;
  for (const corpus of corpora) {
    const ask = rank(corpus.documents);
    const ownerOf = new Map(corpus.documents.map((document) => [document.id, document.owner ?? document.id]));
    for (const { text, gold } of corpus.questions) {
      const owners = [...new Set(ask(text).map((id) => ownerOf.get(id) ?? id))];
      const first = owners.findIndex((owner) => gold.has(owner));
      questions++;
      recall += owners.slice(0, 5).filter((owner) => gold.has(owner)).length / gold.size;
      reciprocal += first < 0 ? 0 : 1 / (first + 1);
    }
  }
  return { recall: recall / questions, reciprocal: reciprocal / questions };
}
