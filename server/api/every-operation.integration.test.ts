import { afterAll, beforeAll, expect, test } from "vitest";
import { checkoutFiles } from "#server/adapters/checkout/checkout-files.ts";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { catalogue, findOperation } from "#server/operations/catalogue.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { anOperationContext } from "#server/testing/an-operation-context.ts";
import { cliOver } from "#server/testing/cli-over.ts";
import { keyId, type OperationStep, operationPlaces, operationSteps } from "#server/testing/operation-steps.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { clearTables, openTestStore } from "#server/testing/stores.ts";
import { handle } from "./http/handle.ts";
import { routes } from "./http/routes.ts";
import { handleTrpc } from "./trpc/handle-trpc.ts";

const origin = "http://127.0.0.1:3210";
const places = operationPlaces();
afterAll(places.remove);
const steps = operationSteps(places);

/** What no command runs: these serve the dashboard, other servers, or a page of the settings. */
const withoutCommand = [
  "budget.get",
  "capsule.get",
  "capsule.list",
  "code.coChange",
  "code.overview",
  "contexts.bulkUpsert",
  "contexts.get",
  "contexts.list",
  "contexts.rejections",
  "demo.remove",
  "demo.status",
  "lookup.countNewer",
  "lookup.facets",
  "lookup.shown",
  "memory.facets",
  "memory.nearCopies",
  "overview.get",
  "project.addAlias",
  "project.list",
  "project.removeAlias",
  "settings.get",
  "signature.countNewer",
  "signature.facets",
  "signature.recompute",
  "supersession.get",
  "supersession.list",
];

/** An answer, or what a refusal says on every surface. */
type Answer = { body: unknown } | { refused: string; fields: string[] };
type Surface = (context: OperationContext, step: OperationStep) => Promise<Answer | null>;

const overHttp: Surface = async (context, { name, input }) => {
  const route = routes.find(({ operation }) => operation.name === name);
  if (route === undefined) return null;
  const rest = new Map(Object.entries(input));
  const path = route.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest.get(field);
    rest.delete(field);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams([...rest].map(([field, value]) => [field, String(value)]));
  const isBody = route.method === "POST";
  const response = await handle(
    new Request(`${origin}${path}${isBody || rest.size === 0 ? "" : `?${query}`}`, {
      method: route.method,
      headers: { host: "127.0.0.1:3210", ...(isBody ? { "content-type": "application/json" } : {}) },
      ...(isBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
    }),
    { context: async () => context, hosts: { names: new Set() } },
  );
  const body: unknown = await response.json();
  return response.ok ? { body } : refusalIn(body, "code");
};

const overTrpc: Surface = async (context, { name, input }) => {
  const kind = findOperation(name)?.kind;
  const asQuery = kind === "read" ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  const response = await handleTrpc(
    new Request(`${origin}/api/trpc/${name}${asQuery}`, {
      method: kind === "read" ? "GET" : "POST",
      headers: { host: "127.0.0.1:3210", "content-type": "application/json" },
      ...(kind === "read" ? {} : { body: JSON.stringify(input) }),
    }),
    { context: async () => context, hosts: { names: new Set() } },
  );
  const body: unknown = await response.json();
  return response.ok
    ? { body: member(member(body, "result"), "data") }
    : refusalIn(member(member(body, "error"), "data"), "failure");
};

const overCli: Surface = async (context, { name: due, cli, stdin }) => {
  if (cli === undefined) return null;
  const { out, err } = await cliOver(context, [...cli, "--json"], { due, ...(stdin === undefined ? {} : { stdin }) });
  if (out !== "") return { body: JSON.parse(out) };
  const [first = "", ...rest] = err.trimEnd().split("\n");
  return { refused: first.split(":")[0] ?? "", fields: rest.map((line) => line.trim().split(":")[0] ?? "") };
};

const overMcp: Surface = async (context, { name, input }) => {
  const tool = findOperation(name)?.tool;
  if (!tool) return null;
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool.name, arguments: input } };
  const response = await handle(
    new Request(`${origin}/mcp`, {
      method: "POST",
      headers: { host: "127.0.0.1:3210", "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(call),
    }),
    { context: async () => context, hosts: { names: new Set() } },
  );
  const result = member(await response.json(), "result");
  if (member(result, "isError") !== true) return { body: member(result, "structuredContent") };
  const content = member(result, "content");
  const [first = "", ...rest] = String(member(Array.isArray(content) ? content[0] : null, "text")).split("\n");
  const fields = rest.flatMap((line) => /^- ([^:]+):/.exec(line)?.[1] ?? []);
  return { refused: first.split(":")[0] ?? "", fields };
};

