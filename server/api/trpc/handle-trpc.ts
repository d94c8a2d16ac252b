import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { findCaller } from "#server/api/http/find-caller.ts";
import type { HandlerSetup } from "#server/api/http/handle.ts";
import { isFromHere } from "#server/api/http/loopback-guard.ts";
import { problem } from "#server/api/http/problem.ts";
import { traceIdOf } from "#server/api/http/trace-id.ts";
import { fail } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { appRouter } from "./router.ts";

/** Most procedures of one request. The dashboard batches at most ten. */
const maxBatchSize = 20;

const inside = fail("INTERNAL", "The call failed inside Whence.");

/** tRPC behind the same door as the agent endpoints: meant for this server, of a known type, of a bounded size and batch. */
export async function handleTrpc(request: Request, setup: HandlerSetup): Promise<Response> {
  const traceId = traceIdOf(request);
  if (!isFromHere(request.headers, setup.hosts)) {
    return problem(fail("FORBIDDEN", "This server answers to its own name and pages only.").failure, traceId);
  }
  const procedures = new URL(request.url).pathname.split(",").length;
  if (procedures > maxBatchSize) {
    return problem(
      fail("INVALID_INPUT", `A batch holds at most ${maxBatchSize} calls.`, [
        { path: "path", message: `at most ${maxBatchSize} calls` },
      ]).failure,
      traceId,
    );
  }
  const caller = await findCaller(request, await setup.context()).catch(() => inside);
  if (!caller.ok) return problem(caller.failure, traceId);
  if (request.method === "POST") {
    const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== "application/json") {
      return problem(fail("UNSUPPORTED_TYPE", "Send application/json.").failure, traceId);
    }
    if (request.headers.has("content-encoding")) {
      return problem(fail("UNSUPPORTED_TYPE", "Send the body uncompressed.").failure, traceId);
    }
    const limited = await limitBody(request);
    if (limited === "too_large") {
      return problem(fail("TOO_LARGE", `The body is larger than ${limits.bodyBytes} bytes.`).failure, traceId);
    }
    return serve(limited, caller.value);
  }
  return serve(request, caller.value);
}

function serve(request: Request, caller: OperationContext): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: () => caller,
    maxBatchSize,
    allowMethodOverride: true,
    onError: ({ error, path, ctx }) => {
      if (error.code !== "INTERNAL_SERVER_ERROR") return;
      ctx?.log.error({ procedure: path, error: error.cause?.stack ?? error.name }, "an operation failed");
    },
  });
}

/** Reads at most the limit before anything is parsed. */
async function limitBody(request: Request): Promise<Request | "too_large"> {
  if (!request.body) return request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limits.bodyBytes) {
      await reader.cancel().catch(() => {});
      return "too_large";
    }
    chunks.push(value);
  }
  return new Request(request.url, { method: "POST", headers: request.headers, body: Buffer.concat(chunks) });
}
