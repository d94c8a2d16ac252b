import { expect, test } from "vitest";
import { catalogue } from "#server/operations/catalogue.ts";
import rules from "#server/testing/cases/E07-schema-rules.json" with { type: "json" };
import type { PlainSchema } from "./plain-schema.ts";
import { toolList } from "./tool-list.ts";

const tools = toolList(catalogue);

/** As DESIGN section 6 names them. A change here is a decision about every host, so the list is frozen with its fields. */
const designed: Record<string, string> = {
  memory_context:
    "tool?: string, task?: string, signature_source?: string, project?: string, scope?: string, budget?: integer, session?: string",
  remember:
    "project: string, text: string, level?: string, symptom?: string, signature_source?: string, ground?: string[], session?: string, supersedes?: object[]",
  supersede_memory: "id: string, successor_id?: string, successor?: object, retire?: boolean, reason: string",
  get_prior_context:
    "project: string, session: string, task_text: string, current_nodes?: string[], scope?: string, top_k?: integer, budget?: integer",
  record_decision: "project: string, session: string, task_id?: string, text: string, type?: string, ground: string[]",
  record_outcome:
    "decision_id?: string, task_id?: string, session: string, verdict: string, rationale: string, lookup_id?: string",
  start_session: "project: string, session: string, goal?: string",
  query_graph: "project: string, node: string, hops?: integer, detail?: string",
  scope_task: "goal: string, repo: string, limit?: integer, session?: string",
  steer_failure: "output: string, project?: string, tool?: string, root?: string, session?: string",
  recall: "repo?: string, error?: string, symbol?: string, query?: string",
  carry_capsule: "workspace: string, runId: string, diffSha: string, capsule?: object, contexts?: object[]",
};

function fieldsOf({ properties = {}, required = [] }: PlainSchema): string {
  const typeOf = (schema: PlainSchema) => (schema.type === "array" ? `${schema.items?.type}[]` : schema.type);
  return Object.entries(properties)
    .map(([name, schema]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`)
    .join(", ");
}

/** Each of the hosts' rules as a test of one schema node; `path` is where it stands. */
function* wrongs(node: PlainSchema, path: string, isInput: boolean): Generator<string> {
  const allowed = ["type", "description", "enum", "items", "properties", "required", "minimum", "maximum", "maxItems"];
  for (const key of Object.keys(node)) if (!allowed.includes(key)) yield `${path}: ${key} is not known to every host`;
  if (isInput && node.type === undefined) yield `${path}: has no type`;
  if (node.type === "array" && node.items === undefined) yield `${path}: an array without items`;
  if (node.enum && (node.enum.length === 0 || node.enum.some((value) => typeof value !== "string"))) {
    yield `${path}: an enum of several types`;
  }
  for (const name of node.required ?? [])
    if (!node.properties?.[name]) yield `${path}: requires ${name}, which it lacks`;
  if (node.items) yield* wrongs(node.items, `${path}[]`, isInput);
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    if (isInput && (property.description ?? "") === "") yield `${path}.${name}: has no description`;
    if ((property.description ?? "").length >= 1024) yield `${path}.${name}: the description is too long`;
    yield* wrongs(property, `${path}.${name}`, isInput);
  }
}

test("E07, E08: every schema is one that each host accepts, and every property says what it is", () => {
  // The rules were read one by one when this test was written; a new one needs a line above.
  expect(rules.rules).toHaveLength(12);
  const found = tools.flatMap((tool) => [
    ...wrongs(tool.inputSchema, tool.name, true),
    ...wrongs(tool.outputSchema, `${tool.name} →`, false),
  ]);
  expect(found).toEqual([]);
  for (const { inputSchema, outputSchema } of tools) {
    expect([inputSchema.type, outputSchema.type]).toEqual(["object", "object"]);
  }
});

test("E08: the tools are those of the design, each named once, with the fields that they were given", () => {
  const names = tools.map((tool) => tool.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(Object.fromEntries(tools.map(({ name, inputSchema }) => [name, fieldsOf(inputSchema)]))).toEqual(designed);
});

test("at most 12 tools and 20,000 bytes of compact JSON", () => {
  expect(tools.length).toBeLessThanOrEqual(12);
  expect(new TextEncoder().encode(JSON.stringify({ tools })).length).toBeLessThanOrEqual(20_000);
});

test("every description starts with when to call it, and every annotation is given", () => {
  for (const tool of tools) {
    expect(tool.description).toMatch(/^When /);
    expect(tool.description.length).toBeLessThan(1024);
    expect(Object.keys(tool.annotations).sort()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
    expect(Object.values(tool.annotations).every((hint) => typeof hint === "boolean")).toBe(true);
  }
});

test("current_nodes says what a caller loses without it", () => {
  const { inputSchema } = tools.find((tool) => tool.name === "get_prior_context") ?? { inputSchema: null };
  expect(inputSchema?.properties?.current_nodes?.description).toContain("check focus_size");
});
