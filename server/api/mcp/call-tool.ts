import type { CallToolResult } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Failure, FailureCode } from "#server/contracts/failure-codes.ts";
import { catalogue } from "#server/operations/catalogue.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { answerInWords } from "#server/operations/words/answer-in-words.ts";

/** What a model can do about each refusal. */
const advice = {
  INVALID_INPUT: "Correct the named fields and call again.",
  UNAUTHENTICATED: "The server needs a key; ask the person to set one up with `whence key create`.",
  FORBIDDEN: "The key does not allow this; go on without it, or ask the person.",
  NOT_FOUND: "Check the id or the project; what is not found may also be out of reach of this key.",
  CONFLICT: "Something else holds this id or this place already; read it before you try again.",
  TOO_LARGE: "Send less: of a log, its end.",
  UNSUPPORTED_TYPE: "Send JSON.",
  KEY_REUSED: "Use another request id for another request.",
  RATE_LIMITED: "Wait before the next call.",
  UNAVAILABLE: "The store needs a person; tell them what this says, and go on without it.",
  INTERNAL: "This is a fault of Whence, not of your call; go on without it.",
} as const satisfies Record<FailureCode, string>;

/**
 * Runs the operation behind a tool. A refusal is a result that the model can act on; only a name that is no tool is an
 * error of the protocol. The text says what `structuredContent` says, for hosts that show one of them.
 */
export async function callTool(context: OperationContext, name: string, args: unknown): Promise<CallToolResult> {
  const operation = catalogue.find(({ tool }) => tool?.name === name);
  if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 64)}`);
  try {
    const outcome = await operation.call(context, args ?? {});
    if (!outcome.ok) return refusal(outcome.failure);
    const text = await answerInWords(context, operation, outcome.value.body);
    return { content: [{ type: "text", text }], structuredContent: asObject(outcome.value.body) };
  } catch (error) {
    // The message may hold data of the request, so only its class and place leave this process.
    context.log.error(
      { tool: name, error: error instanceof Error ? (error.stack ?? error.name) : "unknown" },
      "a tool failed",
    );
    return refusal({ code: "INTERNAL", message: "The call failed inside Whence.", errors: [] });
  }
}

function refusal(failure: Failure): CallToolResult {
  const fields = failure.errors.map(({ path, message }) => `- ${path === "" ? "input" : path}: ${message}`);
  const wait = failure.retryAfterSeconds === undefined ? [] : [`Try again in ${failure.retryAfterSeconds} s.`];
  const text = [`${failure.code}: ${failure.message}`, ...fields, advice[failure.code], ...wait].join("\n");
  return { isError: true, content: [{ type: "text", text }] };
}

/** `null` is an answer of some operations and no object; MCP wants one. */
function asObject(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? Object.fromEntries(Object.entries(body)) : { result: body };
}
