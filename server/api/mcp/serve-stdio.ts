import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { limits } from "#server/contracts/limits.ts";
import type { McpMethods } from "./mcp-methods.ts";
import { mcpServer } from "./mcp-server.ts";

/** Speaks both protocol revisions over standard input and output until the host closes its end. */
export async function serveMcpOverStdio(
  methods: McpMethods,
  { version, stdin, stdout }: { version: string; stdin: Readable; stdout: Writable },
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    // A host that died takes its pipe along.
    stdout.once("error", () => resolve());
  });
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: limits.bodyBytes + 64 * 1024 });
  const served = serveStdio(() => mcpServer(methods, version), { transport });
  await ended;
  await served.close();
}
