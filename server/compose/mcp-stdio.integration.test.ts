import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { toolList } from "#server/api/mcp/tool-list.ts";
import { catalogue } from "#server/operations/catalogue.ts";
import type { ClientKind } from "#server/testing/mcp-clients.ts";
import { bundleChild } from "#server/testing/run-child.ts";
import { createTestDatabase } from "#server/testing/stores.ts";

const project = "github.com/acme/shop";
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";
const ToolAnswer = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

let folder = "";
let script = "";
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "whence-mcp-"));
  script = await bundleChild("server/compose/cli.ts");
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** As a host starts it: a process of its own, spoken to over its standard input and output. */
const command = () => ({
  command: process.execPath,
  args: [script, "mcp"],
  env: {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    WHENCE_DATA_DIR: path.join(folder, "data"),
    DATABASE_URL: database.url,
  },
});

/** Starting a process on a busy machine is not what these tests are about. */
const options = { timeout: 120_000 };

async function start(kind: ClientKind) {
  const implementation = { name: "host", version: "1" };
  if (kind === "v1") {
    const client = new OldClient(implementation);
    await client.connect(new OldStdioClientTransport(command()), options);
    return {
      tools: async () => (await client.listTools(undefined, options)).tools.map(({ name }) => name),
      call: (name: string, args: Record<string, unknown>) =>
        client.callTool({ name, arguments: args }, undefined, options),
      read: (uri: string) => client.readResource({ uri }, options),
      close: () => client.close(),
    };
  }
  const mode = kind === "v2 2026-07-28" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(implementation, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(command()), options);
  return {
    tools: async () => (await client.listTools(undefined, options)).tools.map(({ name }) => name),
    call: (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args }, options),
    read: (uri: string) => client.readResource({ uri }, options),
    close: () => client.close(),
  };
}

/** A good call of each tool, and where no repository was indexed one that says so. `run` keeps the writes of a client its own. */
const calls = (run: string): Record<string, Record<string, unknown>> => ({
  start_session: { project, session: run },
  remember: { project, id: `lesson-${run}`, text: `Of ${run}: the name is left-pad.`, signature_source: log },
  record_decision: { project, session: run, id: `decision-${run}`, text: "Pin left-pad.", ground: ["package.json"] },
  record_outcome: { decision_id: `decision-${run}`, session: run, verdict: "pass", rationale: "Tests are green." },
  memory_context: { signature_source: log, project },
  get_prior_context: { project, session: `after-${run}`, task_text: "pin left-pad", current_nodes: ["package.json"] },
  supersede_memory: { id: `lesson-${run}`, successor: { text: `Of ${run}: use padStart.` }, reason: "Node has it." },
  steer_failure: { output: "src/cart.ts(3,7): error TS2304: Cannot find name 'total'.\n", tool: "tsc" },
  recall: { repo: project, query: "pin left-pad" },
  carry_capsule: {},
  scope_task: {},
  query_graph: { project, node: "src/cart.ts" },
});
const refused = new Set(["carry_capsule", "scope_task", "query_graph"]);

async function drive(kind: ClientKind, run: string): Promise<void> {
  const client = await start(kind);
  try {
    expect(await client.tools()).toEqual(toolList(catalogue).map(({ name }) => name));
    expect(Object.keys(calls(run)).sort()).toEqual((await client.tools()).sort());
    for (const [name, args] of Object.entries(calls(run))) {
      // The client checks structured content against the schema that the list gave it.
      const answer = ToolAnswer.parse(await client.call(name, args));
      const text = answer.content.map((part) => part.text).join("\n");
      if (refused.has(name)) expect(text, `${kind} ${name}`).toMatch(/^(INVALID_INPUT|NOT_FOUND)/);
      else expect([answer.isError ?? false, text.length > 0], `${kind} ${name}: ${text}`).toEqual([false, true]);
      if (name === "memory_context") {
        const lessons = z.array(z.object({ id: z.string() })).parse(answer.structuredContent?.lessons);
        expect(lessons.map(({ id }) => id)).toContain(`lesson-${run}`);
      }
    }
    expect(JSON.stringify(await client.read(`whence://memory/lesson-${run}`))).toContain(`Of ${run}`);
  } finally {
    await client.close();
  }
}

test("clients of every kind, each after another kind, drive every tool of a `whence mcp` process of their own", async () => {
  // Older before newer, newer before older, and an older revision of the newer SDK before both.
  const order = ["v2 2025-11-25", "v2 2026-07-28", "v1", "v2 2026-07-28"] as const;
  for (const [turn, kind] of order.entries()) await drive(kind, `turn-${turn}`);
});
