import { z } from "zod";
import { failureCodes } from "#server/contracts/failure-codes.ts";
import type { CliConnection } from "./connection.ts";

const Answer = z.object({ result: z.object({ data: z.unknown() }) });
const Refusal = z.object({
  error: z.object({
    message: z.string(),
    data: z.object({
      failure: z.enum(failureCodes).nullable(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  }),
});
const Problem = z.object({
  code: z.enum(failureCodes),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
});

/** Sends operations to a running server, by the one endpoint that knows them all. */
export function forwardTo(serverUrl: string, key: string | undefined): CliConnection {
  return {
    async call(operation, input) {
      const response = await fetch(new URL(`/api/trpc/${operation}`, serverUrl), {
        method: "POST",
        redirect: "error",
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(input),
      });
      const body: unknown = await response.json().catch(() => null);
      const answer = Answer.safeParse(body);
      if (answer.success) return { ok: true, value: answer.data.result.data };
      const refusal = Refusal.safeParse(body);
      if (refusal.success) {
        const { message, data } = refusal.data.error;
        return { ok: false, failure: { code: data.failure ?? "INTERNAL", message, errors: data.errors } };
      }
      const problem = Problem.safeParse(body);
      if (problem.success) {
        const { code, detail, errors } = problem.data;
        return { ok: false, failure: { code, message: detail, errors } };
      }
      const message = `${serverUrl} answered ${response.status} and nothing that Whence understands.`;
      return { ok: false, failure: { code: "INTERNAL", message, errors: [] } };
    },
    close: async () => {},
  };
}
