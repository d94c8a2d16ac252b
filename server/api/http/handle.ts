import { handleMcp, type McpMount } from "#server/api/mcp/handle-mcp.ts";
import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import type { Operation, OperationContext } from "#server/operations/operation.ts";
import { crossOriginHeaders, preflight } from "./cross-origin.ts";
import { isDocument, readDocument } from "./documents.ts";
import { findCaller } from "./find-caller.ts";
import { type HostRule, isFromHere } from "./loopback-guard.ts";
import { problem } from "./problem.ts";
import { quotaHeaders } from "./quota-headers.ts";
import { withJsonBody } from "./read-body.ts";
import { matchRoute } from "./routes.ts";
import { traceIdOf } from "./trace-id.ts";

/** `context` is what a request without a key starts with: everything on loopback, nothing on a server beyond it. */
export type HandlerSetup = { context(): Promise<OperationContext>; hosts: HostRule };

/** Where MCP is spoken; everything else is a route of an operation. */
const mcpPath = "/mcp";

/** Loaded by the first message: a start need not wait for the library of a protocol that nobody has spoken yet. */
const productMcp: McpMount = async (message) => (await import("#server/api/mcp/product-mcp.ts")).productMcp(message);

/** Whether this function answers the path, rather than the pages. */
export function isAgentPath(method: string, pathname: string): boolean {
  return pathname === mcpPath || isDocument(pathname) || matchRoute(method, pathname).kind !== "none";
}

/**
 * The agent endpoints as one function from request to response. Next's route handlers delegate to it, and it can be
 * mounted on a bare listener. Nothing of the body is read before the request was found to be meant for this server and
 * its caller to be known. `mcp` serves MCP; tests put other servers behind the same door.
 */
export async function handle(request: Request, setup: HandlerSetup, mcp: McpMount = productMcp): Promise<Response> {
  const traceId = traceIdOf(request);
  // A foreign page learns nothing, so its refusal carries no header that would let it read.
  if (!isFromHere(request.headers, setup.hosts)) return problem(foreign, traceId);
  if (request.method === "OPTIONS") return preflight(request);
  const response = await answer(request, { setup, mcp, traceId });
  for (const [name, value] of Object.entries(crossOriginHeaders(request.headers))) response.headers.set(name, value);
  return response;
}

async function answer(
  request: Request,
  { setup, mcp, traceId }: { setup: HandlerSetup; mcp: McpMount; traceId: string },
): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname === mcpPath) return handleMcp(request, { setup, mount: mcp, traceId });
  if (isDocument(url.pathname)) {
    return answerDocument(request, { setup, traceId }).catch((error) =>
      inside(error, { setup, place: url.pathname, traceId }),
    );
  }
  const matched = matchRoute(request.method, url.pathname);
  if (matched.kind === "broken_path") return problem(brokenPath, traceId);
  if (matched.kind === "none") return problem(fail("NOT_FOUND", "No such route.").failure, traceId);
  if (matched.kind === "wrong_method") {
    return new Response(null, { status: 405, headers: { allow: matched.allowed.join(", "), "x-request-id": traceId } });
  }
  const { operation } = matched.route;
  try {
    const caller = await findCaller(request, await setup.context());
    if (!caller.ok) return problem(caller.failure, traceId);
    const run = (input: Outcome<unknown>) => answerInput(input, { operation, caller: caller.value, traceId });
    if (request.method !== "POST") return await run(succeed({ ...queryOf(url), ...matched.fields }));
    return await withJsonBody(request, (body) => run(inputOf(request, body, matched.fields)));
  } catch (error) {
    return inside(error, { setup, place: matched.route.path, traceId });
  }
}

/** The answer to our own fault. The message may hold data of the request, so only its class and place leave this process. */
async function inside(
  error: unknown,
  { setup, place, traceId }: { setup: HandlerSetup; place: string; traceId: string },
): Promise<Response> {
  const context = await setup.context().catch(() => null);
  context?.log.error(
    { route: place, error: error instanceof Error ? (error.stack ?? error.name) : "unknown" },
    "an operation failed",
  );
  return problem(fail("INTERNAL", "The call failed inside Whence.").failure, traceId);
}

async function answerInput(
  input: Outcome<unknown>,
  { operation, caller, traceId }: { operation: Operation; caller: OperationContext; traceId: string },
): Promise<Response> {
  if (!input.ok) return problem(input.failure, traceId);
  const outcome = await operation.call(caller, input.value);
  const quota = quotaHeaders(caller);
  if (!outcome.ok) return problem(outcome.failure, traceId, quota);
  return new Response(outcome.value.text, {
    status: outcome.value.status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": traceId,
      ...quota,
      ...(outcome.value.replayed ? { "idempotent-replayed": "true" } : {}),
    },
  });
}

async function answerDocument(
  request: Request,
  { setup, traceId }: { setup: HandlerSetup; traceId: string },
): Promise<Response> {
  if (request.method !== "GET") {
    return new Response(null, { status: 405, headers: { allow: "GET", "x-request-id": traceId } });
  }
  const caller = await findCaller(request, await setup.context());
  if (!caller.ok) return problem(caller.failure, traceId);
  const document = readDocument(new URL(request.url).pathname, caller.value);
  if (!document.ok) return problem(document.failure, traceId);
  return new Response(document.value.text, {
    headers: {
      "content-type": document.value.contentType,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": traceId,
    },
  });
}

/** Path fields win over the body, the `Idempotency-Key` header must agree with `request_id`. */
function inputOf(request: Request, body: Outcome<unknown>, fields: Record<string, string>): Outcome<unknown> {
  if (!body.ok) return body;
  if (typeof body.value !== "object" || body.value === null || Array.isArray(body.value)) {
    return fail("INVALID_INPUT", "The body must be a JSON object.", [{ path: "", message: "must be a JSON object" }]);
  }
  const key = request.headers.get("idempotency-key");
  if (key === null) return succeed({ ...body.value, ...fields });
  if (!("request_id" in body.value) || body.value.request_id === undefined) {
    return succeed({ ...body.value, request_id: key, ...fields });
  }
  if (body.value.request_id === key) return succeed({ ...body.value, ...fields });
  return fail("INVALID_INPUT", "Idempotency-Key and request_id differ.", [
    { path: "request_id", message: "must equal the header Idempotency-Key" },
  ]);
}

function queryOf(url: URL): Record<string, string> {
  return Object.fromEntries(url.searchParams.entries());
}

const foreign = fail("FORBIDDEN", "This server answers to its own name and pages only.", [
  { path: "Host", message: "must name this server; Origin, if sent, too" },
]).failure;

const brokenPath = fail("INVALID_INPUT", "The path holds a broken percent escape.", [
  { path: "path", message: "must be percent-encoded UTF-8" },
]).failure;
