import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { noAccess } from "#server/operations/access.ts";
import { anOperationContext, type TestContext } from "#server/testing/an-operation-context.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { handle } from "./handle.ts";

/** The quickest quality: packing is not what is tested. */
const brotli = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

const hosts = { names: new Set<string>() };

describeEachStore("the HTTP door", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
  });

  const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    handle(
      new Request(`http://127.0.0.1:3210${path}`, {
        ...init,
        headers: { host: "127.0.0.1:3210", ...init.headers },
        ...(init.body ? { duplex: "half" } : {}),
      }),
      { context: async () => context, hosts },
    );
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });

  test.each([
    ["a foreign Host", { host: "evil.example:3000" }],
    ["a Host that only starts like ours", { host: "localhost.evil.example" }],
    ["a foreign Origin", { origin: "http://evil.example" }],
    ["a null Origin", { origin: "null" }],
    ["an Origin that is no address", { origin: "::" }],
  ])("E01: %s is refused before the body is read", async (_, headers) => {
    let wasRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          wasRead = true;
          controller.enqueue(new TextEncoder().encode("{}"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const response = await send("/api/memories", {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
    expect(response.status).toBe(403);
    expect(wasRead).toBe(false);
  });

  test.each(["127.0.0.1:3000", "[::1]:3000", "localhost", "LOCALHOST:8080"])(
    "E01: the loopback name %s is ours",
    async (host) => {
      expect((await send("/api/health", { headers: { host, origin: `http://${host}` } })).status).toBe(200);
    },
  );

  test.each(["text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "multipart/form-data", ""])(
    "E02: a body of type '%s' writes nothing",
    async (type) => {
      const response = await send("/api/memories", {
        method: "POST",
        body: JSON.stringify({ project: "github.com/a/b", text: "planted by a form" }),
        headers: type === "" ? {} : { "content-type": type },
      });
      expect(response.status).toBe(415);
      expect(await (await send("/api/memories")).json()).toMatchObject({ items: [] });
    },
  );

  test("E16: NUL and lone surrogates become visible in every field, are noted, and are never a 5xx", async () => {
    const stored = await post("/api/memories", {
      project: "github.com/acme/shop",
      id: "nul",
      text: "cache\u0000key \ud83d broken",
      symptom: "a\u0000b",
      ground: ["src/\u0000x.ts"],
      parents: [{ level: "L0", source: "log\u0000" }],
    });
    expect(stored.status).toBe(201);
    expect((await stored.json()).notes.length).toBeGreaterThan(0);
    const read = await (await send("/api/memories/nul")).json();
    expect(read.text).toBe("cache␀key \ufffd broken");
    expect(JSON.stringify(read)).not.toContain("\\u0000");
    expect((await send(`/api/memories/${encodeURIComponent("a\u0000b")}`)).status).toBe(404);
    expect((await send("/api/memories?q=%00")).status).toBe(200);
    expect((await post("/memory/context", { task: "\u0000", "\u0000": { "\u0000": 1 } })).status).toBe(200);
  });

  test.each(["%A0", "%", "%E4%B8", "%zz"])("E32: the broken escape %s is a 400, never a 5xx", async (id) => {
    expect((await send(`/api/memories/${id}`)).status).toBe(400);
    expect((await send(`/api/lookups/${id}`)).status).toBe(400);
  });

  test.each(["%25", "..%2f", "a%2Fb", "x%23y", "a%20b"])("E32: the odd id %s opens nothing else", async (id) => {
    expect((await send(`/api/memories/${id}`)).status).toBe(404);
    expect((await send(`/api/lookups/${id}`)).status).toBe(404);
  });

  test("E26: a small body that unpacks to a huge one is refused while it unpacks, in every encoding", async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024);
    const bombs = { gzip: gzipSync(zeros), "x-gzip": gzipSync(zeros), deflate: deflateSync(zeros), br: brotli(zeros) };
    const encoded = (encoding: string, body: Uint8Array<ArrayBuffer>) =>
      // In chunks, as a sender that does not say how long its body is.
      send("/memory/context", {
        method: "POST",
        body: new Blob([body]).stream(),
        headers: { "content-type": "application/json", "content-encoding": encoding },
      });
    // What a hundred of them at once take is measured on the built server: see packed-bodies.integration.test.ts.
    for (const [encoding, bomb] of Object.entries(bombs)) {
      expect((await encoded(encoding, Uint8Array.from(bomb))).status, encoding).toBe(413);
    }

    const json = Buffer.from(JSON.stringify({ tool: "npm" }));
    for (const [encoding, body] of [
      ["gzip", gzipSync(json)],
      ["deflate", deflateSync(json)],
      ["br", brotli(json)],
      ["identity", json],
    ] as const) {
      expect((await encoded(encoding, Uint8Array.from(body))).status, encoding).toBe(200);
    }
    const fits = Uint8Array.from(gzipSync(json));
    for (const encoding of ["zstd", "gzip, gzip", "compress"]) expect((await encoded(encoding, fits)).status).toBe(415);
    expect((await encoded("gzip", Uint8Array.from(gzipSync(fits)))).status).toBe(400);
    expect((await encoded("gzip", fits.slice(0, 12))).status).toBe(400);
  });

  test("E26: without a key nothing of a packed body is read, let alone unpacked", async () => {
    let wasRead = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          wasRead = true;
          controller.enqueue(gzipSync(Buffer.alloc(1024)));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request("http://127.0.0.1:3210/memory/context", {
      method: "POST",
      body,
      headers: { host: "127.0.0.1:3210", "content-type": "application/json", "content-encoding": "gzip" },
      ...{ duplex: "half" },
    });
    const refused = await handle(request, { context: async () => ({ ...context, access: noAccess }), hosts });
    expect(refused.status).toBe(401);
    expect(wasRead).toBe(false);
  });

  test.each([
    ["{", 400],
    ["[]", 400],
    ["null", 400],
    ['"x"', 400],
    ["", 400],
  ])("the body %s gets a clear 400", async (body, status) => {
    const response = await send("/memory/context", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("a body nested too deep, a log too long and a budget too high each name the field and the limit", async () => {
    const deep = JSON.parse("[".repeat(40) + "]".repeat(40));
    expect(await (await post("/memory/context", { tool: "npm", deep })).json()).toMatchObject({
      detail: expect.stringContaining("32"),
    });
    const long = await post("/memory/context", { signature_source: "x".repeat(1_048_577) });
    expect(await long.json()).toMatchObject({ status: 400, errors: [{ path: "signature_source" }] });
    expect((await post("/memory/context", { signature_source: "x".repeat(1_048_576) })).status).toBe(200);
    const none = await post("/memory/context", { project: "github.com/acme/shop" });
    expect(await none.json()).toMatchObject({ status: 400, detail: expect.stringContaining("at least one") });
  });

  test("a wrong method says which are right, an unknown route is a 404", async () => {
    const response = await send("/memory/context");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await send("/api/nothing")).status).toBe(404);
  });
});
