import { createServer, type Server as HttpServer, request as httpRequest } from "node:http";
import { Server } from "@modelcontextprotocol/server";
import { afterAll, expect, test } from "vitest";
import { handle } from "#server/api/http/handle.ts";
import { answerRequest } from "#server/compose/answer-request.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { openTestStore } from "#server/testing/stores.ts";
import { mountMcp } from "./mount-mcp.ts";

/** What an agent's call may take, and after how much silence a proxy with nginx's defaults gives up. */
const callMs = 65_000;
const proxyPatienceMs = 60_000;

const servers: HttpServer[] = [];
afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

async function listen(server: HttpServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no address.");
  return address.port;
}

/** Holds answers back until they end unless told not to, and gives up on one that is silent: as nginx does by default. */
function proxyTo(port: number): HttpServer {
  return createServer((incoming, outgoing) => {
    const upstream = httpRequest(
      { port, host: "127.0.0.1", path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        const isHeldBack = answer.headers["x-accel-buffering"] !== "no";
        const held: Buffer[] = [];
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!isHeldBack) outgoing.flushHeaders();
        answer.on("data", (chunk: Buffer) => (isHeldBack ? held.push(chunk) : outgoing.write(chunk)));
        answer.once("end", () => outgoing.end(Buffer.concat(held)));
      },
    );
    upstream.setTimeout(proxyPatienceMs, () => {
      upstream.destroy();
      outgoing.destroy();
    });
    upstream.once("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  });
}

test("E14: a call of 65 s without a word is answered through a proxy that gives up after 60, and shows life within a second", async () => {
  const store = await openTestStore("embedded");
  const context = await anOperationContext(store.db);
  const mount = mountMcp(() => {
    const server = new Server({ name: "slow", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/call", async () => {
      await new Promise((resolve) => setTimeout(resolve, callMs));
      return { content: [{ type: "text", text: "done" }] };
    });
    return server;
  });
  const setup = { context: async () => context, hosts: { names: new Set<string>() } };
  const product = await listen(
    createServer((incoming, outgoing) => {
      void answerRequest(incoming, outgoing, (request) => handle(request, setup, mount)).catch(() =>
        outgoing.destroy(),
      );
    }),
  );
  const proxy = await listen(proxyTo(product));
  const begun = performance.now();
  const response = await fetch(`http://127.0.0.1:${proxy}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow", arguments: {} } }),
  });
  let text = "";
  let last = begun;
  let longestSilenceMs = 0;
  let firstMs = 0;
  for await (const chunk of response.body ?? []) {
    const now = performance.now();
    if (text === "") firstMs = now - begun;
    longestSilenceMs = Math.max(longestSilenceMs, now - last);
    last = now;
    text += Buffer.from(chunk).toString("utf8");
  }
  expect(text).toContain('"text":"done"');
  // The limits are the behaviour: wide of what is promised (1 s and 30 s) by what a busy machine may add.
  expect(firstMs).toBeLessThan(5_000);
  expect(longestSilenceMs).toBeLessThan(30_000);
  await store.close();
});
