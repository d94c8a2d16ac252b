import type {
  CallToolResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  ReadResourceResult,
} from "@modelcontextprotocol/server";

/**
 * What Whence answers over MCP, whatever the transport and the protocol revision. Two implementations: in this process
 * over an operation context, and forwarded to a running server.
 */
export type McpMethods = {
  listTools(): Promise<ListToolsResult>;
  callTool(name: string, args: unknown): Promise<CallToolResult>;
  listResources(cursor: string | undefined): Promise<ListResourcesResult>;
  listResourceTemplates(): Promise<ListResourceTemplatesResult>;
  readResource(uri: string): Promise<ReadResourceResult>;
  listPrompts(): Promise<ListPromptsResult>;
  getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<GetPromptResult>;
};
