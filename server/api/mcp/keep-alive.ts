import { answerPlainly, isEventStream, streamHeaders } from "./answer-plainly.ts";

/** When a call is told to be running, and how long its stream may be silent: below the 30 s after which proxies give up. */
export type Patience = { firstEventMs: number; silenceMs: number };
export const patience: Patience = { firstEventMs: 800, silenceMs: 15_000 };

/** A comment of an event stream, which every client skips. */
const stillRunning = new TextEncoder().encode(": still running\n\n");

/**
 * An answer that takes long becomes an event stream within a second, and no stream is silent for long: what stands between
 * would take either for dead. A client that takes JSON only waits for its answer.
 */
export async function keepAlive(
  pending: Promise<Response>,
  { takesStream, firstEventMs, silenceMs }: Patience & { takesStream: boolean },
): Promise<Response> {
  const answered = pending.then(answerPlainly);
  if (!takesStream) return answered;
  const first = await within(answered, firstEventMs);
  if (first === "late") {
    return new Response(speaking(eventsOf(answered), silenceMs), { headers: streamHeaders(new Headers()) });
  }
  if (!isEventStream(first) || first.body === null) return first;
  const body = speaking(first.body, silenceMs);
  return new Response(body, { status: first.status, headers: first.headers });
}

async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What answers late, as events: its own, or the one event that its JSON is. */
async function* eventsOf(answered: Promise<Response>): AsyncGenerator<Uint8Array> {
  yield stillRunning;
  const response = await answered;
  if (!isEventStream(response)) {
    // A message of JSON is one line: line ends inside its texts are escaped.
    const message = await response.text();
    if (message !== "") yield new TextEncoder().encode(`event: message\ndata: ${message}\n\n`);
  } else if (response.body !== null) yield* response.body;
}

/** The same bytes, with a comment wherever they are silent for long. */
function speaking(source: AsyncIterable<Uint8Array>, silenceMs: number): ReadableStream<Uint8Array> {
  const bytes = source[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<Uint8Array>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= bytes.next();
        const read = await within(next, silenceMs);
        if (read === "late") return controller.enqueue(stillRunning);
        next = undefined;
        if (read.done) controller.close();
        else controller.enqueue(read.value);
      },
      cancel() {
        // Nobody waits for it any more: what it says, or that it failed, is nobody's business.
        for (const end of [next, bytes.return?.()]) end?.catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
