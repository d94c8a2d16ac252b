import { PassThrough } from "node:stream";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { handle } from "#server/api/http/handle.ts";
import { localMethods } from "#server/api/mcp/local-methods.ts";
import { serveMcpOverStdio } from "#server/api/mcp/serve-stdio.ts";
import type { OperationContext } from "#server/operations/operation.ts";

/** The official client of the first SDK, and that of the second in both of its protocol revisions. */
export const clientKinds = ["v1", "v2 2025-11-25", "v2 2026-07-28"] as const;
export const transportKinds = ["HTTP", "stdio"] as const;
export type ClientKind = (typeof clientKinds)[number];
export type TransportKind = (typeof transportKinds)[number];

/** What the tests ask of any client. */
export type McpTestClient = {
  tools(): Promise<{ name: string }[]>;
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  read(uri: string): Promise<unknown>;
  prompt(name: string, args: Record<string, string>): Promise<unknown>;
  close(): Promise<void>;
};

const url = new URL("http://127.0.0.1:3210/mcp");
const implementation = { name: "test", version: "1" };

export async function openMcpClient(
  kind: ClientKind,
  transport: TransportKind,
  context: OperationContext,
): Promise<McpTestClient> {
  const fetchHere = (input: string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const headers = new Headers(request.headers);
    headers.set("host", url.host);
    return handle(new Request(request, { headers }), { context: async () => context, hosts: { names: new Set() } });
  };
  const pipes = transport === "stdio" ? servePipes(context) : null;
  if (kind === "v1") {
    const client = new OldClient(implementation);
    await client.connect(
      pipes ? new OldStdioTransport(pipes.fromServer, pipes.toServer) : new OldHttpTransport(url, { fetch: fetchHere }),
    );
    return {
      tools: async () => (await client.listTools()).tools,
      call: (name, args) => client.callTool({ name, arguments: args }),
      read: (uri) => client.readResource({ uri }),
      prompt: (name, args) => client.getPrompt({ name, arguments: args }),
      close: () => closeAll(client, pipes),
    };
  }
  const mode = kind === "v2 2026-07-28" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(implementation, { versionNegotiation: { mode } });
  await client.connect(
    pipes
      ? new StdioServerTransport(pipes.fromServer, pipes.toServer)
      : new StreamableHTTPClientTransport(url, { fetch: fetchHere }),
  );
  return {
    tools: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    read: (uri) => client.readResource({ uri }),
    prompt: (name, args) => client.getPrompt({ name, arguments: args }),
    close: () => closeAll(client, pipes),
  };
}

type Pipes = { toServer: PassThrough; fromServer: PassThrough; done: Promise<void> };

/** The same framing in both directions, so the server's transport of each SDK is a client's too. */
function servePipes(context: OperationContext): Pipes {
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const done = serveMcpOverStdio(localMethods(context), { version: "0", stdin: toServer, stdout: fromServer });
  return { toServer, fromServer, done };
}

async function closeAll(client: { close(): Promise<void> }, pipes: Pipes | null): Promise<void> {
  await client.close();
  pipes?.toServer.end();
  await pipes?.done;
}
