import type { IncomingMessage, ServerResponse } from "node:http";
import { answerRequest } from "./answer-request.ts";
import { handleAgentRequest, handleTrpcRequest } from "./http.ts";

/** Answers one request of a bare listener by the function that all agent endpoints are; commands come by tRPC. */
export function answerAgent(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isTrpc = request.url?.startsWith("/api/trpc/") ?? false;
  return answerRequest(request, response, isTrpc ? handleTrpcRequest : handleAgentRequest);
}
