import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { type HostRule, isFromHere } from "./loopback-guard.ts";
import { problem } from "./problem.ts";
import { readJsonBody } from "./read-body.ts";
import { matchRoute } from "./routes.ts";

export type HandlerSetup = { context(): Promise<OperationContext>; hosts: HostRule };

/**
 * The agent endpoints as one function from request to response. Next's route handlers delegate to it, and it can be
 * mounted on a bare listener. Nothing of the body is read before the request was found to be meant for this server.
 */
export async function handle(request: Request, setup: HandlerSetup): Promise<Response> {
  const traceId = traceIdOf(request);
  if (!isFromHere(request.headers, setup.hosts)) return problem(foreign, traceId);
  const url = new URL(request.url);
  const matched = matchRoute(request.method, url.pathname);
  if (matched.kind === "broken_path") return problem(brokenPath, traceId);
  if (matched.kind === "none") return problem(fail("NOT_FOUND", "No such route.").failure, traceId);
  if (matched.kind === "wrong_method") {
    return new Response(null, { status: 405, headers: { allow: matched.allowed.join(", "), "x-request-id": traceId } });
  }
  try {
    const context = await setup.context();
    const input = await inputOf(request, url, matched.fields);
    if (!input.ok) return problem(input.failure, traceId);
    const outcome = await matched.route.operation.call(context, input.value);
    if (!outcome.ok) return problem(outcome.failure, traceId);
    return new Response(outcome.value.text, {
      status: outcome.value.status,
      headers: {
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-request-id": traceId,
        ...(outcome.value.replayed ? { "idempotent-replayed": "true" } : {}),
      },
    });
  } catch (error) {
    const context = await setup.context().catch(() => null);
    // The message may hold data of the request, so only its class and place leave this process.
    context?.log.error(
      { route: matched.route.path, error: error instanceof Error ? (error.stack ?? error.name) : "unknown" },
      "an operation failed",
    );
    return problem(fail("INTERNAL", "The call failed inside Whence.").failure, traceId);
  }
}

/** Path fields win over the body, the `Idempotency-Key` header must agree with `request_id`. */
async function inputOf(request: Request, url: URL, fields: Record<string, string>): Promise<Outcome<unknown>> {
  if (request.method !== "POST") return succeed({ ...queryOf(url), ...fields });
  const body = await readJsonBody(request);
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

/** The caller's id when it is harmless to repeat, else a new one. It is for tracing and means nothing to us. */
function traceIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}

const foreign = fail("FORBIDDEN", "This server answers to its own name and pages only.", [
  { path: "Host", message: "must name this server; Origin, if sent, too" },
]).failure;

const brokenPath = fail("INVALID_INPUT", "The path holds a broken percent escape.", [
  { path: "path", message: "must be percent-encoded UTF-8" },
]).failure;
