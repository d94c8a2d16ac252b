import fc from "fast-check";
import { z } from "zod";

const Node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
});

/** Words that the store of the test knows, so that some requests find something. */
const known = ["left-pad", "github.com/acme/shop", "s-1", "npm error code E404", "default", "src/cart.ts"];

/**
 * Requests that a reader of the schema could send, and some that it could not: every field is now and then replaced by
 * something else, because a server must answer those too.
 */
export function requestArbitrary(schema: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: arbitraryOf(schema, 0) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

function arbitraryOf(schema: unknown, depth: number): fc.Arbitrary<unknown> {
  const parsed = Node.safeParse(schema);
  if (!parsed.success || depth > 6) return fc.constant(null);
  const node = parsed.data;
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.anyOf && node.anyOf.length > 0) return fc.oneof(...node.anyOf.map((each) => arbitraryOf(each, depth + 1)));
  switch (Array.isArray(node.type) ? node.type[0] : node.type) {
    case "object":
      return objectOf(node, depth);
    case "array":
      return fc.array(arbitraryOf(node.items, depth + 1), {
        minLength: node.minItems ?? 0,
        maxLength: (node.minItems ?? 0) + 2,
      });
    case "integer":
      return fc.integer({ min: bounded(node.minimum, -3), max: bounded(node.maximum, 300) });
    case "number":
      return fc.double({ min: bounded(node.minimum, -2), max: bounded(node.maximum, 2), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return fc
        .oneof(fc.constantFrom(...known), fc.string({ unit: "binary", maxLength: 30 }))
        .map((text) => text.padEnd(node.minLength ?? 0, "x").slice(0, node.maxLength ?? 100));
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objectOf(node: z.output<typeof Node>, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(node.properties ?? {});
  const shapes = Object.fromEntries(
    properties.map(([name, schema]) => [
      name,
      fc.oneof(
        { weight: 20, arbitrary: arbitraryOf(schema, depth + 1) },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
      ),
    ]),
  );
  return fc.record(shapes, { requiredKeys: (node.required ?? []).filter((name) => name in shapes) });
}

function bounded(bound: number | undefined, otherwise: number): number {
  return bound === undefined || Math.abs(bound) > 1e6 ? otherwise : bound;
}
