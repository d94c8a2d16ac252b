import { expect, test } from "vitest";
import { catalogue } from "#server/operations/catalogue.ts";
import rules from "#server/testing/cases/E07-schema-rules.json" with { type: "json" };
import type { PlainSchema } from "./plain-schema.ts";
import { toolList } from "./tool-list.ts";

const tools = toolList(catalogue);

/** As DESIGN section 6 names them. Adding or renaming one is a decision about every host, so this list is frozen. */
const designed = [
  "memory_context",
  "get_prior_context",
  "record_decision",
  "record_outcome",
  "remember",
  "supersede_memory",
  "scope_task",
  "steer_failure",
  "carry_capsule",
  "recall",
  "query_graph",
  "start_session",
];

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

test("the tools are those of the design, each named once", () => {
  const names = tools.map((tool) => tool.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !designed.includes(name))).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
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