/** How long a call took is the one thing of a body that two calls may tell apart. */
function withoutDuration(answer: Answer | null): Answer | null {
  if (answer === null || !("body" in answer) || member(answer.body, "ms") === undefined) return answer;
  return { body: { ...Object(answer.body), ms: 0 } };
}

function member(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(field) : undefined;
}

function refusalIn(value: unknown, codeField: string): Answer {
  const errors = member(value, "errors");
  const paths = Array.isArray(errors) ? errors.map((error) => String(member(error, "path"))) : [];
  return { refused: String(member(value, codeField)), fields: paths.map((path) => (path === "" ? "input" : path)) };
}

const surfaces = { http: overHttp, trpc: overTrpc, mcp: overMcp, cli: overCli };
const answers: Record<string, (Answer | null)[]> = {};

beforeAll(async () => {
  const workerFile = await parseWorkerFile();
  const reading = { workerFile, packageFolder: process.cwd() };
  const store = await openTestStore("embedded");
  try {
    // Each surface begins with nothing in the store, ids that count from one, and a clock that stands still.
    for (const [name, surface] of Object.entries(surfaces)) {
      await clearTables(store.db);
      let keys = 0;
      const base = await anOperationContext(store.db, {
        repositories: gitRepositoryReader({ ...reading, countTokens }),
        checkoutFiles: checkoutFiles(reading),
      });
      const newKey = () => {
        keys += 1;
        return { id: keyId(keys), secret: "0".repeat(43) };
      };
      const context: OperationContext = { ...base, keySecrets: { ...base.keySecrets, newKey } };
      const own: (Answer | null)[] = [];
      for (const step of steps) {
        // What a surface does not offer still happens, so that all go on from one state.
        step.before?.();
        const answer = withoutDuration(await surface(context, step));
        if (answer === null) await findOperation(step.name)?.call(context, step.input);
        own.push(answer);
      }
      answers[name] = own;
    }
  } finally {
    await store.close();
  }
}, 240_000);

for (const [index, { name, input, cli, refused }] of steps.entries()) {
  test(`${name} ${JSON.stringify(input).slice(0, 60)}: one body on every surface that has it`, () => {
    const trpc = answers.trpc?.[index];
    if (refused === undefined) expect(trpc).toHaveProperty("body");
    else expect(trpc).toMatchObject({ refused });
    expect(answers.http?.[index]).toEqual(routes.some(({ operation }) => operation.name === name) ? trpc : null);
    expect(answers.mcp?.[index]).toEqual(findOperation(name)?.tool ? trpc : null);
    expect(answers.cli?.[index]).toEqual(cli === undefined ? null : trpc);
  });
}

test("every operation of the catalogue answers here, over every surface that has it", () => {
  const answered = steps.filter(({ refused }) => refused === undefined);
  const asked = new Set(answered.map(({ name }) => name));
  expect(catalogue.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([]);
  const tools = catalogue.filter(({ tool }) => tool !== undefined && tool !== null);
  expect(tools).toHaveLength(12);
  const overCommand = new Set(answered.flatMap(({ name, cli }) => (cli === undefined ? [] : [name])));
  expect([...asked].filter((name) => !overCommand.has(name)).sort()).toEqual(withoutCommand);
});
