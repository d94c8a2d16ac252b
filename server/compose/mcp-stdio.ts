import { createServer } from "node:http";
import { quietLog } from "#server/adapters/log/pino-log.ts";
import { connectedMethods, type McpConnection } from "#server/api/mcp/connected-methods.ts";
import { forwardedMethods } from "#server/api/mcp/forwarded-methods.ts";
import { localMethods } from "#server/api/mcp/local-methods.ts";
import { serveMcpOverStdio } from "#server/api/mcp/serve-stdio.ts";
import { sendJson } from "#server/api/send-json.ts";
import { StoreInUse } from "#server/db/store-lock.ts";
import { answerAgent } from "./agent-listener.ts";
import { type Composition, sharedComposition } from "./context.ts";
import { findServer } from "./find-server.ts";
import { whenceVersion } from "./package-root.ts";

/**
 * `whence mcp`: forwards to a running server, else opens the store itself. A process that holds the embedded store also
 * answers on a loopback port and says so in `owner.json`, so that the next agent's `whence mcp` and every command beside
 * it find a way in.
 */
export async function serveMcp(): Promise<void> {
  const connection = connectedMethods(connect);
  await serveMcpOverStdio(connection.methods, {
    version: whenceVersion(),
    stdin: process.stdin,
    stdout: process.stdout,
  });
  await connection.close();
}

/** In milliseconds. Two hosts may start at once: one of them opens the store and is busy with it for a while, the other waits for its answer. */
const busyOwnerMs = 20_000;
const pauseMs = 400;

async function connect(): Promise<McpConnection> {
  const begun = performance.now();
  for (;;) {
    const server = await findServer(process.env);
    if (server && (server.isGiven || (await answers(server.url)))) {
      return { methods: forwardedMethods(server.url, server.key), close: async () => {} };
    }
    try {
      return await openStore();
    } catch (error) {
      if (!(error instanceof StoreInUse) || performance.now() - begun > busyOwnerMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

async function openStore(): Promise<McpConnection> {
  const composition = await sharedComposition({ log: quietLog });
  composition.keepJobs();
  const stopListening = composition.store.kind === "embedded" ? await listen(composition) : async () => {};
  return {
    methods: localMethods(composition.context),
    async close() {
      await stopListening();
      await composition.close();
    },
  };
}

async function listen({ store }: Composition): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    answerAgent(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address === "object" && address) await store.publishUrl(`http://127.0.0.1:${address.port}`);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await sendJson(new URL("/api/health", url), { method: "GET", signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  }
}
