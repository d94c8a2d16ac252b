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
    const body = speaking(answered.then(readEvents), silenceMs, "at once");
    return new Response(body, { headers: streamHeaders(new Headers()) });
  }
  if (!isEventStream(first) || first.body === null) return first;
  const body = speaking(Promise.resolve(first.body.getReader()), silenceMs, "when silent");
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

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** What answered late, as events: its own, or the one event that its JSON is. */
async function readEvents(response: Response): Promise<Reader> {
  const events = isEventStream(response) ? response : new Response(asEvent(await response.text()));
  return (events.body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })).getReader();
}

/** A message of JSON is one line: line ends inside its texts are escaped. */
const asEvent = (message: string) => (message === "" ? null : `event: message\ndata: ${message}\n\n`);

/** The same bytes, with a comment wherever they are silent for long. Who leaves ends the source at once, silent or not. */
function speaking(
  opening: Promise<Reader>,
  silenceMs: number,
  begins: "at once" | "when silent",
): ReadableStream<Uint8Array> {
  let next: Promise<ReadableStreamReadResult<Uint8Array>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (begins === "at once") controller.enqueue(stillRunning);
      },
      async pull(controller) {
        next ??= opening.then((reader) => reader.read());
        const read = await within(next, silenceMs);
        if (read === "late") return controller.enqueue(stillRunning);
        next = undefined;
        if (read.done) controller.close();
        else controller.enqueue(read.value);
      },
      cancel() {
        // Nobody waits for it any more: what it says, or that it failed, is nobody's business.
        next?.catch(() => {});
        opening.then((reader) => reader.cancel()).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
