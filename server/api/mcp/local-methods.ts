import { catalogue } from "#server/operations/catalogue.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { callTool } from "./call-tool.ts";
import type { McpMethods } from "./mcp-methods.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { listResources, listResourceTemplates, readResource } from "./resources.ts";
import { toolList } from "./tool-list.ts";

/** The list is the same for every caller and every call, so that hosts may cache it. */
const tools = toolList(catalogue);

/** The methods over a store that this process holds, for one caller. */
export function localMethods(context: OperationContext): McpMethods {
  return {
    listTools: async () => ({ tools }),
    callTool: (name, args) => callTool(context, name, args),
    listResources: (cursor) => listResources(context, cursor),
    listResourceTemplates,
    readResource: (uri) => readResource(context, uri),
    listPrompts,
    getPrompt: (name, args) => getPrompt(context, name, args),
  };
}
