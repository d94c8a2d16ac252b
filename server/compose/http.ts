import { handle } from "#server/api/http/handle.ts";
import { handleTrpc } from "#server/api/trpc/handle-trpc.ts";
import { operationContext } from "./context.ts";
import { hostRule } from "./host-rule.ts";

/** The agent endpoints, wired for this process. */
export function handleAgentRequest(request: Request): Promise<Response> {
  return handle(request, { context: operationContext, hosts: hostRule() });
}

export function handleTrpcRequest(request: Request): Promise<Response> {
  return handleTrpc(request, { context: operationContext, hosts: hostRule() });
}
