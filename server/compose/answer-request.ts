import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Answers one request of a bare listener by a function from request to response. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController();
  // A peer that leaves ends its stream, and with it what the stream holds.
  response.once("close", () => left.abort());
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const body = hasBody ? webBody(request) : null;
  const result = await answer(
    new Request(`http://${request.headers.host ?? "localhost"}${request.url ?? "/"}`, {
      method: request.method ?? "GET",
      headers: headersOf(request),
      signal: left.signal,
      ...(body ? { body, duplex: "half" } : {}),
    }),
  );
  response.writeHead(result.status, Object.fromEntries(result.headers));
  // A stream's first event may be long in coming; its headers tell the peer that the call arrived.
  response.flushHeaders();
  if (result.body) await pipeline(Readable.from(result.body), response);
  else response.end();
}

export function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) headers.append(name, item);
  }
  return headers;
}

function webBody(request: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      for await (const chunk of request) {
        if (chunk instanceof Uint8Array) controller.enqueue(chunk);
      }
      controller.close();
    },
    cancel() {
      request.destroy();
    },
  });
}
