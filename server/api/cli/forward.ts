import type { Send } from "#server/api/send-json.ts";
import { type Failure, type FailureCode, type FieldError, failureCodes } from "#server/contracts/failure-codes.ts";
import type { CliConnection } from "./connection.ts";

/** Sends operations to a running server, by the one endpoint that knows them all. Its answers are checked by hand: a schema library would double the start. */
export function forwardTo(serverUrl: string, send: Send): CliConnection {
  return {
    async call(operation, input) {
      const { status, body } = await send(`/api/trpc/${operation}`, { body: input });
      const result = field(body, "result");
      if (result !== undefined && hasField(result, "data")) return { ok: true, value: field(result, "data") };
      const refused = trpcFailure(field(body, "error")) ?? problemFailure(body);
      if (refused) return { ok: false, failure: refused };
      const message = `${serverUrl} answered ${status} and nothing that Whence understands.`;
      return { ok: false, failure: { code: "INTERNAL", message, errors: [] } };
    },
    close: async () => {},
  };
}

function trpcFailure(error: unknown): Failure | null {
  const message = field(error, "message");
  const data = field(error, "data");
  if (typeof message !== "string" || data === undefined) return null;
  return { code: codeOf(field(data, "failure")) ?? "INTERNAL", message, errors: errorsOf(field(data, "errors")) };
}

function problemFailure(problem: unknown): Failure | null {
  const code = codeOf(field(problem, "code"));
  const detail = field(problem, "detail");
  if (code === null || typeof detail !== "string") return null;
  return { code, message: detail, errors: errorsOf(field(problem, "errors")) };
}

function codeOf(value: unknown): FailureCode | null {
  return failureCodes.find((code) => code === value) ?? null;
}

function errorsOf(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((error: unknown) => {
    const path = field(error, "path");
    const message = field(error, "message");
    return typeof path === "string" && typeof message === "string" ? [{ path, message }] : [];
  });
}

function field(value: unknown, name: string): unknown {
  return hasField(value, name) ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

function hasField(value: unknown, name: string): value is object {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}
