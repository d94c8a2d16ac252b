import { localMethods } from "./local-methods.ts";
import { mcpServer } from "./mcp-server.ts";
import { mountMcp } from "./mount-mcp.ts";

/** The product's own tools over HTTP. */
export const productMcp = mountMcp((context) => mcpServer(localMethods(context), context.build.version));
