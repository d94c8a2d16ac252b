import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { handle } from "#server/api/http/handle.ts";
import { openApiDocument } from "#server/api/http/openapi.ts";
import { routes } from "#server/api/http/routes.ts";
import { findOperation } from "#server/operations/catalogue.ts";
import { anOperationContext, type TestContext } from "#server/testing/an-operation-context.ts";
import { requestArbitrary } from "#server/testing/schema-arbitrary.ts";
import { openTestStore } from "#server/testing/stores.ts";

const description = openApiDocument("0.0.0-test");
const Paths = z.record(
  z.string(),
  z.record(
    z.string(),
    z.looseObject({
      operationId: z.string(),
      parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: z.unknown() })),
      requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
      responses: z.record(z.string(), z.looseObject({})),
    }),
  ),
);
const paths = Paths.parse(description.paths);
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

test("the document is valid OpenAPI 3.1 and describes every route once", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(description));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(description.openapi).toBe("3.1.0");
  expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(new Set(calls.map(({ operation }) => operation.operationId)).size).toBe(calls.length);
});

test("nothing in the document points outside of it", () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
  expect(new Set(references)).toEqual(new Set(["#/components/responses/Problem"]));
});

/** What an address can hold: a step in place or up is gone before a client sends it. */
function segmentArbitrary(schema: Parameters<typeof requestArbitrary>[0]) {
  return requestArbitrary(schema).filter((value) => value !== "." && value !== "..");
}

describe("any request at all", () => {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let context: TestContext;
  beforeAll(async () => {
    store = await openTestStore("embedded");
    context = await anOperationContext(store.db);
    await findOperation("memory.remember")?.call(context, {
      project: "github.com/acme/shop",
      id: "left-pad",
      text: "npm answers 404 for left-padd.",
      signature_source: "npm error code E404\n",
      session: "s-1",
    });
  });
  afterAll(() => store.close());

  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const problemSchema = z
    .looseObject({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) })
    .parse(
      z.looseObject({ responses: z.looseObject({ Problem: z.unknown() }) }).parse(description.components).responses
        .Problem,
    ).content["application/problem+json"]?.schema;
  const isProblem = ajv.compile(problemSchema ?? false);

  test.each(calls)("$method $path is answered within its description, and never by a fault", async (call) => {
    const { path, method, operation } = call;
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
    const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
    const bodySchema = operation.requestBody?.content["application/json"]?.schema;
    const [success] = Object.keys(operation.responses).filter((status) => status.startsWith("2"));
    const answerSchema = z
      .looseObject({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) })
      .parse(operation.responses[success ?? ""]).content["application/json"]?.schema;
    const isAnswer = ajv.compile(answerSchema ?? false);
    const request = fc.record({
      fields: fc.record(Object.fromEntries(inPath.map(({ name, schema }) => [name, segmentArbitrary(schema)]))),
      query: fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, requestArbitrary(schema)])), {
        requiredKeys: [],
      }),
      body: bodySchema === undefined ? fc.constant(undefined) : requestArbitrary(bodySchema).map(withoutPlace),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ fields, query, body }) => {
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(fields[name]) || "x"));
        const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, asText(value)]));
        const response = await handle(
          new Request(`http://127.0.0.1:3210${filled}?${search}`, {
            method,
            headers: { host: "127.0.0.1:3210", ...(body === undefined ? {} : { "content-type": "application/json" }) },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }),
          { context: async () => context, hosts: { names: new Set() } },
        );
        const text = await response.text();
        const where = `${method} ${filled}?${search} ${JSON.stringify(body)} → ${response.status} ${text.slice(0, 500)}`;
        expect(response.status, where).toBeLessThan(500);
        expect(Object.keys(operation.responses), where).toContain(String(response.status));
        expect(response.headers.get("x-request-id"), where).toBeTruthy();
        const isDescribed = String(response.status) === success ? isAnswer : isProblem;
        expect(isDescribed(JSON.parse(text)) ? null : isDescribed.errors, where).toBeNull();
      }),
      { numRuns: 25 },
    );
  });
});

/** A folder that is written to must not be any folder of this machine: none of these is absolute. */
function withoutPlace(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("folder" in body) || typeof body.folder !== "string") return body;
  return { ...body, folder: `x${body.folder}` };
}

/** As it would stand in an address; lone surrogates cannot. */
function asText(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value ?? "")).toWellFormed();
}
