import { STATUS_CODES } from "node:http";
import type { Failure } from "#server/contracts/failure-codes.ts";
import { httpStatus } from "./http-status.ts";

/** A refusal as RFC 9457 problem details. `traceId` is the caller's `X-Request-Id` or one of ours; it only traces. */
export function problem(failure: Failure, traceId: string, headers: Record<string, string> = {}): Response {
  const status = httpStatus[failure.code];
  return new Response(
    JSON.stringify({
      type: "about:blank",
      title: STATUS_CODES[status] ?? "Error",
      status,
      code: failure.code,
      detail: failure.message,
      errors: failure.errors,
      request_id: traceId,
    }),
    {
      status,
      headers: {
        "content-type": "application/problem+json",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-request-id": traceId,
        ...(failure.code === "UNAUTHENTICATED" ? { "www-authenticate": "Bearer" } : {}),
        ...(failure.retryAfterSeconds === undefined ? {} : { "retry-after": String(failure.retryAfterSeconds) }),
        ...headers,
      },
    },
  );
}
