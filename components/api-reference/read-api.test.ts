import { expect, test } from "vitest";
import { openApiDocument } from "#server/api/http/openapi.ts";
import { routes } from "#server/api/http/routes.ts";
import type { ApiField } from "./api-field.ts";
import { isOperationPath, operationPath } from "./api-path.ts";
import { exampleCall, exampleCurl } from "./example-call.ts";
import { readApi } from "./read-api.ts";
import { JsonSchema, readSchema } from "./read-schema.ts";

const document = openApiDocument("1.2.3");
const api = readApi(document);
const operations = api.groups.flatMap((group) => group.operations);

test("every route is one operation of one group, at an address of its own", () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(new Set(api.groups.map(({ name }) => name)).size).toBe(api.groups.length);
  for (const { name } of operations) expect(isOperationPath(operationPath(name)), name).toBe(true);
  for (const odd of ["/settings/api/", "/settings/api/a", "/settings/api/%A0", "/settings/api/a.b/c"]) {
    expect(isOperationPath(odd), odd).toBe(false);
  }
});

test.each(operations)("the example of $name is a call that its contract takes", (operation) => {
  const route = routes.find(({ operation: { name } }) => name === operation.name);
  const { path, body } = exampleCall(operation);
  const url = new URL(path, "http://127.0.0.1:3210");
  const segments = url.pathname.split("/");
  const inPath = operation.path
    .split("/")
    .flatMap((part, position) =>
      part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(segments[position] ?? "")]] : [],
    );
  const input = { ...Object(body), ...Object.fromEntries(url.searchParams), ...Object.fromEntries(inPath) };
  expect(route?.operation.input.safeParse(input).error?.issues ?? []).toEqual([]);
  expect(exampleCurl("http://127.0.0.1:3210", operation)).toContain(`curl -sS`);
});

test("every field of every body and answer is shown once, with a type that says something", () => {
  const shown = (field: ApiField): number => field.fields.reduce((sum, inner) => sum + 1 + shown(inner), 0);
  for (const { name, body, answer } of operations) {
    const schema = openApiAnswerOf(name);
    expect(shown(answer.field), name).toBeGreaterThanOrEqual(propertiesIn(schema));
    if (body) expect(shown(body.field), name).toBeGreaterThanOrEqual(propertiesIn(body.schema));
  }
  expect(operations.every(({ refusals }) => refusals.every(({ code, when }) => code !== "" && when !== ""))).toBe(true);
});

test("a field says its type, its limits and what it is when it is left out", () => {
  const schema = JsonSchema.parse({
    anyOf: [{ type: "array", items: { type: "string", minLength: 1, maxLength: 64 }, maxItems: 10 }, { type: "null" }],
    default: [],
    description: "Names.",
  });
  expect(readSchema("names", schema, { isRequired: false })).toEqual({
    name: "names",
    type: "list of string or null",
    isRequired: false,
    limits: ["[] if left out", "at most 10 entries", "each 1 to 64 characters"],
    description: "Names.",
    fields: [],
  });
  const either = JsonSchema.parse({
    anyOf: [
      { type: "object", properties: { a: { const: 1 } }, required: ["a"] },
      { type: "object", properties: { b: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } } },
    ],
  });
  const { type, fields } = readSchema("either", either, { isRequired: true });
  expect(type).toBe("object");
  expect(fields.map(({ name }) => name)).toEqual(["form 1 of 2", "form 2 of 2"]);
  expect(fields[1]?.fields[0]).toMatchObject({ name: "b", type: "integer", isRequired: false, limits: ["at least 0"] });
});

function openApiAnswerOf(name: string): unknown {
  const route = routes.find(({ operation }) => operation.name === name);
  const paths = Object(document.paths);
  const operation = paths[route?.path ?? ""][route?.method.toLowerCase() ?? ""];
  return operation.responses[String(route?.operation.status)].content["application/json"].schema;
}

function propertiesIn(schema: unknown): number {
  if (typeof schema !== "object" || schema === null) return 0;
  const { properties, items, anyOf, additionalProperties } = { ...Object(schema) };
  const own = Object.values(properties ?? {});
  return [...own, items, additionalProperties, ...(anyOf ?? [])].reduce(
    (sum: number, inner) => sum + propertiesIn(inner),
    own.length,
  );
}
