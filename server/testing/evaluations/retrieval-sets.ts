import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** One text to be found; `context` is what stood around it, `owner` the larger thing it is a part of and stands for. */
export type RetrievalDocument = { id: string; text: string; context?: string; owner?: string };

export type RetrievalQuestion = { text: string; gold: ReadonlySet<string> };

/** Questions that are asked of the same documents. */
export type RetrievalCorpus = { documents: RetrievalDocument[]; questions: RetrievalQuestion[] };

function readLines<Row>(file: string, row: z.ZodType<Row>): Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => row.parse(JSON.parse(line)));
}

/** In order of first appearance. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const LocomoTurn = z.object({
  conv: z.string(),
  id: z.string(),
  session: z.number(),
  speaker: z.string(),
  text: z.string(),
});
const LocomoQuestion = z.object({
  conv: z.string(),
  query: z.string(),
  category: z.string(),
  evidence_ids: z.array(z.string()),
});

/** How many turns before and after a turn are its surroundings. */
const neighbours = 2;

export type LocomoView = { level: "turn" | "turn in context" | "session"; isAnswerable: boolean };

/** LoCoMo: a question about a long conversation, the turns or sessions that hold its evidence; a corpus is one conversation. */
export function loadLocomo(folder: string, { level, isAnswerable }: LocomoView): RetrievalCorpus[] {
  const turns = readLines(join(folder, "locomo_items.dev.jsonl"), LocomoTurn);
  const questions = readLines(join(folder, "locomo_queries.dev.jsonl"), LocomoQuestion);
  const sessionOf = new Map(turns.map((turn) => [turn.id, `session ${turn.session}`]));
  return [...groupBy(turns, (turn) => turn.conv)].map(([conversation, said]) => ({
    documents: level === "session" ? sessionDocuments(said) : turnDocuments(said, level === "turn in context"),
    questions: questions
      .filter((one) => one.conv === conversation && one.evidence_ids.length > 0)
      .filter((one) => !isAnswerable || one.category !== "adversarial")
      .map((one) => ({
        text: one.query,
        gold: new Set(level === "session" ? one.evidence_ids.map((id) => sessionOf.get(id) ?? id) : one.evidence_ids),
      })),
  }));
}

type Turn = z.infer<typeof LocomoTurn>;

const sayingOf = (turn: Turn) => `${turn.speaker}: ${turn.text}`;

function turnDocuments(turns: Turn[], inContext: boolean): RetrievalDocument[] {
  return turns.map((turn, position) => {
    const around = turns
      .slice(Math.max(0, position - neighbours), position + neighbours + 1)
      .filter((other) => other !== turn && other.session === turn.session);
    const context = inContext ? { context: around.map((other) => other.text).join("\n") } : {};
    return { id: turn.id, text: sayingOf(turn), ...context };
  });
}

function sessionDocuments(turns: Turn[]): RetrievalDocument[] {
  return [...groupBy(turns, (turn) => `session ${turn.session}`)].map(([id, said]) => ({
    id,
    text: said.map(sayingOf).join("\n"),
  }));
}

const PriorItem = z.object({ id: z.string(), repo: z.string(), seq: z.number(), text: z.string() });
const PriorQuestion = z.object({
  repo: z.string(),
  query: z.string(),
  gold_ids: z.array(z.string()),
  candidate_range: z.tuple([z.string(), z.string()]),
  extra_candidates: z.array(z.string()),
});

/** PRIOR-LINK: a later commit's message, the earlier commit that its author cites. */
export function loadPriorLinks(folder: string): RetrievalCorpus[] {
  const items = readLines(join(folder, "prior_link_items.jsonl"), PriorItem);
  const byId = new Map(items.map((item) => [item.id, item]));
  return readLines(join(folder, "prior_link_queries.dev.jsonl"), PriorQuestion).map((question) => {
    const [first, last] = question.candidate_range.map((id) => byId.get(id)?.seq ?? -1);
    const extra = new Set(question.extra_candidates);
    return {
      documents: items.filter(
        (item) =>
          item.repo === question.repo && (extra.has(item.id) || (item.seq >= (first ?? 0) && item.seq <= (last ?? -1))),
      ),
      questions: [{ text: question.query, gold: new Set(question.gold_ids) }],
    };
  });
}

const ReferenceQuestion = z.object({
  repo: z.string(),
  parent_sha: z.string(),
  query: z.string(),
  gold_docs: z.array(z.string()),
});

const isDocumentation = (path: string) =>
  /^(?:docs?|www\/docs|packages\/docs)\/.*\.(?:mdx?|rst)$/.test(path) &&
  !/(?:^|\/)(?:changes|changelog|announce|blog|releases|license|_sidebar|history|readme)[^/]*(?:\/|$)/i.test(path);

/**
 * Reference docs: a change's message, the documentation pages it touched, read at the parent commit from the clone that `findClone`
 * names and cut into documents; repositories without a clone are left out. `every` n-th question is taken.
 */
export function loadReferenceDocuments(
  folder: string,
  findClone: (repository: string) => string | null,
  cut: (text: string) => string[],
  every = 1,
): RetrievalCorpus[] {
  const cutOf = new Map<string, string[]>();
  return readLines(join(folder, "refdocs.dev.jsonl"), ReferenceQuestion).flatMap((question, position) => {
    if (position % every !== 0) return [];
    const clone = findClone(question.repo);
    if (clone === null) return [];
    const pages = pagesAt(clone, question.parent_sha);
    const documents = pages.flatMap(({ path, blob }) => {
      const pieces = cutOf.get(blob) ?? cut(readBlob(clone, blob));
      cutOf.set(blob, pieces);
      return pieces.map((text, ordinal) => ({ id: `${path}#${ordinal}`, owner: path, text: `${path}\n${text}` }));
    });
    return [{ documents, questions: [{ text: question.query, gold: new Set(question.gold_docs) }] }];
  });
}

function git(clone: string, ...args: string[]): string {
  return execFileSync("git", ["-C", clone, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
  });
}

function pagesAt(clone: string, commit: string): { path: string; blob: string }[] {
  return git(clone, "ls-tree", "-r", "-z", commit)
    .split("\0")
    .flatMap((line) => {
      const [meta = "", path = ""] = line.split("\t");
      const blob = meta.split(" ")[2];
      return blob !== undefined && isDocumentation(path) ? [{ path, blob }] : [];
    });
}

const blobs = new Map<string, string>();

function readBlob(clone: string, blob: string): string {
  const known = blobs.get(blob);
  if (known !== undefined) return known;
  const text = git(clone, "cat-file", "blob", blob);
  blobs.set(blob, text);
  return text;
}
