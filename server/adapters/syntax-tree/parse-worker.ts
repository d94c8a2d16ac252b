import { parentPort, workerData } from "node:worker_threads";
import type { ParseRule } from "#server/domain/code-graph/parse-rule.ts";
import type { ParsedBlob } from "#server/domain/code-graph/parsed-blob.ts";
import { createSourceReader, type GrammarPlaces } from "./create-source-reader.ts";

/**
 * Entry of a worker thread that parses. It is bundled into a file of its own by the build, because a worker
 * cannot be part of the bundle that starts it. `workerData` holds the grammars' places. An error is left uncaught on
 * purpose: after one, WebAssembly memory cannot be trusted, and the pool replaces the whole thread.
 */
export type ParseJob = { rule: ParseRule; bytes: Uint8Array };
export type ParseRequest = { id: number; jobs: ParseJob[] };
/** The first message says that the runtime is loaded; each later one answers a request. */
export type ParseAnswer = { kind: "ready" } | { kind: "parsed"; id: number; parsed: ParsedBlob[] };

const port = parentPort;
if (port === null) throw new Error("parse-worker runs as a worker thread only");
const places: GrammarPlaces = workerData;
const read = await createSourceReader(places);

port.on("message", async ({ id, jobs }: ParseRequest) => {
  const parsed: ParsedBlob[] = [];
  for (const job of jobs) parsed.push(await read(job));
  const answer: ParseAnswer = { kind: "parsed", id, parsed };
  port.postMessage(answer);
});
const ready: ParseAnswer = { kind: "ready" };
port.postMessage(ready);
