import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { handle } from "#server/api/http/handle.ts";
import { toolList } from "#server/api/mcp/tool-list.ts";
import { catalogue, findOperation } from "#server/operations/catalogue.ts";
import { anOperationContext, type TestContext } from "#server/testing/an-operation-context.ts";
import { clientKinds, openMcpClient, transportKinds } from "#server/testing/mcp-clients.ts";
import { describeEachStore } from "#server/testing/stores.ts";

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";

const ToolAnswer = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

/** A call of each tool that any store can answer. */
const inputs: Record<string, Record<string, unknown>> = {
  memory_context: { signature_source: log, project },
  get_prior_context: { project, session: "s-2", task_text: "replace left-padd" },
  record_decision: { project, session: "s-1", text: "Pin left-pad to 1.3.0.", ground: ["package.json"] },
  record_outcome: { decision_id: "d-1", session: "s-1", verdict: "pass", rationale: "Tests are green." },
  remember: { project, text: "npm answers 404 for names that are misspelt.", signature_source: log },
  supersede_memory: { id: "left-pad", successor: { text: "Use String.padStart instead." }, reason: "Node has it." },
  start_session: { project, session: "s-1" },
};

describeEachStore("MCP", (store) => {
  let context: TestContext;
  const call = async (name: string, input: unknown) => {
    const outcome = await findOperation(name)?.call(context, input);
    if (!outcome?.ok) throw new Error(`${name}: ${outcome?.failure.message}`);
    return outcome.value.body;
  };
  beforeEach(async () => {
    await store.clear();
    context = await anOperationContext(store.db);
    // What is told apart here is never how long a leg took on a busy machine.
    await call("policy.save", { fields: { leg_timeout_ms: 60_000 } });
    await call("policy.applyVersion", { version: 1 });
    await call("memory.remember", {
      project,
      id: "left-pad",
      text: "The package is called left-pad, with one d; npm answers 404 for left-padd.",
      signature_source: log,
      session: "s-0",
    });
    await call("decision.record", { project, session: "s-1", id: "d-1", text: "Keep left-padd out.", ground: [] });
  });

  const send = async (body: unknown, headers: Record<string, string> = {}, method = "POST") => {
    const response = await handle(
      new Request("http://127.0.0.1:3210/mcp", {
        method,
        headers: {
          host: "127.0.0.1:3210",
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
      }),
      { context: async () => context, hosts: { names: new Set() } },
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text === "" ? null : JSON.parse(text) };
  };

  describe.each(transportKinds)("over %s", (transport) => {
    test.each(clientKinds)("E04: the %s client finds and calls every tool, reads and prompts", async (kind) => {
      const client = await openMcpClient(kind, transport, context);
      const names = (await client.tools()).map((tool) => tool.name);
      expect(names).toEqual(toolList(catalogue).map((tool) => tool.name));
      for (const name of names) {
        // The client checks structured content against the schema that the list gave it.
        const answer = ToolAnswer.parse(await client.call(name, inputs[name] ?? {}));
        const isAsked = name in inputs;
        expect(answer.content[0]?.text).toBeTruthy();
        if (isAsked) expect(answer, name).not.toMatchObject({ isError: true });
        if (isAsked) expect(Object.keys(answer.structuredContent ?? {}).length, name).toBeGreaterThan(0);
        // A refusal says which field, so that the model can correct its call.
        else expect(answer.content[0]?.text).toMatch(/^(INVALID_INPUT|NOT_FOUND)/);
      }
      expect(JSON.stringify(await client.read("whence://memory/left-pad"))).toContain("left-pad, with one d");
      expect(JSON.stringify(await client.prompt("known_failure", { output: log }))).toContain("untrusted");
      await expect(client.read("whence://memory/none")).rejects.toThrow();
      await expect(client.call("no_such_tool", {})).rejects.toThrow("Unknown tool");
      await client.close();
    });
  });

  test.each([
    ["v1", "v2 2026-07-28"],
    ["v2 2026-07-28", "v1"],
    ["v2 2025-11-25", "v2 2026-07-28"],
  ] as const)("E04: a %s client leaves nothing behind that a %s client could trip over", async (first, second) => {
    for (const transport of transportKinds) {
      for (const kind of [first, second]) {
        const client = await openMcpClient(kind, transport, context);
        const answer = ToolAnswer.parse(await client.call("memory_context", { signature_source: log }));
        expect(answer.structuredContent).toMatchObject({ tier: 1 });
        await client.close();
      }
    }
  });

  test("E04: a call without a handshake is answered, and a GET before anything else gets a 405", async () => {
    expect(await send("", {}, "GET")).toMatchObject({ status: 405 });
    expect((await send("", {}, "GET")).headers.get("allow")).toContain("POST");
    const listed = await send({ jsonrpc: "2.0", id: 7, method: "tools/list" });
    expect(listed).toMatchObject({ status: 200, body: { id: 7, result: { tools: expect.any(Array) } } });
    // What only the new revision knows stays out of an answer to the old one.
    expect(listed.text).not.toMatch(/resultType|ttlMs|cacheScope/);
  });

  test("E10: text and structured content say the same within one budget, and the text holds the markers", async () => {
    for (let index = 0; index < 30; index += 1) {
      await call("memory.remember", {
        project,
        text: `Lesson ${index} about npm error 404: check the name.`,
        symptom: `npm error 404 ${index}`,
      });
    }
    const args = { signature_source: log, project, budget: 500 };
    const answer = ToolAnswer.parse(
      (await send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "memory_context", arguments: args } }))
        .body.result,
    );
    const body = z
      .object({
        lessons: z.array(z.object({ id: z.string(), text: z.string() })),
        budget: z.object({ used: z.int(), limit: z.int(), dropped: z.array(z.object({ id: z.string() })) }),
        lookup_id: z.string(),
      })
      .parse(answer.structuredContent);
    const text = answer.content[0]?.text ?? "";
    expect(body.budget.used).toBeLessThanOrEqual(500);
    expect(body.budget.dropped.length).toBeGreaterThan(0);
    const marker = /^<untrusted-([0-9a-f]{32})>/.exec(text)?.[1];
    expect(text).toContain(`</untrusted-${marker}>`);
    for (const lesson of body.lessons) expect(text).toContain(`| ${lesson.text}`);
    for (const dropped of body.budget.dropped) expect(text).not.toContain(`${dropped.id}\n`);
    expect(text).toContain(body.lookup_id);
  });

  test("E07: a tool that needs one of several fields names them when it gets none", async () => {
    for (const [name, fields] of [
      ["memory_context", ["tool", "task", "signature_source"]],
      ["recall", ["error", "symbol", "query"]],
      ["record_outcome", ["decision_id", "task_id"]],
      ["supersede_memory", ["successor_id", "successor", "retire"]],
    ] as const) {
      const given = { ...inputs[name], decision_id: undefined, successor: undefined };
      const args = name in inputs && name !== "memory_context" ? given : {};
      const { body } = await send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
      expect(body.result, name).toMatchObject({ isError: true });
      for (const field of fields) expect(body.result.content[0].text, name).toContain(field);
    }
  });

  test("E10: a client that takes JSON only is answered in JSON, in both revisions", async () => {
    for (const accept of ["application/json", "*/*"]) {
      const old = await send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { accept });
      expect([old.status, old.headers.get("content-type")]).toEqual([200, "application/json"]);
    }
  });

  test("a refusal is a result that the model can act on: the field, the limit, what to do", async () => {
    const { body } = await send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "memory_context", arguments: { budget: 200_001, tool: "npm" } },
    });
    expect(body.result).toMatchObject({ isError: true });
    expect(body.result.content[0].text).toContain("budget: 0 to 200000");
    expect(body.result.content[0].text).toContain("Correct the named fields");
    expect(body.result).not.toHaveProperty("structuredContent");
  });

  test("a tool answers with the body that HTTP answers with", async () => {
    const request = { signature_source: log, project, request_id: "same" };
    const overMcp = await send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "memory_context", arguments: request },
    });
    expect(overMcp.body.result.structuredContent).toEqual(await call("memory.context", request));
  });

  test("E16: bytes that no database takes come back visible, never as a fault", async () => {
    const { body } = await send({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "remember", arguments: { project, text: "cache\u0000key \ud83d broken" } },
    });
    expect(body.result.structuredContent.notes.length).toBeGreaterThan(0);
  });
});
