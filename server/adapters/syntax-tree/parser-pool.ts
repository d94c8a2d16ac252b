import { Worker } from "node:worker_threads";
import type { ParsedBlob } from "#server/domain/code-graph/parsed-blob.ts";
import type { GrammarPlaces } from "./create-source-reader.ts";
import type { ParseAnswer, ParseJob, ParseRequest } from "./parse-worker.ts";

/** Parses files off the main thread. Results come in the order of the jobs and do not depend on the number of workers. */
export type ParserPool = {
  readonly workers: number;
  /** One batch goes to one worker. The bytes are copied; give views of a buffer of their own size. */
  parse(jobs: ParseJob[]): Promise<ParsedBlob[]>;
  close(): Promise<void>;
};

type Batch = {
  request: ParseRequest;
  done: (parsed: ParsedBlob[]) => void;
  failed: (error: Error) => void;
};
type Seat = { worker: Worker; batch: Batch | null; isReady: boolean };

/** More would take both cores of a small machine away from the agent that is waiting. */
const maxWorkers = 2;

/**
 * `workerFile` is `parse-worker.ts` as the build bundles it. A worker that dies is replaced, and the batch it died on is parsed
 * again file by file, so that one file which breaks the parser costs only itself: it comes back as `unreadable`.
 */
export function createParserPool(options: { workerFile: string; places: GrammarPlaces; workers?: number }): ParserPool {
  const workers = Math.max(1, Math.min(options.workers ?? maxWorkers, maxWorkers));
  const seats: Seat[] = [];
  const waiting: Batch[] = [];
  let nextId = 0;
  let isClosed = false;

  return {
    workers,
    async parse(jobs) {
      try {
        return await send(jobs);
      } catch (error) {
        if (isClosed || !(error instanceof WorkerDied)) throw error;
        const parsed: ParsedBlob[] = [];
        for (const job of jobs) parsed.push(await parseAlone(job));
        return parsed;
      }
    },
    async close() {
      isClosed = true;
      const closing = seats.splice(0).map(({ worker, batch }) => {
        batch?.failed(new Error("the parser pool was closed"));
        return worker.terminate();
      });
      for (const { failed } of waiting.splice(0)) failed(new Error("the parser pool was closed"));
      await Promise.all(closing);
    },
  };

  async function parseAlone(job: ParseJob): Promise<ParsedBlob> {
    try {
      const [parsed] = await send([job]);
      if (parsed !== undefined) return parsed;
    } catch (error) {
      if (isClosed || !(error instanceof WorkerDied)) throw error;
    }
    return unreadableBlob();
  }

  function send(jobs: ParseJob[]): Promise<ParsedBlob[]> {
    if (isClosed) return Promise.reject(new Error("the parser pool was closed"));
    return new Promise((done, failed) => {
      waiting.push({ request: { id: nextId++, jobs }, done, failed });
      assign();
    });
  }

  function assign(): void {
    while (waiting.length > 0) {
      const seat = seats.find(({ batch }) => batch === null) ?? (seats.length < workers ? openSeat() : undefined);
      const batch = seat && waiting.shift();
      if (!seat || !batch) return;
      seat.batch = batch;
      seat.worker.ref();
      if (seat.isReady) seat.worker.postMessage(batch.request);
    }
  }

  function openSeat(): Seat {
    const worker = new Worker(options.workerFile, { workerData: options.places });
    const seat: Seat = { worker, batch: null, isReady: false };
    seats.push(seat);
    worker.on("message", (answer: ParseAnswer) => {
      const { batch } = seat;
      if (answer.kind === "ready") {
        seat.isReady = true;
        // Not before: a worker that dies of its first file may be heard of before its word that it is ready.
        if (batch !== null) worker.postMessage(batch.request);
        return;
      }
      if (batch === null || batch.request.id !== answer.id) return;
      seat.batch = null;
      // An idle worker does not keep the process alive.
      worker.unref();
      batch.done(answer.parsed);
      assign();
    });
    worker.on("error", (error) => leave(seat, error));
    worker.on("exit", () => leave(seat, new Error("a parse worker ended")));
    return seat;
  }

  function leave(seat: Seat, error: Error): void {
    const at = seats.indexOf(seat);
    if (at < 0) return;
    seats.splice(at, 1);
    // One that never became ready has no grammars: that is a broken installation, and no file's fault.
    const failure = seat.isReady
      ? new WorkerDied(error.message)
      : new Error(`The parser cannot start: ${error.message}`);
    seat.batch?.failed(failure);
    seat.batch = null;
    assign();
  }
}

class WorkerDied extends Error {}

function unreadableBlob(): ParsedBlob {
  return {
    outcome: "unreadable",
    language: null,
    symbolsFrom: "none",
    symbols: [],
    symbolsCut: 0,
    grammarGaveUp: false,
    imports: [],
    terms: { words: [], counts: [] },
    namespaces: [],
    typeNames: [],
    manifest: null,
  };
}
