import { z } from "zod";
import type { ApiField } from "./api-field.ts";

export type JsonSchema = {
  type?: string | string[] | undefined;
  description?: string | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
  additionalProperties?: JsonSchema | boolean | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  default?: unknown;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
};

/** What the document of the API uses of JSON Schema. A word that is not here would be left out of the page. */
export const JsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.strictObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), JsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: JsonSchema.optional(),
    anyOf: z.array(JsonSchema).optional(),
    additionalProperties: z.union([z.boolean(), JsonSchema]).optional(),
    propertyNames: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
  }),
);

/** A schema in words: what a value is, what it may be at most, and what lies in it. */
export function readSchema(name: string, schema: JsonSchema, { isRequired }: { isRequired: boolean }): ApiField {
  return {
    name,
    type: typeWords(schema),
    isRequired,
    limits: limitWords(schema),
    description: schema.description ?? null,
    fields: fieldsIn(schema),
  };
}

function typeWords(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeWords))].join(" or ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const types = typesOf(schema);
  if (types[0] === "array") return `list of ${schema.items ? typeWords(schema.items) : "any value"}`;
  if (typeof schema.additionalProperties === "object" && !schema.properties) {
    return `object, each value ${typeWords(schema.additionalProperties)}`;
  }
  return types.length === 0 ? "any value" : types.join(" or ");
}

/** A value that may be null besides has two types. */
export function typesOf({ type }: JsonSchema): string[] {
  return type === undefined ? [] : [type].flat();
}

/** The fields below a value: of an object, of the things in a list, of each form that it may have. */
function fieldsIn(schema: JsonSchema): ApiField[] {
  if (schema.anyOf) {
    const forms = schema.anyOf.filter((form) => fieldsIn(form).length > 0);
    if (forms.length < 2) return forms.flatMap(fieldsIn);
    return forms.map((form, position) =>
      readSchema(`form ${position + 1} of ${forms.length}`, form, { isRequired: true }),
    );
  }
  if (schema.items) return fieldsIn(schema.items);
  const required = new Set(schema.required);
  const named = Object.entries(schema.properties ?? {}).map(([name, value]) =>
    readSchema(name, value, { isRequired: required.has(name) }),
  );
  const others = typeof schema.additionalProperties === "object" ? fieldsIn(schema.additionalProperties) : [];
  return [...named, ...others];
}

function limitWords(schema: JsonSchema): string[] {
  const { items, anyOf } = schema;
  const own = [
    range(schema.minLength, schema.maxLength, "characters"),
    range(safe(schema.minimum), safe(schema.maximum), ""),
    range(schema.minItems, schema.maxItems, "entries"),
    schema.pattern === undefined ? null : `matches ${schema.pattern}`,
    "default" in schema ? `${JSON.stringify(schema.default)} if left out` : null,
  ];
  const inside = [
    ...(items ? limitWords(items).map((words) => `each ${words}`) : []),
    ...(anyOf ?? []).flatMap(limitWords),
  ];
  return [...new Set([...own.filter((words) => words !== null), ...inside])];
}

/** The bounds of what a JSON number can count to are no limit of ours. */
function safe(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function range(least: number | undefined, most: number | undefined, unit: string): string | null {
  const of = (words: string) => (unit === "" ? words : `${words} ${unit}`);
  if (least !== undefined && most !== undefined) return of(`${least} to ${most}`);
  if (most !== undefined) return of(`at most ${most}`);
  return least === undefined || (least === 0 && unit !== "") ? null : of(`at least ${least}`);
}
