import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/server";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type HandlerSetup, handle } from "#server/api/http/handle.ts";
import { routes } from "#server/api/http/routes.ts";
import { handleTrpc } from "#server/api/trpc/handle-trpc.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { patience } from "./keep-alive.ts";
import { mountMcp } from "./mount-mcp.ts";

const RecordedRequest = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
  expect: z.string(),
});
const recorded = readFileSync(new URL("../../testing/cases/E-requests.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => RecordedRequest.parse(JSON.parse(line)));
const ofCase = (id: string) => recorded.filter((request) => request.id === id);

/** Old and new revision, as a client without a handshake sends a message. */
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "probe", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

describeEachStore("the door of MCP", (store) => {
  let context: OperationContext;
  beforeAll(async () => {
    context = await anOperationContext(store.db);
  });
  const setup = (): HandlerSetup => ({ context: async () => context, hosts: { names: new Set() } });
  const answer = async (
    { method, path, headers, body }: { method: string; path: string; headers: Record<string, string>; body: unknown },
    mount?: Parameters<typeof handle>[2],
  ) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const request = new Request(`http://127.0.0.1:3210${path}`, {
      method,
      headers: { host: "127.0.0.1:3210", ...headers },
      ...(method === "POST" ? { body: text } : {}),
    });
    return path.startsWith("/api/trpc/") ? handleTrpc(request, setup()) : handle(request, setup(), mount);
  };
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    answer({
      method: "POST",
      path: "/mcp",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body,
    });
  const jsonOf = async (response: Response) => JSON.parse(await response.text());

  test("E01: a foreign Host or Origin gets 403 on every agent route and on tRPC, loopback names do not", async () => {
    // The pages ask the same function; what they answer is seen in a browser.
    for (const request of ofCase("E01").filter(({ path }) => path !== "/")) {
      const response = await answer(request);
      const what = `${request.path} ${request.headers.host} ${request.headers.origin}`;
      if (request.expect.startsWith("403")) expect(response.status, what).toBe(403);
      else expect([401, 403], what).not.toContain(response.status);
    }
    const everywhere = [
      ...routes.map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, "x") })),
      ...["/mcp", "/api/openapi.json", "/api/metrics", "/api/nothing", "/api/trpc/health.get"].flatMap((path) =>
        ["GET", "POST", "DELETE", "OPTIONS"].map((method) => ({ method, path })),
      ),
    ];
    const foreign: Record<string, string>[] = [
      { host: "evil.example:3210" },
      { origin: "http://evil.example" },
      { origin: "null" },
    ];
    for (const { method, path } of everywhere) {
      for (const headers of foreign) {
        const { status } = await answer({
          method,
          path,
          headers: { "content-type": "application/json", ...headers },
          body: {},
        });
        expect(status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403);
      }
    }
  });

  test("E04: discovery and handshake are answered by one endpoint, in either order, each in its own words", async () => {
    const [discover, initialize] = ofCase("E04");
    if (!discover || !initialize) throw new Error("The case has two requests.");
    for (const order of [
      [discover, initialize],
      [initialize, discover],
    ]) {
      for (const request of order) {
        const response = await answer(request);
        expect(response.status).toBe(200);
        const { result } = await jsonOf(response);
        if (request === discover) {
          expect(result).toMatchObject({ resultType: "complete", ttlMs: expect.any(Number) });
          expect(result.supportedVersions).toContain("2026-07-28");
        } else {
          expect(result).toMatchObject({ protocolVersion: "2025-11-25", serverInfo: { name: "whence" } });
          expect(JSON.stringify(result)).not.toMatch(/resultType|ttlMs|cacheScope/);
        }
      }
    }
    const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
    const listed = await jsonOf(
      await post({ jsonrpc: "2.0", id: 2, method: "tools/list", params: { _meta: envelope } }, modern),
    );
    expect(listed.result).toMatchObject({ resultType: "complete", cacheScope: expect.any(String) });
  });

  test("E05: a header that is missing or says otherwise than the message is a 400 with its id; blanks are not", async () => {
    for (const request of ofCase("E05")) {
      const response = await answer(request);
      const body = await jsonOf(response);
      if (request.expect.startsWith("200")) {
        expect([response.status, body.id], request.expect).toEqual([200, 1]);
      } else {
        expect([response.status, body.id, body.error?.code], request.expect).toEqual([400, 1, -32_020]);
      }
    }
    const call = ofCase("E05").find(({ expect: wanted }) => wanted.startsWith("200"));
    if (!call) throw new Error("The case has a request that is answered.");
    const shouted = Object.fromEntries(
      Object.entries(call.headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect((await answer({ ...call, headers: shouted })).status).toBe(200);
  });

  test("E11: a batch, a scalar and a message of no version are invalid requests, only cut JSON is a parse error", async () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const bodies: [unknown, number][] = [
      ...ofCase("E11").map(({ body }): [unknown, number] => [
        body,
        typeof body === "string" && body.endsWith(",") ? -32_700 : -32_600,
      ]),
      [[{ jsonrpc: "2.0", method: "notifications/initialized" }], -32_600],
      [Array.from({ length: 10_000 }, (_, id) => ({ ...ping, id })), -32_600],
      [[[ping]], -32_600],
    ];
    const versions: Record<string, string>[] = [
      {},
      { "mcp-protocol-version": "2025-11-25" },
      { "mcp-protocol-version": "2026-07-28" },
    ];
    for (const headers of versions) {
      for (const [body, code] of bodies) {
        const response = await post(body, headers);
        const what = JSON.stringify(body).slice(0, 80);
        expect([response.status, (await jsonOf(response)).error?.code], what).toEqual([400, code]);
      }
    }
  });

  test("E13: a preflight with every header of both revisions passes for our own pages only", async () => {
    const [own, foreign] = ofCase("E13");
    if (!own || !foreign) throw new Error("The case has two requests.");
    const allowed = await answer(own);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-origin")).toBe(own.headers.origin);
    const listed = (allowed.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(", ");
    expect(listed).toEqual(expect.arrayContaining((own.headers["access-control-request-headers"] ?? "").split(",")));
    const refused = await answer(foreign);
    expect(refused.status).toBe(403);
    for (const name of refused.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    for (const [path, body, status] of [
      ["/mcp", "{", 400],
      ["/api/nothing", {}, 404],
      ["/memory/context", "x".repeat(9 * 1024 * 1024), 413],
    ] as const) {
      const headers = { origin: "http://localhost:6274", "content-type": "application/json" };
      const error = await answer({ method: "POST", path, headers, body });
      expect([error.status, error.headers.get("access-control-allow-origin")]).toEqual([status, headers.origin]);
      expect(error.headers.get("access-control-allow-credentials")).toBeNull();
    }
    const broken: HandlerSetup = {
      hosts: { names: new Set() },
      context: async () => {
        throw new Error("The store is gone.");
      },
    };
    for (const [method, path] of [
      ["POST", "/mcp"],
      ["POST", "/memory/context"],
      ["GET", "/api/openapi.json"],
    ] as const) {
      const origin = "http://localhost:6274";
      const request = new Request(`http://127.0.0.1:3210${path}`, {
        method,
        headers: { host: "127.0.0.1:3210", origin, "content-type": "application/json" },
        ...(method === "POST" ? { body: "{}" } : {}),
      });
      const failed = await handle(request, broken);
      expect([path, failed.status, failed.headers.get("access-control-allow-origin")]).toEqual([path, 500, origin]);
    }
  });

  test("E14: an event reaches the client before the call ends, marked so that no proxy holds it back", async () => {
    let goOn = () => {};
    const isSeen = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const streaming = mountMcp(() => {
      const server = new Server({ name: "slow", version: "1" }, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
        const progressToken = params._meta?.progressToken ?? "none";
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
        await isSeen;
        return { content: [{ type: "text", text: "done" }] };
      });
      return server;
    });
    for (const [meta, headers] of [
      [{}, {}],
      [envelope, { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "slow" }],
    ] as const) {
      const params = { name: "slow", arguments: {}, _meta: { progressToken: "t", ...meta } };
      const response = await answer(
        {
          method: "POST",
          path: "/mcp",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
          body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
        },
        streaming,
      );
      expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
      expect(response.headers.get("cache-control")).toContain("no-transform");
      expect(response.headers.get("x-accel-buffering")).toBe("no");
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      // The call waits for this very event to be read.
      expect((await reader?.read())?.value).toContain("notifications/progress");
      goOn();
      let rest = "";
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) rest += chunk.value;
      expect(rest).toContain("done");
    }
    const plain = await post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(plain.headers.get("content-type")).toBe("application/json");
  });

  test("E14: a call that says nothing is told to be running and is never silent for long, until its answer", async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slow = mountMcp(
      () => {
        const server = new Server({ name: "slow", version: "1" }, { capabilities: { tools: {} } });
        server.setRequestHandler("tools/call", async () => {
          await ended;
          return { content: [{ type: "text", text: "done\n\ndata: not an event" }] };
        });
        return server;
      },
      { firstEventMs: 20, silenceMs: 20 },
    );
    const call = (accept: string, revision: Record<string, string>, meta: object) =>
      answer(
        {
          method: "POST",
          path: "/mcp",
          headers: { "content-type": "application/json", accept, ...revision },
          body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow", arguments: {}, _meta: meta } },
        },
        slow,
      );
    const newer = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "slow" };
    // Who takes JSON only is answered once, in JSON, however long it takes.
    const plain = call("application/json", {}, {});
    const streams = [];
    for (const [revision, meta] of [
      [{}, {}],
      [newer, envelope],
    ] as const) {
      const response = await call("application/json, text/event-stream", revision, meta);
      expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
      expect(response.headers.get("cache-control")).toContain("no-transform");
      expect(response.headers.get("x-accel-buffering")).toBe("no");
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (let comments = 0; comments < 3; comments += 1) expect((await reader?.read())?.value).toMatch(/^: .*\n\n$/);
      streams.push(reader);
    }
    end();
    for (const reader of streams) {
      let rest = "";
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) rest += chunk.value;
      const [data = "", ...more] = rest.split("\n").filter((line) => line.startsWith("data:"));
      expect(more).toEqual([]);
      expect(JSON.parse(data.slice(5))).toMatchObject({
        id: 1,
        result: { content: [{ text: "done\n\ndata: not an event" }] },
      });
    }
    const answered = await plain;
    expect(answered.headers.get("content-type")).toBe("application/json");
    expect((await jsonOf(answered)).result.content[0].text).toContain("done");
    // What the product itself holds to: an event within a second, and no silence of half a minute.
    expect(patience.firstEventMs).toBeLessThan(1_000);
    expect(patience.silenceMs).toBeLessThan(30_000);
  });

  test("E25: a path of thousands of procedures is one 400, whatever way its commas are written", async () => {
    const get = (path: string) => answer({ method: "GET", path, headers: {}, body: null });
    for (const separator of [",", "%2C", "%2c"]) {
      const empty = await get(`/api/trpc/${separator.repeat(5_000)}?batch=1&input={}`);
      expect(empty.status, separator).toBe(400);
      expect((await empty.text()).length, separator).toBeLessThan(2_000);
    }
    const names = (count: number) => Array.from({ length: count }, () => "health.get").join(",");
    const cheap = await answer({
      method: "POST",
      path: `/api/trpc/${names(1_000)}?batch=1`,
      headers: { "content-type": "application/json" },
      body: {},
    });
    expect(cheap.status).toBe(400);
    expect((await cheap.text()).length).toBeLessThan(2_000);
    expect((await get(`/api/trpc/${names(20)}?batch=1`)).status).toBe(200);
    expect((await get(`/api/trpc/${names(21)}?batch=1`)).status).toBe(400);
  });

  test("E25: too many procedures are refused before anything is looked up or read, a slow one among them or not", async () => {
    let lookedUp = 0;
    let wasRead = false;
    const counting: HandlerSetup = {
      hosts: { names: new Set() },
      context: async () => {
        lookedUp += 1;
        return context;
      },
    };
    for (const path of [
      ",".repeat(5_000),
      `service.doctor,${Array.from({ length: 20 }, () => "health.get").join(",")}`,
    ]) {
      const body = new ReadableStream(
        {
          pull(controller) {
            wasRead = true;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const request = new Request(`http://127.0.0.1:3210/api/trpc/${path}?batch=1`, {
        method: "POST",
        headers: { host: "127.0.0.1:3210", "content-type": "application/json" },
        body,
        ...{ duplex: "half" },
      });
      expect((await handleTrpc(request, counting)).status).toBe(400);
    }
    expect({ lookedUp, wasRead }).toEqual({ lookedUp: 0, wasRead: false });
  });
});
