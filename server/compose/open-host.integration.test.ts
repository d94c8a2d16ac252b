import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { endProducts, serveFile, startProduct, whence } from "#server/testing/run-product.ts";

/** The built server, told to listen to every address of the machine. */
const open = { HOST: "0.0.0.0" };
let parent = "";
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "whence-open-"));
});
afterAll(async () => {
  await endProducts();
  await rm(parent, { recursive: true, force: true });
});

type Asked = { route: string; method?: "GET" | "POST"; body?: unknown; key?: string; host?: string };

/** A request whose `Host` is what the caller knows the machine by; `fetch` lets nobody choose it. */
function ask(port: string, { route, method = "GET", body, key, host = "whence.team" }: Asked): Promise<number> {
  const headers = {
    host: `${host}:${port}`,
    accept: "application/json",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: route, method, headers }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test("a server beyond its own machine does not start without a key; with one it answers agents who hold it, and shows its pages to nobody", async () => {
  const dataDir = path.join(parent, "store");
  const refused = await startProduct(serveFile, [], dataDir, open).ended;
  expect(refused.code).not.toBe(0);
  expect(refused.err).toMatch(/HOST: 0\.0\.0\.0 would let other machines in.*whence key create/);

  const made = await whence(dataDir, "key", "create", "team", "--write", "--json");
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(made.out));
  const server = startProduct(serveFile, [], dataDir, open);
  const { port } = new URL(await server.saying(/Serving on (http:\S+)/));

  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const agents: Asked[] = [
    { route: "/memory/context", method: "POST", body: { tool: "npm" } },
    { route: "/api/memories" },
    { route: "/api/trpc/health.get" },
    { route: "/mcp", method: "POST", body: list },
    { route: "/api/openapi.json" },
  ];
  for (const asked of agents) {
    expect([asked.route, await ask(port, asked)]).toEqual([asked.route, 401]);
    expect([asked.route, await ask(port, { ...asked, key })]).toEqual([asked.route, 200]);
  }
  for (const host of ["whence.team", "127.0.0.1", "localhost"]) {
    for (const route of ["/", "/lookups", "/settings", "/memories/m-1", "/nothing-here"]) {
      for (const held of [{}, { key }]) {
        expect([host, route, await ask(port, { route, host, ...held })]).toEqual([host, route, 403]);
      }
    }
  }
});
