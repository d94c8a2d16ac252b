import { AsyncLocalStorage } from "node:async_hooks";
import { createMcpHandler, type McpServer, type Server } from "@modelcontextprotocol/server";
import type { OperationContext } from "#server/operations/operation.ts";
import { keepAlive, type Patience, patience } from "./keep-alive.ts";

/** Serves one message, whose body was read and checked, for one caller. */
export type McpMount = (message: { request: Request; body: unknown; caller: OperationContext }) => Promise<Response>;

/**
 * Both protocol revisions on one endpoint, without sessions: each message gets a server of its own, so that nothing of
 * one caller outlives its call. The SDK decides which revision a message speaks and owns its rules.
 */
export function mountMcp(
  serverFor: (caller: OperationContext) => Server | McpServer,
  within: Patience = patience,
): McpMount {
  const callers = new AsyncLocalStorage<OperationContext>();
  const handler = createMcpHandler(() => {
    const caller = callers.getStore();
    if (!caller) throw new Error("A message without a caller reached MCP.");
    return serverFor(caller);
  });
  return ({ request, body, caller }) =>
    callers.run(caller, () =>
      keepAlive(handler.fetch(forSdk(request), { parsedBody: body }), {
        ...within,
        takesStream: takesStream(request.headers),
      }),
    );
}

function takesStream(headers: Headers): boolean {
  return /text\/event-stream|text\/\*/.test(headers.get("accept") ?? "");
}

/**
 * The request as the SDK wants it. The older revision's transport refuses a client that takes JSON only (406), and
 * answers as an event stream: both are put right here, before it and in `keepAlive`.
 */
function forSdk(request: Request): Request {
  const headers = new Headers(request.headers);
  const accepted = headers.get("accept") ?? "*/*";
  if (/application\/json|application\/\*|\*\/\*/.test(accepted))
    headers.set("accept", "application/json, text/event-stream");
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}
