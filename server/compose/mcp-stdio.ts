import { createServer } from "node:http";
import { quietLog } from "#server/adapters/log/pino-log.ts";
import { connectedMethods, type McpConnection } from "#server/api/mcp/connected-methods.ts";
import { forwardedMethods } from "#server/api/mcp/forwarded-methods.ts";
import { localMethods } from "#server/api/mcp/local-methods.ts";
import { serveMcpOverStdio } from "#server/api/mcp/serve-stdio.ts";
import { StoreInUse } from "#server/db/store-lock.ts";
import { answerAgent } from "./agent-listener.ts";
import { callsTo } from "./calls-to.ts";
import { type Composition, sharedComposition } from "./context.ts";
import { findServer } from "./find-server.ts";
import { answersWhoOwns, newOwnerProof } from "./owner-proof.ts";
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
const answerLimitMs = 1_000;

async function connect(): Promise<McpConnection> {
  const begun = performance.now();
  for (;;) {
    const server = await findServer(process.env);
    const calls = server && callsTo(server);
    if (calls && (await calls.isThere({ limitMs: answerLimitMs }))) {
      return { methods: forwardedMethods(server.url, calls.send), close: async () => {} };
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
  const proof = newOwnerProof();
  const server = createServer((request, response) => {
    if (answersWhoOwns(request, response, proof)) return;
    answerAgent(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address === "object" && address) await store.publishUrl(`http://127.0.0.1:${address.port}`, proof);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
