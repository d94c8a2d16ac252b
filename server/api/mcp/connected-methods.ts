import { ServerGone } from "./forwarded-methods.ts";
import type { McpMethods } from "./mcp-methods.ts";

export type McpConnection = { methods: McpMethods; close(): Promise<void> };

/**
 * Methods that connect with the first call, so that a handshake never waits for a store to open, and that find another
 * server, or open the store, when the one they forwarded to has gone.
 */
export function connectedMethods(connect: () => Promise<McpConnection>): McpConnection {
  let connection: Promise<McpConnection> | undefined;
  const connected = () => {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  async function call<Result>(run: (methods: McpMethods) => Promise<Result>): Promise<Result> {
    const first = connected();
    try {
      return await run((await first).methods);
    } catch (error) {
      if (!(error instanceof ServerGone)) throw error;
      // Several calls may have met the same dead server; one of them reconnects for all.
      if (connection === first) connection = undefined;
      return run((await connected()).methods);
    }
  }
  return {
    methods: {
      listTools: () => call((methods) => methods.listTools()),
      callTool: (name, args) => call((methods) => methods.callTool(name, args)),
      listResources: (cursor) => call((methods) => methods.listResources(cursor)),
      listResourceTemplates: () => call((methods) => methods.listResourceTemplates()),
      readResource: (uri) => call((methods) => methods.readResource(uri)),
      listPrompts: () => call((methods) => methods.listPrompts()),
      getPrompt: (name, args) => call((methods) => methods.getPrompt(name, args)),
    },
    async close() {
      await (await connection?.catch(() => undefined))?.close();
    },
  };
}
