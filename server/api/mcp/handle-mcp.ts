import { findCaller } from "#server/api/http/find-caller.ts";
import type { HandlerSetup } from "#server/api/http/handle.ts";
import { httpStatus } from "#server/api/http/http-status.ts";
import { quotaHeaders } from "#server/api/http/quota-headers.ts";
import { withJsonBody } from "#server/api/http/read-body.ts";
import type { Failure } from "#server/contracts/failure-codes.ts";
import type { McpMount } from "./mount-mcp.ts";

export type { McpMount } from "./mount-mcp.ts";

const parseError = -32_700;
const invalidRequest = -32_600;
const serverError = -32_000;

/**
 * MCP behind the door of the other agent endpoints: the caller is known and the body limited, unpacked and found to be
 * one JSON-RPC message before the protocol sees any of it.
 */
export async function handleMcp(
  request: Request,
  { setup, mount, traceId }: { setup: HandlerSetup; mount: McpMount; traceId: string },
): Promise<Response> {
  const traced = { "x-request-id": traceId, "x-content-type-options": "nosniff" };
  // Without sessions there is no stream to open and none to end; the server still exists, so never 404.
  if (request.method !== "POST") {
    return rpcError(405, serverError, "Send POST; there are no sessions here.", { ...traced, allow: "POST, OPTIONS" });
  }
  try {
    const caller = await findCaller(request, await setup.context());
    if (!caller.ok) return refused(caller.failure, traced);
    return await withJsonBody(request, async (body) => {
      if (!body.ok) return refused(body.failure, traced);
      const wrong = wrongShape(body.value);
      if (wrong !== null) return rpcError(400, invalidRequest, wrong, traced);
      const response = await mount({ request, body: body.value, caller: caller.value });
      const headers = new Headers(response.headers);
      for (const [name, value] of Object.entries({ ...traced, ...quotaHeaders(caller.value) })) {
        headers.set(name, value);
      }
      return new Response(response.body, { status: response.status, headers });
    });
  } catch (error) {
    const context = await setup.context().catch(() => null);
    context?.log.error({ error: error instanceof Error ? (error.stack ?? error.name) : "unknown" }, "MCP failed");
    return rpcError(500, -32_603, "The call failed inside Whence.", traced);
  }
}

/** Batches went out with revision 2025-06-18: running one would answer thousands of calls for the price of one. */
function wrongShape(body: unknown): string | null {
  if (Array.isArray(body)) return "Send one message; batches are not supported.";
  if (typeof body !== "object" || body === null) return "A message is a JSON object.";
  if (!("jsonrpc" in body) || body.jsonrpc !== "2.0") return 'jsonrpc must be "2.0".';
  return null;
}

function refused(failure: Failure, headers: Record<string, string>): Response {
  const isUnparsed = failure.code === "INVALID_INPUT" && !failure.errors.some(({ path }) => path === "Authorization");
  return rpcError(httpStatus[failure.code], isUnparsed ? parseError : serverError, failure.message, {
    ...headers,
    ...(failure.code === "UNAUTHENTICATED" ? { "www-authenticate": "Bearer" } : {}),
    ...(failure.retryAfterSeconds === undefined ? {} : { "retry-after": String(failure.retryAfterSeconds) }),
  });
}

function rpcError(status: number, code: number, message: string, headers: Record<string, string>): Response {
  return new Response(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}
