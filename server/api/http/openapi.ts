import { z } from "zod";
import { type FailureCode, failureCodes } from "#server/contracts/failure-codes.ts";
import { httpStatus } from "./http-status.ts";
import { type Route, routes } from "./routes.ts";

type Json = Record<string, unknown>;

const Properties = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  required: z.array(z.string()).optional(),
});

const problem = {
  description: "Refused. `code` says why, `errors` name each field and its limit.",
  content: {
    "application/problem+json": {
      schema: {
        type: "object",
        properties: {
          type: { type: "string" },
          title: { type: "string" },
          status: { type: "integer" },
          code: { type: "string", enum: [...failureCodes] },
          detail: { type: "string" },
          errors: {
            type: "array",
            items: {
              type: "object",
              properties: { path: { type: "string" }, message: { type: "string" } },
              required: ["path", "message"],
            },
          },
          request_id: { type: "string" },
        },
        required: ["type", "title", "status", "code", "detail", "errors", "request_id"],
      },
    },
  },
  headers: {
    "X-Request-Id": { schema: { type: "string" }, description: "Yours if it was given, else ours. For tracing only." },
    "Retry-After": {
      schema: { type: "integer" },
      description: "Seconds, with 429 and with a call that is running still.",
    },
  },
};

const answerHeaders = {
  "X-Request-Id": { schema: { type: "string" }, description: "Yours if it was given, else ours. For tracing only." },
  RateLimit: {
    schema: { type: "string" },
    description: "What is left of this minute's calls, for callers with a key.",
  },
};

const whenRefused: Record<FailureCode, string> = {
  INVALID_INPUT: "A field, the path or the body is not what the contract says; `errors` name each one and its limit.",
  UNAUTHENTICATED: "The key is missing where one is needed, unknown, expired or revoked.",
  FORBIDDEN: "The key may not do this, or the request came from a foreign page or under a foreign name.",
  NOT_FOUND: "There is no such thing, or the key may not see it.",
  CONFLICT: "It contradicts what is stored, or a call with the same request id is running still.",
  TOO_LARGE: "The body is over 8 MiB, unpacked.",
  UNSUPPORTED_TYPE: "The body is no JSON by its type, or in an encoding other than gzip, deflate and br.",
  KEY_REUSED: "The request id was used for another body.",
  RATE_LIMITED: "Too many calls with this key, or too many wrong keys; `Retry-After` says when to try again.",
  UNAVAILABLE: "The store cannot be used; `detail` says why, and what a person is to do on the machine of the server.",
  INTERNAL: "A fault of the server; its log has the details under the request id.",
};

const refusals = Object.fromEntries(
  failureCodes.map((code) => [
    String(httpStatus[code]),
    { $ref: "#/components/responses/Problem", description: `${code}: ${whenRefused[code]}` },
  ]),
);

/**
 * OpenAPI 3.1 of every route, made from the contracts that the routes check by. What a contract checks beyond a schema
 * (one of several fields, code points) it says in its descriptions and in its refusals.
 */
export function openApiDocument(version: string): Json {
  const document = kept.get(version) ?? makeDocument(version);
  kept.set(version, document);
  return document;
}

/** Made once: the contracts do not change while the process runs. */
const kept = new Map<string, Json>();

function makeDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Whence",
      version,
      description:
        "Prior context for coding agents, with a reason for every selection. On its own machine the server needs no key; beyond it every call does. Lists are `{ items, next_cursor }`; pass `next_cursor` as `cursor`. A call with `request_id`, or the header `Idempotency-Key`, answers a retry with its first answer for 24 hours.",
    },
    servers: [{ url: "/" }],
    security: [{}, { key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: "A key made with `whence key create`, in this header only.",
        },
      },
      responses: { Problem: problem },
    },
  };
}

function operationOf({ method, path, operation }: Route): Json {
  const { properties = {}, required = [] } = Properties.parse(schemaOf(operation.input, "input"));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const needed = required.filter((name) => !inPath.includes(name));
  const takesBody = method === "POST";
  const parameters: Json[] = [
    ...inPath.map((name) => ({ name, in: "path", required: true, schema: plainParameter(properties[name]) })),
    ...(takesBody
      ? []
      : rest.map(([name, schema]) => ({ name, in: "query", required: needed.includes(name), schema }))),
    {
      name: "X-Request-Id",
      in: "header",
      schema: { type: "string" },
      description: "Comes back as it is. For tracing.",
    },
    ...("request_id" in properties
      ? [
          {
            name: "Idempotency-Key",
            in: "header",
            schema: { type: "string", minLength: 1, maxLength: 255 },
            description: "The same as `request_id`; if both are given, they must be equal.",
          },
        ]
      : []),
  ];
  const body = {
    type: "object",
    properties: Object.fromEntries(rest),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.name.split(".")[0]],
    parameters,
    ...(takesBody ? { requestBody: { required: true, content: { "application/json": { schema: body } } } } : {}),
    responses: {
      [String(operation.status)]: {
        description: "Answered.",
        headers: answerHeaders,
        content: { "application/json": { schema: schemaOf(operation.output, "output") } },
      },
      ...refusals,
    },
  };
}

function schemaOf(contract: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(contract, { io, unrepresentable: "any" });
  return schema;
}

/** A part of a path is always a text; what it must look like is the contract's to say. */
function plainParameter(schema: Json | undefined): Json {
  return schema && Object.keys(schema).length > 0 ? schema : { type: "string" };
}
