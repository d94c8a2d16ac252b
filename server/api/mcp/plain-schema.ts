import { z } from "zod";

/** JSON Schema as every MCP host accepts it: no reference, no union, no format, one type a node. */
export type PlainSchema = {
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  description?: string;
  enum?: string[];
  items?: PlainSchema;
  properties?: Record<string, PlainSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
};

export type PlainObjectSchema = PlainSchema & { type: "object" };

const Node = z.looseObject({
  // Several types at once are a union in other clothes.
  type: z.enum(["object", "array", "string", "integer", "number", "boolean", "null"]).optional().catch(undefined),
  description: z.string().optional(),
  enum: z.array(z.string()).optional().catch(undefined),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
});

/** The largest integer of JavaScript is zod's bound of every integer and says nothing. */
const saysSomething = (bound: number | undefined) => bound !== undefined && Math.abs(bound) !== Number.MAX_SAFE_INTEGER;

/**
 * What a model may send. Unions and null are left to the operation, whose refusal names the field: a schema with a union
 * is refused by some hosts and silently dropped by others.
 */
export function plainInputSchema(contract: z.ZodType, hides: readonly string[]): PlainObjectSchema {
  const { properties = {}, required = [] } = plain(z.toJSONSchema(contract, { io: "input", unrepresentable: "any" }), {
    depth: 8,
    isDescribed: true,
  });
  const shown = Object.entries(properties).filter(([name]) => !hides.includes(name));
  const needed = required.filter((name) => !hides.includes(name));
  return {
    type: "object",
    properties: Object.fromEntries(shown),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

/** The shape of an answer, without prose and only `depth` levels deep: a host reads it to know the fields. */
export function plainOutputSchema(contract: z.ZodType, depth: number): PlainObjectSchema {
  const { properties = {}, required = [] } = plain(z.toJSONSchema(contract, { io: "output", unrepresentable: "any" }), {
    depth,
    isDescribed: false,
  });
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

type Detail = { depth: number; isDescribed: boolean };

function plain(raw: unknown, detail: Detail): PlainSchema {
  const node = Node.parse(raw);
  const description = detail.isDescribed && node.description !== undefined ? { description: node.description } : {};
  if (node.anyOf)
    return {
      ...description,
      ...ofAlternatives(
        node.anyOf.map((each) => Node.parse(each)),
        detail,
      ),
    };
  if (node.type === undefined || node.type === "null") return description;
  const within = { ...detail, depth: detail.depth - 1 };
  return {
    type: node.type,
    ...description,
    ...(node.enum ? { enum: node.enum } : {}),
    ...(typeof node.const === "string" ? { enum: [node.const] } : {}),
    ...(node.type === "array" ? { items: plain(node.items ?? {}, within) } : {}),
    ...(node.type === "object" && node.properties && detail.depth > 0
      ? {
          properties: Object.fromEntries(
            Object.entries(node.properties).map(([name, value]) => [name, plain(value, within)]),
          ),
          ...(detail.isDescribed && node.required ? { required: node.required } : {}),
        }
      : {}),
    ...(saysSomething(node.minimum) && detail.isDescribed ? { minimum: node.minimum } : {}),
    ...(saysSomething(node.maximum) && detail.isDescribed ? { maximum: node.maximum } : {}),
    ...(node.maxItems !== undefined && detail.isDescribed ? { maxItems: node.maxItems } : {}),
  };
}

/** Constants of one type become an enum; what may be null or of several types has no type at all. */
function ofAlternatives(alternatives: z.output<typeof Node>[], detail: Detail): PlainSchema {
  const said = alternatives.filter((each) => each.type !== "null");
  const constants = said.map((each) => each.const).filter((value) => typeof value === "string");
  if (said.length === alternatives.length && constants.length === said.length) {
    return { type: "string", enum: constants };
  }
  const [only] = said;
  // An answer may hold the null, so it must not promise the type; a request need not.
  return only && said.length === 1 && detail.isDescribed ? plain(only, detail) : {};
}
