import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { beforeEach, expect, test } from "vitest";
import * as schema from "#drizzle/schema/schema.ts";
import { handle } from "#server/api/http/handle.ts";
import { routes } from "#server/api/http/routes.ts";
import { handleTrpc } from "#server/api/trpc/handle-trpc.ts";
import { executeRows } from "#server/db/execute-rows.ts";
import { findOperation } from "#server/operations/catalogue.ts";
import { anOperationContext, type TestContext } from "#server/testing/an-operation-context.ts";
import attempts from "#server/testing/cases/A17-scope.json" with { type: "json" };
import { describeEachStore } from "#server/testing/stores.ts";
import { noAccess } from "./access.ts";
import { identifyCaller } from "./identify-caller.ts";

const [p1, p2] = ["github.com/acme/p1", "github.com/acme/p2"];
/** Nobody has ever written to it. */
const nowhereProject = "github.com/acme/p3";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

describeEachStore("access keys", (store) => {
  let context: TestContext;
  let lines: string[];
  let tests = store.kind === "embedded" ? 0 : 100;
  const local = async (name: string, input: unknown) => {
    const outcome = await findOperation(name)?.call(context, input);
    if (!outcome?.ok) throw new Error(`${name}: ${outcome?.failure.message}`);
    return JSON.parse(outcome.value.text);
  };
  beforeEach(async () => {
    await store.clear();
    lines = [];
    const note = (fields: object, message: string) => lines.push(JSON.stringify({ ...fields, message }));
    // Wrong keys are counted by workspace for as long as the process lives.
    tests += 1;
    context = await anOperationContext(store.db, { workspaceId: `keys-${tests}`, log: { info: note, error: note } });
    for (const [project, id] of [
      [p1, "m-1"],
      [p2, "m-2"],
    ]) {
      await local("memory.remember", { project, id, text: `The secret of ${id} is rhubarb.`, signature_source: log });
    }
  });

  /** As a server that listens beyond its machine: nothing without a key. */
  const setup = () => ({ context: async () => ({ ...context, access: noAccess }), hosts: { names: "any" as const } });
  const send = async (
    method: string,
    path: string,
    { key, body, headers }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const request = new Request(`http://whence.team:3210${path}`, {
      method,
      headers: {
        host: "whence.team:3210",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await (path.startsWith("/api/trpc/") ? handleTrpc(request, setup()) : handle(request, setup()));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text === "" ? null : JSON.parse(text) };
  };
  const makeKey = (input: Record<string, unknown> = {}): Promise<{ key: string; id: string }> =>
    local("key.create", { name: "test", ...input });

  test("E28: a key is told once, is stored as an HMAC, and is in no list, log or error", async () => {
    const { key, id } = await makeKey({ access: "write" });
    expect(key).toMatch(/^whk_[a-z2-7]{16}_[a-z2-7]{52}$/);
    const secret = key.split("_")[2] ?? "";
    const listed = JSON.stringify(await local("key.list", {}));
    expect(listed).toContain(id);
    expect(listed).not.toContain(secret);
    const ends = { prefix: `whk_${id}`, last_four: secret.slice(-4) };
    expect((await local("key.list", {})).items).toMatchObject([ends]);
    expect(await store.db.query.accessKeys.findMany()).toMatchObject([
      { secretHmac: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    const wrong = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
    const refused = await send("GET", "/api/health", { key: wrong });
    expect(refused).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    const planted = await send("POST", "/api/memories", {
      key,
      body: { project: p1, id: "leak", text: `my key is ${key}` },
    });
    expect(planted.status).toBe(201);
    const read = await send("GET", "/api/memories/leak", { key });
    const rows = JSON.stringify(await store.db.query.accessKeys.findMany());
    for (const text of [refused.text, planted.text, read.text, rows, lines.join("\n")])
      expect(text).not.toContain(secret);
  });

  test("E28: only a right key in its header is let in, and all others are refused alike", async () => {
    const { key } = await makeKey();
    const [, id, secret] = key.split("_");
    expect((await send("GET", "/api/health", { key })).status).toBe(200);
    const wrongs = [
      `whk_${id}_${"a".repeat(52)}`,
      `whk_${"a".repeat(16)}_${secret}`,
      `xhk_${id}_${secret}`,
      `whk_${id}_${secret}x`,
      `whk_${id}`,
      key.toUpperCase(),
      "x".repeat(100_000),
    ];
    const answers = await Promise.all(wrongs.map((wrong) => send("GET", "/api/health", { key: wrong })));
    expect(answers.map(({ status }) => status)).toEqual(wrongs.map(() => 401));
    expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
    expect((await send("GET", "/api/health")).status).toBe(401);
    expect((await send("GET", "/api/health", { headers: { authorization: `Basic ${key}` } })).status).toBe(401);
    const inAddress = await send("GET", `/api/health?key=${key}`);
    expect(inAddress).toMatchObject({ status: 400, body: { errors: [{ path: "Authorization" }] } });
    expect(inAddress.text).not.toContain(secret);
    expect((await send("GET", `/api/health?access_token=${key}`, { key })).status).toBe(400);
  });

  test("a wrong key is never taken for none, also where none is needed", async () => {
    const open = { context: async () => context, hosts: { names: new Set<string>() } };
    const ask = (headers: Record<string, string>) =>
      handle(new Request("http://localhost/api/health", { headers: { host: "localhost", ...headers } }), open);
    expect((await ask({})).status).toBe(200);
    expect((await ask({ authorization: "Bearer nonsense" })).status).toBe(401);
  });

  test("E28: a key that was used, misplaced and guessed at is in nothing that is written down or told", async () => {
    const { key } = await makeKey({ access: "write" });
    const [, , secret = ""] = key.split("_");
    const bearer = { authorization: `Bearer ${key}` };
    const call = (name: string, args: unknown) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    });
    const json = { accept: "application/json" };
    const told = [
      await send("POST", "/memory/context", { key, body: { task: `use ${key}`, signature_source: `error: ${key}\n` } }),
      await send("POST", "/api/prior-context", { key, body: { project: p1, session: key, task_text: key } }),
      await send("POST", "/api/sessions", { key, body: { project: p1, session: "s", goal: key } }),
      await send("POST", "/api/memories", { key, body: { project: p1, text: key, symptom: key, ground: [key] } }),
      await send("POST", "/api/memories", { key, body: { [key]: key } }),
      await send("POST", "/mcp", {
        key,
        headers: json,
        body: call("remember", { project: p1, text: key, level: key }),
      }),
      await send("POST", "/mcp", { key, headers: json, body: call("recall", { query: key }) }),
      await send("GET", `/api/trpc/health.get?key=${key}`),
      await send("GET", `/api/memories/${key}`, { key }),
      await send("GET", `/mcp?key=${key}`),
      await send("GET", "/api/health", { headers: { authorization: `Bearer ${key}x` } }),
      await send("GET", "/api/health", { headers: { authorization: `Bearer ${key.repeat(50_000)}` } }),
      await send("GET", "/api/lookups", { headers: bearer }),
      await send("GET", "/api/openapi.json", { headers: bearer }),
    ].map(({ text }) => text);
    const metrics = await handle(
      new Request("http://whence.team:3210/api/metrics", { headers: { host: "whence.team:3210", ...bearer } }),
      setup(),
    );
    told.push(await metrics.text());
    for (const table of Object.values(schema)) {
      if (!is(table, PgTable)) continue;
      const rows = await executeRows(
        store.db,
        sql`select row_to_json(t)::text as row from ${sql.identifier(getTableName(table))} t`,
        (row) => row.text("row"),
      );
      told.push(rows.join("\n"));
    }
    told.push(lines.join("\n"));
    for (const text of told) expect(text).not.toContain(secret);
    // What was stored does hold that something was there.
    expect(told.join("\n")).toMatch(/memory\.context/);
  });

  test("E28: an unknown id, a wrong secret and what is no key cost the same comparison of equal lengths", async () => {
    const { key } = await makeKey();
    const [, id, secret] = key.split("_");
    const compared: number[][] = [];
    const { keySecrets } = context;
    const watching = {
      ...context,
      keySecrets: {
        ...keySecrets,
        isSame(a: string, b: string) {
          compared.push([a.length, b.length]);
          return keySecrets.isSame(a, b);
        },
      },
    };
    for (const given of [key, `whk_${id}_${"a".repeat(52)}`, `whk_${"a".repeat(16)}_${secret}`, "nonsense"]) {
      await identifyCaller(watching, `Bearer ${given}`);
    }
    expect(compared).toEqual([64, 64, 64, 64].map((length) => [length, length]));
  });

  test("A17: a key reaches its project by every name of it, and no alias leads it or what it stores anywhere else", async () => {
    const { key } = await makeKey({ projects: [p1], access: "write" });
    const early = await makeKey({ projects: ["github.com/acme/not-yet"], access: "write" });
    await local("project.addAlias", { alias: "github.com/acme/old-1", project: p1 });
    await local("project.addAlias", { alias: "github.com/acme/old-2", project: p2 });
    await local("project.addAlias", { alias: "github.com/acme/not-yet", project: p2 });
    const listed = async (project: string, by = key) =>
      (await send("GET", `/api/memories?project=${project}`, { key: by })).body.items.map(
        (item: { id: string }) => item.id,
      );
    expect(await listed("github.com/acme/old-1")).toEqual(["m-1"]);
    const lookup = { signature_source: log, project: "github.com/acme/old-1" };
    expect((await send("POST", "/memory/context", { key, body: lookup })).body.lessons).toMatchObject([{ id: "m-1" }]);
    const written = await send("POST", "/api/memories", {
      key,
      body: { project: "github.com/acme/old-1", id: "by-alias", text: "Kept under its real name." },
    });
    expect(written.status).toBe(201);
    expect(await local("memory.get", { id: "by-alias" })).toMatchObject({ project: p1 });
    // A key that names an alias when it is made is one for what the alias stands for.
    const named = await makeKey({ projects: ["github.com/acme/old-2"] });
    expect((await local("key.list", {})).items.find((item: { id: string }) => item.id === named.id).projects).toEqual([
      p2,
    ]);
    for (const by of [key, early.key]) {
      for (const name of ["github.com/acme/old-2", "github.com/acme/not-yet", p2 ?? ""]) {
        expect(await listed(name, by), name).toEqual([]);
        const refused = await send("POST", "/api/memories", { key: by, body: { project: name, text: "planted" } });
        expect(refused, name).toMatchObject({ status: 404, body: { detail: `No project ${name}.` } });
        const asked = await send("POST", "/memory/context", { key: by, body: { ...lookup, project: name } });
        expect(asked.status, name).toBe(404);
        if (name !== p2) expect(asked.text).not.toContain(p2);
      }
    }
    const alias = { alias: "github.com/acme/new", project: p1 };
    expect((await send("POST", "/api/projects/aliases", { key, body: alias })).status).toBe(403);
  });

  test("A17: a key of some projects changes nothing that holds for all of them", async () => {
    const { key } = await makeKey({ projects: [p1], access: "write" });
    const { version } = await local("policy.save", { fields: { top_k: 3 } });
    for (const [method, path, body] of [
      ["POST", "/api/policies", { fields: { top_k: 4 } }],
      ["POST", `/api/policies/${version}/apply`, {}],
      ["POST", "/api/references", { path: "a.md", markdown: "# For all" }],
      ["POST", "/api/skills", { name: "all", description: "For all.", body: "x" }],
      ["DELETE", "/api/demo", undefined],
      ["POST", "/api/retention/sweep", {}],
      ["POST", "/api/signatures/recompute", {}],
      ["GET", "/api/doctor", undefined],
      ["POST", "/api/export", { folder: "/tmp/whence-nowhere" }],
      ["POST", "/api/import", { folder: "/tmp/whence-nowhere" }],
    ] as const) {
      const answered = await send(method, path, { key, ...(body === undefined ? {} : { body }) });
      expect(answered.status, `${method} ${path}`).toBe(403);
    }
    expect((await send("POST", `/api/policies/${version}/apply`, { key, body: { project: p1 } })).status).toBe(200);
    expect((await send("POST", `/api/policies/${version}/apply`, { key, body: { project: p2 } })).status).toBe(404);
  });

  test("E28: guesses are slowed down, and a right key is not kept waiting by them", async () => {
    const { key } = await makeKey();
    const statuses = new Set<number>();
    for (let guess = 0; guess < 100; guess += 1) {
      statuses.add((await send("GET", "/api/health", { key: `whk_${"b".repeat(16)}_${"c".repeat(52)}` })).status);
    }
    expect(statuses).toEqual(new Set([401, 429]));
    expect((await send("GET", "/api/health", { key })).status).toBe(200);
    context.clock.advance(120_000);
  });

  test("E28: revoked at once, expired on time, and the last use is shown", async () => {
    const { key, id } = await makeKey();
    const short = await makeKey({ expires_in_days: 1 });
    expect((await send("GET", "/api/health", { key: short.key })).status).toBe(200);
    expect((await local("key.list", {})).items.find((item: { id: string }) => item.id === short.id)).toMatchObject({
      state: "usable",
      last_used_at: context.clock.now().toISOString(),
    });
    await local("key.revoke", { id });
    expect((await send("GET", "/api/health", { key })).status).toBe(401);
    context.clock.advance(24 * 60 * 60 * 1_000);
    expect((await send("GET", "/api/health", { key: short.key })).status).toBe(401);
    const states = (await local("key.list", {})).items.map((item: { state: string }) => item.state).sort();
    expect(states).toEqual(["expired", "revoked"]);
  });

  test("a key that reads writes nothing on any surface, and no key makes keys or reads the machine", async () => {
    const { key } = await makeKey();
    const body = { project: p1, text: "planted by a reader" };
    expect((await send("POST", "/api/memories", { key, body })).status).toBe(403);
    expect((await send("POST", "/api/trpc/memory.remember", { key, body })).status).toBe(403);
    const tool = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "remember", arguments: body } };
    const overMcp = await send("POST", "/mcp", { key, body: tool, headers: { accept: "application/json" } });
    expect(overMcp.body.result).toMatchObject({ isError: true });
    const writer = await makeKey({ access: "write" });
    expect((await send("POST", "/api/keys", { key: writer.key, body: { name: "more" } })).status).toBe(403);
    expect((await send("GET", "/api/keys", { key: writer.key })).status).toBe(403);
    expect((await send("DELETE", `/api/keys/${writer.id}`, { key: writer.key })).status).toBe(403);
    expect((await send("POST", "/api/graph/index", { key: writer.key, body: { path: "/etc" } })).status).toBe(403);
  });

  test("every route answers 401 without a key, and the body is not read", async () => {
    for (const { method, path } of routes) {
      const body = method === "POST" ? { body: {} } : {};
      expect((await send(method, path.replace(/\{\w+\}/g, "x"), body)).status, `${method} ${path}`).toBe(401);
    }
    for (const path of ["/api/openapi.json", "/api/metrics"]) expect((await send("GET", path)).status, path).toBe(401);
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await send("POST", "/mcp", { body: list })).status).toBe(401);
    expect((await send("GET", "/api/trpc/health.get")).status).toBe(401);
  });

  test("A17: a key for one project sees nothing of another, whatever it asks for", async () => {
    const { key } = await makeKey({ projects: [p1], access: "write" });
    const slug = (value: unknown) =>
      typeof value === "string" ? value.replaceAll("P1", p1 ?? "").replaceAll("P2", p2 ?? "") : value;
    for (const attempt of attempts.attempts) {
      const asked = Object.fromEntries(Object.entries(attempt).map(([name, value]) => [name, slug(value)]));
      for (const [path, body] of [
        ["/memory/context", { signature_source: log, ...asked }],
        ["/api/prior-context", { session: "s", task_text: "rhubarb", ...asked }],
        ["/api/memories", { text: "planted rhubarb", ...asked }],
      ] as const) {
        const { status, text } = await send("POST", path, { key, body });
        expect(status, `${path} ${JSON.stringify(asked)}`).toBeLessThan(500);
        expect(text).not.toContain("m-2");
        // A project that is kept from the key and one that there is not are told alike.
        const elsewhere = JSON.parse(JSON.stringify(body).replaceAll(p2 ?? "", nowhereProject));
        const none = await send("POST", path, { key, body: elsewhere });
        const untraced = (said: string) => said.replace(/"(?:lookup_id|request_id|id)":"[^"]*"/g, "");
        if (JSON.stringify(body).includes(p2 ?? "")) {
          expect([status, untraced(text).replaceAll(p2 ?? "", nowhereProject)], path).toEqual([
            none.status,
            untraced(none.text),
          ]);
        }
      }
    }
    expect((await send("GET", "/api/memories/m-1", { key })).status).toBe(200);
    const [there, nowhere] = [
      await send("GET", "/api/memories/m-2", { key }),
      await send("GET", "/api/memories/m-3", { key }),
    ];
    // The refusal is the same whether the memory exists or not.
    expect([there.status, there.body.detail.replace("m-2", "")]).toEqual([404, nowhere.body.detail.replace("m-3", "")]);
    expect((await send("GET", "/api/memories", { key })).text).not.toContain("m-2");
    expect((await send("GET", `/api/memories?project=${p2}`, { key })).text).not.toContain("m-2");
    const lookup = await local("memory.context", { signature_source: log, project: p2 });
    expect((await send("GET", `/api/lookups/${lookup.lookup_id}`, { key })).status).toBe(404);
    const { same } = await local("lookup.get", { id: lookup.lookup_id });
    expect(same).toHaveLength(1);
    const ofRecord = await send("GET", `/api/lookups/${same[0]}`, { key });
    const ofNone = await send("GET", "/api/lookups/att_none", { key });
    expect([ofRecord.status, ofRecord.body.detail.replace(same[0], "")]).toEqual([
      404,
      ofNone.body.detail.replace("att_none", ""),
    ]);
    const read = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "whence://memory/m-2" } };
    expect(
      (await send("POST", "/mcp", { key, body: read, headers: { accept: "application/json" } })).text,
    ).not.toContain("rhubarb");
    expect((await send("GET", "/api/metrics", { key })).status).toBe(403);
  });

  test("E25, E28: calls of a key are counted by the minute, each procedure of a batch by itself", async () => {
    const { key } = await makeKey();
    const left = async () =>
      Number(/r=(\d+)/.exec((await send("GET", "/api/health", { key })).headers.get("ratelimit") ?? "")?.[1]);
    const batchOf = (calls: number) => Array.from({ length: calls }, () => "health.get").join(",");
    const before = await left();
    expect((await send("GET", `/api/trpc/${batchOf(10)}?batch=1`, { key })).status).toBe(200);
    const after = await left();
    expect(before - after).toBe(11);
    // Twenty at a time, and the last ones singly.
    for (let calls = after; calls > 20; calls -= 20) await send("GET", `/api/trpc/${batchOf(20)}?batch=1`, { key });
    let refused = await send("GET", "/api/health", { key });
    for (let call = 0; call < 40 && refused.status !== 429; call += 1) {
      refused = await send("GET", "/api/health", { key });
    }
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("E13: an allowed origin may read errors too, a foreign one nothing", async () => {
    const origin = "http://whence.team:3210";
    const preflight = await send("OPTIONS", "/mcp", {
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "mcp-method" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    for (const name of ["Authorization", "Content-Type", "Accept", "Mcp-Method", "Mcp-Name", "Last-Event-ID"]) {
      expect(preflight.headers.get("access-control-allow-headers")).toContain(name);
    }
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    const refused = await send("GET", "/api/health", { headers: { origin } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, origin]);
    for (const method of ["OPTIONS", "GET"]) {
      const foreign = await send(method, "/mcp", { headers: { origin: "https://evil.example" } });
      expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    }
  });
});
