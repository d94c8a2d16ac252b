import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import Database from "libsql";
import { quietLog } from "#server/adapters/log/pino-log.ts";
import { answerAgent } from "#server/compose/agent-listener.ts";
import { sharedComposition } from "#server/compose/context.ts";
import { packageRoot } from "#server/compose/package-root.ts";
import { LexicalIndex } from "#server/domain/retrieval/lexical-index.ts";
import { tokenize } from "#server/domain/text/tokenize.ts";
import { addReference } from "#server/operations/add-reference.ts";
import { lookUpContext } from "#server/operations/look-up-context.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { remember } from "#server/operations/remember.ts";
import { fillStore } from "#server/testing/fill-store.ts";
import { bareNextRoute } from "./bare-next-route.ts";
import type { Figure } from "./figures.ts";
import { measureByTurns, type Subject } from "./measure.ts";
import { randomFrom, realText } from "./real-words.ts";

/**
 * One size in a process of its own, so that its memory is its own. `WHENCE_DATA_DIR` names an empty folder.
 * Prints its figures as one JSON line: what it costs to write, to look up by tier in process and over HTTP, beside a bare Next
 * route, a bare listener and SQLite FTS5 over the same texts.
 */
const [sizeText = "1000", turnsText = "30"] = process.argv.slice(2);
const size = Number(sizeText);
const turns = Number(turnsText);
const project = "github.com/acme/shop";
const wordsPerMemory = 60;
const figures: Figure[] = [];
const add = (name: string, value: number, unit: Figure["unit"] = "ms") =>
  figures.push({ name, size, value: Number(value.toPrecision(4)), unit });

const composition = await sharedComposition({ log: quietLog });
const { context } = composition;
const random = randomFrom(size);
const texts = Array.from({ length: size }, () => realText(random, wordsPerMemory));

let started = performance.now();
await fillStore(context.db, { workspaceId: context.workspaceId, project, count: size, textOf: (n) => texts[n] ?? "" });
add("fill, per memory", (performance.now() - started) / size);

const log = await readFile(
  path.join(packageRoot(), "drizzle", "seed", "failures", "logs", "npm-eresolve-react", "run-1.log"),
  "utf8",
);
const laterLog = log.concat("\nnpm error A complete log of this run can be found elsewhere\n");
await called(remember, {
  project,
  id: "fix",
  text: "Pin react to the version that the peer asks for.",
  signature_source: log,
});
await called(addReference, {
  project,
  path: "docs/zanzibar.md",
  markdown: "# Zanzibar\n\nThe zanzibar quokka flag turns the walrus exporter off, see the narwhal chapter.\n",
});

globalThis.gc?.();
const before = usedMegabytes();
started = performance.now();
await composition.prepareIndexes();
add("indexes from the store", performance.now() - started);
globalThis.gc?.();
add("memory of the indexes", usedMegabytes() - before, "MB");

const written = await measureByTurns(
  [
    {
      name: "remember",
      run: (turn) => called(remember, { project, text: realText(random, wordsPerMemory), id: `w${size}-${turn}` }),
    },
  ],
  { turns: Math.min(turns, 30), limitMs: 20_000 },
);
add("remember", written.get("remember") ?? 0);

const sqlite = ftsOver(texts);
const index = new LexicalIndex();
for (const [number, text] of texts.entries()) index.upsert({ id: `fill_${number}`, project, text });
const queries = Array.from({ length: 64 }, () => realText(random, 8));
const query = (turn: number) => queries[turn % queries.length] ?? "";

const server = createServer((request, response) => {
  answerAgent(request, response).catch(() => response.destroy());
});
const url = await listen(server);
const bare = createServer((request, response) => {
  request.resume().on("end", () => response.end('{"ok":true}'));
});
const bareUrl = await listen(bare);
const next = await bareNextRoute();

const subjects: Subject[] = [
  { name: "tier 1, in process", run: () => called(lookUpContext, { project, signature_source: laterLog }) },
  { name: "tier 2, in process", run: (turn) => called(lookUpContext, { project, task: query(turn) }) },
  { name: "tier 3, in process", run: () => called(lookUpContext, { project, task: "zanzibar quokka walrus narwhal" }) },
  { name: "text search, our index", run: (turn) => index.search({ text: query(turn), limit: 50 }) },
  { name: "text search, SQLite FTS5", run: (turn) => sqlite.search(query(turn)) },
  { name: "tier 1, over HTTP", run: () => post(url, "/memory/context", { project, signature_source: laterLog }) },
  { name: "tier 2, over HTTP", run: (turn) => post(url, "/memory/context", { project, task: query(turn) }) },
  { name: "bare listener, over HTTP", run: () => post(bareUrl, "/", { project, task: "x" }) },
  ...(next ? [{ name: "bare Next route, over HTTP", run: () => post(next.url, "/bare", { project, task: "x" }) }] : []),
];
for (const [name, value] of await measureByTurns(subjects, { turns })) add(name, value);

started = performance.now();
await composition.close();
add("stop, indexes kept", performance.now() - started);
sqlite.close();
await next?.close();
server.close();
bare.close();
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);

async function called(
  operation: { call(context: OperationContext, input: unknown): Promise<{ ok: boolean }> },
  input: unknown,
): Promise<void> {
  const outcome = await operation.call(context, input);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
}

async function post(base: string, route: string, body: unknown): Promise<void> {
  const response = await fetch(new URL(route, base), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${text}`);
}

function listen(listener: Server): Promise<string> {
  return new Promise((resolve) =>
    listener.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
    }),
  );
}

/** SQLite's own full-text index over the same texts, asked as a search box would: any of the words, best first. */
function ftsOver(rows: readonly string[]) {
  const db = new Database(":memory:");
  db.exec("create virtual table memory using fts5(text)");
  const insert = db.prepare("insert into memory (rowid, text) values (?, ?)");
  db.exec("begin");
  for (const [number, text] of rows.entries()) insert.run(number + 1, text);
  db.exec("commit");
  const select = db.prepare(
    "select rowid, bm25(memory) as score from memory where memory match ? order by score limit 50",
  );
  return {
    search: (text: string) =>
      select.all(
        tokenize(text)
          .map((token) => `"${token}"`)
          .join(" OR "),
      ),
    close: () => db.close(),
  };
}

function usedMegabytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
