import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { appRouter, createCaller } from "#server/api/trpc/router.ts";
import { catalogue, findOperation } from "#server/operations/catalogue.ts";
import { anOperationContext, type TestContext } from "#server/testing/an-operation-context.ts";
import { cliOver } from "#server/testing/cli-over.ts";
import { describeEachStore } from "#server/testing/stores.ts";
import { zipArchive } from "#server/testing/zip-archive.ts";
import { handle } from "./http/handle.ts";
import { routes } from "./http/routes.ts";

const hosts = { names: new Set<string>() };
const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

describeEachStore("one contract on every surface", (store) => {
  let context: TestContext;
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    const remember = findOperation("memory.remember");
    await remember?.call(context, {
      project,
      id: "left-pad",
      text: "The package is called left-pad, with one d; npm answers 404 for left-padd.",
      signature_source: log,
    });
  });

  const http = async (method: string, path: string, body?: unknown) => {
    const response = await handle(
      new Request(`http://127.0.0.1:3210${path}`, {
        method,
        headers: { host: "127.0.0.1:3210", ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      { context: async () => context, hosts },
    );
    return { status: response.status, body: await response.json() };
  };

  const cli = (args: string[], stdin = "") => cliOver(context, args, { stdin });

  test("a lookup answers with equal bodies over HTTP, tRPC and the command line", async () => {
    // One request id makes the three calls one sighting, so that nothing may differ at all.
    const request = { signature_source: log, project, request_id: "same" };
    const overHttp = await http("POST", "/memory/context", request);
    const overTrpc = await createCaller(context).memory.context(request);
    const overCli = await cli(["lookup", "--file", "-", "--project", project, "--request-id", "same", "--json"], log);
    expect(overHttp.status).toBe(200);
    expect(overTrpc).toEqual(overHttp.body);
    expect(JSON.parse(overCli.out)).toEqual(overHttp.body);
    expect(overHttp.body.lessons[0]).toMatchObject({ id: "left-pad", tier: 1 });
  });

  test("a memory and an explanation read the same over HTTP, tRPC and the command line", async () => {
    const caller = createCaller(context);
    const memory = await http("GET", "/api/memories/left-pad");
    expect(await caller.memory.get({ id: "left-pad" })).toEqual(memory.body);
    expect(JSON.parse((await cli(["memory", "left-pad", "--json"])).out)).toEqual(memory.body);

    const explained = await http("POST", "/api/signatures/explain", { text: log });
    expect(await caller.signature.explain({ text: log })).toEqual(explained.body);
    expect(JSON.parse((await cli(["explain", "-", "--json"], log)).out)).toEqual(explained.body);
  });

  test("a steer answers with equal bodies over HTTP, tRPC and the command line", async () => {
    const request = { output: log, project, request_id: "steer" };
    const overHttp = await http("POST", "/api/agent/steer", request);
    expect(await createCaller(context).agent.steer(request)).toEqual(overHttp.body);
    const overCli = await cli(["steer", "--project", project, "--request-id", "steer", "--json"], log);
    expect(JSON.parse(overCli.out)).toEqual(overHttp.body);
    expect(overHttp.body.lookup.lessons[0]).toMatchObject({ id: "left-pad", tier: 1 });
  });

  test("an archive of GitHub Actions comes in once; a dry run and a second import change nothing", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "whence-archive-"));
    try {
      const file = path.join(folder, "logs_17.zip");
      const failed = `2026-07-02T10:00:00.0Z ##[error]${log}`;
      writeFileSync(
        file,
        zipArchive([{ name: "0_build.txt", bytes: Buffer.from(failed) }, { name: "build/1_Run.txt" }]),
      );
      const imported = async (...flags: string[]) =>
        JSON.parse((await cli(["import", "actions-logs", file, "--project", project, "--json", ...flags])).out);
      const listed = async () => (await http("GET", "/api/memories")).body.items.map((item: { id: string }) => item.id);
      const before = await listed();
      const dry = await imported("--dry-run");
      expect(dry).toMatchObject({ dry_run: true, found: 1, imported: 0, items: [{ source: "0_build.txt" }] });
      expect(await listed()).toEqual(before);
      expect(await imported()).toMatchObject({ found: 1, imported: 1, failed: [] });
      const after = await listed();
      expect(after).toHaveLength(before.length + 1);
      expect(after).toContain(dry.items[0].id);
      const seen = async () => (await http("GET", "/api/signatures")).body.items[0].seen_count;
      const seenOnce = await seen();
      expect(await imported()).toMatchObject({ found: 1, imported: 1, failed: [] });
      expect(await listed()).toEqual(after);
      expect(await seen()).toBe(seenOnce);
      expect(await cli(["import", "actions-logs", folder, "--project", project, "--json"])).toMatchObject({
        exitCode: 0,
      });
      expect(await listed()).toEqual(after);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("a refusal names the same fields on every surface", async () => {
    const overHttp = await http("POST", "/memory/context", { budget: 200_001, tool: "npm" });
    expect(overHttp).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", errors: [{ path: "budget", message: "0 to 200000" }] },
    });
    const overCli = await cli(["lookup", "--tool", "npm", "--budget", "200001"]);
    expect(overCli).toMatchObject({ exitCode: 1 });
    expect(overCli.err).toContain("budget: 0 to 200000");
  });

  test("every operation of the catalogue is mounted on tRPC, and on HTTP unless it only serves a page", () => {
    const pagesOnly = [
      "demo.status",
      "lookup.countNewer",
      "lookup.facets",
      "memory.facets",
      "signature.countNewer",
      "signature.facets",
    ];
    // What a page watches repeats an operation that stands here by itself.
    const overTrpc = Object.keys(appRouter._def.procedures)
      .filter((name) => !name.startsWith("live."))
      .sort();
    expect(overTrpc).toEqual(catalogue.map((operation) => operation.name).sort());
    const overHttp = new Set(routes.map((route) => route.operation.name));
    const names = catalogue.map((operation) => operation.name);
    expect(names.filter((name) => !overHttp.has(name)).sort()).toEqual(pagesOnly);
  });

  test("an answer that was kept is marked as replayed and repeats its bytes over HTTP", async () => {
    const send = (key: string, body: unknown) =>
      handle(
        new Request("http://localhost/memory/context", {
          method: "POST",
          headers: { host: "localhost", "content-type": "application/json", "idempotency-key": key },
          body: JSON.stringify(body),
        }),
        { context: async () => context, hosts },
      );
    const first = await send("k-1", { signature_source: log, project });
    const again = await send("k-1", { project, signature_source: log });
    expect(await again.text()).toBe(await first.text());
    expect([first, again].map((response) => response.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect((await send("k-1", { signature_source: log })).status).toBe(422);
    expect((await send("k-1", { signature_source: log, project, request_id: "k-2" })).status).toBe(400);
    expect((await send("k".repeat(256), { signature_source: log, project })).status).toBe(400);
    expect((await send("k".repeat(255), { signature_source: log, project })).status).toBe(200);
  });
});
