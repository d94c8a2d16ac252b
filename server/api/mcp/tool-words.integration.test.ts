import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { checkoutFiles } from "#server/adapters/checkout/checkout-files.ts";
import { gitRepositoryReader } from "#server/adapters/git/repository-reader.ts";
import { countTokens } from "#server/adapters/tokens/count-tokens.ts";
import { handle } from "#server/api/http/handle.ts";
import { toolList } from "#server/api/mcp/tool-list.ts";
import { escapeUntrusted } from "#server/domain/rendering/untrusted-block.ts";
import { catalogue, findOperation } from "#server/operations/catalogue.ts";
import { anOperationContext, type TestContext } from "#server/testing/an-operation-context.ts";
import { fillStore } from "#server/testing/fill-store.ts";
import { operationPlaces } from "#server/testing/operation-steps.ts";
import { parseWorkerFile } from "#server/testing/parse-worker-file.ts";
import { openTestStore } from "#server/testing/stores.ts";

/**
 * Some hosts show a model the text of an answer, others its structured content. E10: both say the same. A store holds 200
 * memories that match, of which every stored text carries a word that nothing else says.
 */
const canary = "quokka";
const project = "github.com/acme/shop";
const matching = 200;
const log = "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/left-padd\n";
const manyErrors = Array.from(
  { length: 60 },
  (_, n) => `src/cart.ts(${n + 1},7): error TS23${22 + (n % 3)}: Type 'string' is not assignable to type 'T${n}'.`,
).join("\n");
const lesson = (n: number) => `The ${canary} lesson ${n}: round the cart totals of npm error 404 once.`;

const places = operationPlaces();
const budget = 500;

/** One call of each tool, in an order in which each finds what it needs. */
const calls: Record<string, Record<string, unknown>> = {
  start_session: { project, session: "s-0" },
  memory_context: { signature_source: log, task: "round the cart totals", project, budget },
  get_prior_context: {
    project,
    session: "s-9",
    task_text: "round the cart totals of npm error 404 once",
    current_nodes: ["src/cart.ts", "src/nowhere.ts"],
    top_k: 100,
    budget,
  },
  record_decision: { project, session: "s-1", text: "Round once.", ground: ["src/cart.ts", "src/nowhere.ts"] },
  record_outcome: { decision_id: "d-0", session: "s-0", verdict: "pass", rationale: "Tests are green." },
  remember: { project, text: lesson(matching), signature_source: log },
  supersede_memory: { id: "m-0", successor: { text: "Use String.padStart instead." }, reason: "Node has it." },
  scope_task: { goal: "round the cart totals in src/cart.ts", repo: places.root },
  steer_failure: { output: manyErrors, project },
  recall: { query: "round the cart totals", symbol: "totalOf" },
  query_graph: { project, node: "src/cart.ts", detail: "signatures" },
  carry_capsule: {
    workspace: "shop",
    runId: "r-0",
    diffSha: "d1",
    capsule: { repo: project, task: "Trim", verdict: "pass", filesTouched: ["src/cart.ts"] },
    contexts: [
      {
        externalId: `code:${project}:src/cart.ts`,
        title: "src/cart.ts",
        description: "A file.",
        body: "src/cart.ts\nlang: typescript\n\n## Summary\nCalls `nobody()`.",
        type: "reference",
        tags: ["code"],
        metadata: { kind: "code-file", content_hash: "a".repeat(64), lang: "typescript", symbols: ["totalOf"] },
      },
    ],
  },
};

/**
 * What only structured content carries: measures by which a person judges a choice, an echo of what was asked, and what
 * was left out of the answer itself, of which the text gives the number.
 */
const measures: Record<string, RegExp> = {
  memory_context:
    /^(tier|lessons\.\d+\.(tier|score|raw_score)|skills\.\d+\.score|budget\.(tokenizer|dropped.*)|signature\.(masked|parts\.0\..*))$/,
  get_prior_context:
    /^(items\.\d+\.(score|factors\..*|ground\..*)|rejected\..*|counts\.truncated|cutoff|policy_version)$/,
  scope_task: /^candidates\.\d+\.(score|factors\..*)$/,
  steer_failure:
    /^lookup\.(tier|budget\.(tokenizer|dropped.*)|lessons\.\d+\.(tier|score|raw_score)|signature\.(masked|parts\.0\..*))$/,
};

