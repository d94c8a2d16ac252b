import { curlOf, shellQuote } from "#components/lookups/curl-of.ts";
import type { ApiOperation } from "./read-api.ts";
import { type JsonSchema, typesOf } from "./read-schema.ts";

/** What a call could say, where the type alone would give nothing that the operation takes. */
const known: Record<string, unknown> = {
  project: "github.com/acme/shop",
  repo: "github.com/acme/shop",
  path: "/home/me/shop",
  folder: "/home/me/whence-export",
  session: "session-1",
  signature_source: "npm error code ERESOLVE",
  error: "npm error code ERESOLVE",
  output: "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  task_text: "Round prices in the cart",
  goal: "Round prices in the cart",
  text: "Install with pnpm: npm cannot resolve these peers.",
  node: "src/cart.ts",
  ground: ["src/cart.ts"],
  reason: "It says more.",
  "key.revoke id": "abcdefghijklmnop",
};

/** Fields that none of several is required of, and that one of is needed. */
const oneOf: Record<string, string[]> = {
  "memory.context": ["signature_source", "project"],
  "agent.recall": ["error", "repo"],
};

/** A call that the operation takes, as far as that can be told without a store: fields that must be there, and no others. */
export function exampleCall({ name, path, parameters, body }: ApiOperation): { path: string; body: unknown } {
  const inPath = new Map(
    parameters
      .filter(({ place }) => place === "path")
      .map(({ field, schema }) => [field.name, String(exampleValue(`${name} ${field.name}`, schema))]),
  );
  const query = new URLSearchParams(
    parameters
      .filter(({ place, field }) => place === "query" && field.isRequired)
      .map(({ field, schema }) => [field.name, String(exampleValue(field.name, schema))]),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(inPath.get(field) ?? field));
  return {
    path: query.size === 0 ? filled : `${filled}?${query}`,
    body: body === null ? undefined : exampleObject(body.schema, oneOf[name] ?? []),
  };
}

export function exampleCurl(origin: string, operation: ApiOperation): string {
  const { path, body } = exampleCall(operation);
  if (body !== undefined) return curlOf(origin, path, body);
  const method = operation.method === "GET" ? "" : ` -X ${operation.method}`;
  return `curl -sS${method} ${shellQuote(`${origin}${path}`)}`;
}

function exampleObject({ properties = {}, required = [] }: JsonSchema, also: readonly string[]): unknown {
  const wanted = new Set([...required, ...also]);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => wanted.has(name))
      .map(([name, schema]) => [name, exampleValue(name, schema)]),
  );
}

function exampleValue(name: string, schema: JsonSchema): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if ("default" in schema) return schema.default;
  if (schema.anyOf) return exampleValue(name, schema.anyOf[0] ?? {});
  const [type] = typesOf(schema);
  if (type === "array") return schema.items ? [exampleValue(name, schema.items)] : [];
  if (type === "object") return exampleObject(schema, []);
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  return "example";
}
