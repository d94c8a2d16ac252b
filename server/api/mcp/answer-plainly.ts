/** The last event of a stream carries the answer; it is a JSON-RPC message with `result` or `error`. */
function answerIn(event: string): string | null {
  const data = event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  if (data === "") return null;
  const message: unknown = JSON.parse(data);
  if (typeof message !== "object" || message === null || !("id" in message)) return null;
  return "result" in message || "error" in message ? data : null;
}

/**
 * Plain JSON where nothing streams: when the first event is already the answer, the stream was only its wrapping. What
 * goes on streaming is marked so that no proxy holds it back.
 */
export async function answerPlainly(response: Response): Promise<Response> {
  if (!isEventStream(response) || response.body === null) return response;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const seen: Uint8Array[] = [];
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (value) {
      seen.push(value);
      text += decoder.decode(value, { stream: true });
    }
    const end = text.indexOf("\n\n");
    if (done || end >= 0) {
      const answer = end >= 0 ? answerIn(text.slice(0, end)) : null;
      if (answer !== null) {
        await reader.cancel().catch(() => {});
        return new Response(answer, { status: response.status, headers: plainHeaders(response.headers) });
      }
      return new Response(rejoin(seen, reader), { status: response.status, headers: streamHeaders(response.headers) });
    }
  }
}

export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

function plainHeaders(from: Headers): Headers {
  const headers = new Headers(from);
  headers.set("content-type", "application/json");
  headers.set("cache-control", "no-store");
  headers.delete("connection");
  return headers;
}

/** Told to what stands between: pass each event on at once, as it is. */
export function streamHeaders(from: Headers): Headers {
  const headers = new Headers(from);
  headers.set("content-type", "text/event-stream");
  headers.set("cache-control", "no-cache, no-transform");
  headers.set("x-accel-buffering", "no");
  headers.delete("connection");
  return headers;
}

/** What was read already, and then the rest. */
function rejoin(seen: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const first = seen.shift();
      if (first) return controller.enqueue(first);
      const { done, value } = await reader.read();
      if (done) return controller.close();
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