let context: TestContext;
let close: () => Promise<void>;
const run = async (name: string, input: Record<string, unknown>) => {
  const outcome = await findOperation(name)?.call(context, input);
  if (!outcome?.ok) throw new Error(`${name}: ${outcome?.failure.message}`);
};
beforeAll(async () => {
  const store = await openTestStore("embedded");
  close = store.close;
  const reading = { workerFile: await parseWorkerFile(), packageFolder: process.cwd() };
  context = await anOperationContext(store.db, {
    repositories: gitRepositoryReader({ ...reading, countTokens }),
    checkoutFiles: checkoutFiles(reading),
  });
  // What is compared here is never how long a leg took on a busy machine.
  await run("policy.save", { fields: { leg_timeout_ms: 60_000 } });
  await run("policy.applyVersion", { version: 1 });
  await run("graph.index", { path: places.root });
  const parents = [{ level: "L0", source: "pi:run-7" }];
  await fillStore(store.db, { workspaceId: "test", project, count: matching - 40, textOf: (n) => lesson(n + 40) });
  for (let n = 0; n < 40; n += 1) {
    const said = { project, text: lesson(n), session: `s-${n % 7}` };
    if (n % 2 === 0) await run("decision.record", { ...said, id: `d-${n}`, ground: ["src/cart.ts"] });
    else await run("memory.remember", { ...said, id: `m-${n}`, symptom: `npm error 404 ${n}`, parents });
  }
  await run("memory.remember", { project, id: "m-0", text: lesson(matching), signature_source: log, parents });
  await run("memory.remember", { project, id: "old", text: lesson(matching + 1), signature_source: log });
  await run("memory.supersede", { id: "old", successor_id: "m-0", reason: "said better" });
  await run("skill.add", { name: "ci-triage", description: "Reads an npm error 404 of cart totals.", body: "Begin." });
}, 240_000);
afterAll(async () => {
  places.remove();
  await close();
});

const ToolAnswer = z.object({
  isError: z.undefined().optional(),
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
  structuredContent: z.record(z.string(), z.unknown()),
});

async function callTool(name: string): Promise<{ text: string; body: Record<string, unknown> }> {
  const response = await handle(
    new Request("http://127.0.0.1:3210/mcp", {
      method: "POST",
      headers: { host: "127.0.0.1:3210", "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: calls[name] } }),
    }),
    { context: async () => context, hosts: { names: new Set() } },
  );
  const { result } = z.object({ result: z.unknown() }).parse(await response.json());
  const answer = ToolAnswer.parse(result);
  return { text: answer.content[0].text, body: answer.structuredContent };
}

type Leaf = { path: string; value: string | number };

/** Every text and number of a body. What is absent, null, true or false is told by a sentence of its own, or not at all. */
function leavesOf(value: unknown, path = ""): Leaf[] {
  if (typeof value === "string" || typeof value === "number") return [{ path: path.slice(1), value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => leavesOf(inner, `${path}.${field}`));
}

/** Without the quoting, and with every run of blanks as one. */
const plain = (text: string) => text.replace(/^\| ?/gm, "").replace(/\s+/g, " ").trim();

test("E10: every tool is asked here", () => {
  expect(Object.keys(calls).sort()).toEqual(
    toolList(catalogue)
      .map(({ name }) => name)
      .sort(),
  );
});

for (const name of Object.keys(calls)) {
  test(`E10: ${name} says in words what its structured content says, and quotes what was stored inside the markers`, async () => {
    const { text, body } = await callTool(name);
    const leaves = leavesOf(body);
    expect(leaves.length).toBeGreaterThan(0);
    const words = plain(text);
    // A block that was rendered before is said as it is.
    const isSaid = (value: string) => words.includes(plain(escapeUntrusted(value))) || text.includes(value);
    const unsaid = leaves.filter(({ path, value }) => !measures[name]?.test(path) && !isSaid(String(value)));
    expect(unsaid).toEqual([]);

    // What other sessions stored stands between the markers of a block, and a block closes before another opens.
    const blocks = [...text.matchAll(/<untrusted-([0-9a-f]{32})>\n([\s\S]*?)\n<\/untrusted-\1>/g)];
    const outside = blocks.reduce((rest, [block]) => rest.replace(block, ""), text);
    expect(outside).not.toContain(canary);
    expect(outside).not.toMatch(/<\/?untrusted/);
    if (JSON.stringify(body).includes(canary)) expect(blocks.length).toBeGreaterThan(0);
  });
}

test("E10: of 200 that match, a budget of 500 gives text and structured content the same few, and both their number", async () => {
  for (const [name, list] of [
    ["memory_context", "lessons"],
    ["get_prior_context", "items"],
  ] as const) {
    const { text, body } = await callTool(name);
    const block = /<untrusted-[\s\S]*<\/untrusted-\w+>/.exec(text)?.[0] ?? "";
    expect(countTokens(block)).toBeLessThanOrEqual(budget);
    const given = z
      .array(z.object({ id: z.string(), text: z.string() }))
      .min(1)
      .parse(body[list]);
    for (const item of given) expect(text).toContain(`| ${item.text}`);
    const numbersIn = (said: string) => [...said.matchAll(/lesson (\d+):/g)].map(([, number]) => number);
    expect(numbersIn(text)).toEqual(numbersIn(given.map((item) => item.text).join("\n")));
    const counts = z
      .object({ returned: z.int(), dropped: z.int().optional(), rejected: z.object({ budget: z.int() }).optional() })
      .parse(body.counts);
    const skills = Array.isArray(body.skills) ? body.skills.length : 0;
    expect(counts.returned).toBe(given.length + skills);
    const leftOut = counts.dropped ?? counts.rejected?.budget ?? 0;
    expect(leftOut).toBeGreaterThan(0);
    expect(text).toContain(String(leftOut));
  }
});
