import { ProtocolError, type StandardSchemaV1Sync, specTypeSchemas } from "@modelcontextprotocol/server";
import type { Send } from "#server/api/send-json.ts";
import type { McpMethods } from "./mcp-methods.ts";

/** The server could not be reached, or broke off: another one may answer. */
export class ServerGone extends Error {
  override readonly name = "ServerGone";
}

/** The methods of a running server: each call is one message to its `/mcp`, which needs no handshake. */
export function forwardedMethods(serverUrl: string, sendToServer: Send): McpMethods {
  let lastId = 0;

  async function send<Result>(
    method: string,
    params: Record<string, unknown>,
    schema: StandardSchemaV1Sync<unknown, Result>,
  ): Promise<Result> {
    lastId += 1;
    const body = { jsonrpc: "2.0", id: lastId, method, params };
    const answer = await sendToServer("/mcp", { body }).catch((error: unknown) => {
      throw new ServerGone(error instanceof Error ? error.message : String(error));
    });
    const message = specTypeSchemas.JSONRPCResponse["~standard"].validate(answer.body);
    if (message.issues) throw new Error(`${serverUrl} answered ${answer.status} and nothing that is MCP.`);
    if ("error" in message.value) {
      const { code, message: text, data } = message.value.error;
      throw new ProtocolError(code, text, data);
    }
    const result = schema["~standard"].validate(message.value.result);
    if (result.issues) throw new Error(`${serverUrl} answered ${method} with something else.`);
    return result.value;
  }

  return {
    listTools: () => send("tools/list", {}, specTypeSchemas.ListToolsResult),
    callTool: (name, args) => send("tools/call", { name, arguments: args ?? {} }, specTypeSchemas.CallToolResult),
    listResources: (cursor) =>
      send("resources/list", cursor === undefined ? {} : { cursor }, specTypeSchemas.ListResourcesResult),
    listResourceTemplates: () => send("resources/templates/list", {}, specTypeSchemas.ListResourceTemplatesResult),
    readResource: (uri) => send("resources/read", { uri }, specTypeSchemas.ReadResourceResult),
    listPrompts: () => send("prompts/list", {}, specTypeSchemas.ListPromptsResult),
    getPrompt: (name, args) => send("prompts/get", { name, arguments: args }, specTypeSchemas.GetPromptResult),
  };
}
