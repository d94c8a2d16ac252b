import { z } from "zod";
import type { ApiField } from "./api-field.ts";
import { JsonSchema, readSchema } from "./read-schema.ts";

export type ApiOperation = {
  name: string;
  method: string;
  path: string;
  summary: string;
  parameters: { place: string; field: ApiField; schema: JsonSchema }[];
  /** Null where there is no body. */
  body: { field: ApiField; schema: JsonSchema } | null;
  answer: { status: string; field: ApiField };
  refusals: { status: string; code: string; when: string }[];
};

export type ApiGroup = { name: string; operations: ApiOperation[] };

export type Api = { version: string; description: string; groups: ApiGroup[] };

const Content = z.object({ content: z.record(z.string(), z.object({ schema: JsonSchema })) });

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean().default(false),
      description: z.string().optional(),
      schema: JsonSchema,
    }),
  ),
  requestBody: Content.optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.shape.content.optional() })),
});

const Document = z.object({
  info: z.object({ version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

/** The document of the API as a page shows it: operations by what they are about, in the order of the document. */
export function readApi(document: unknown): Api {
  const { info, paths } = Document.parse(document);
  const groups = new Map<string, ApiOperation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags[0] ?? "";
      const read = readOperation(method.toUpperCase(), path, operation);
      groups.set(name, [...(groups.get(name) ?? []), read]);
    }
  }
  return {
    version: info.version,
    description: info.description,
    groups: [...groups].map(([name, operations]) => ({ name, operations })),
  };
}

export function findApiOperation(api: Api, name: string): ApiOperation | undefined {
  return api.groups.flatMap(({ operations }) => operations).find((operation) => operation.name === name);
}

function readOperation(method: string, path: string, operation: z.infer<typeof Operation>): ApiOperation {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const [answered] = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const answer = answered?.[1].content?.["application/json"]?.schema;
  if (!answered || !answer) throw new Error(`${operation.operationId} says nothing of its answer.`);
  return {
    name: operation.operationId,
    method,
    path,
    summary: operation.summary,
    parameters: operation.parameters.map(({ name, in: place, required, description, schema }) => ({
      place,
      schema,
      field: readSchema(name, { ...schema, description: schema.description ?? description }, { isRequired: required }),
    })),
    body: body === undefined ? null : { schema: body, field: readSchema("body", body, { isRequired: true }) },
    answer: { status: answered[0], field: readSchema("answer", answer, { isRequired: true }) },
    refusals: Object.entries(operation.responses)
      .filter(([status]) => !status.startsWith("2"))
      .map(([status, { description }]) => {
        const [code = "", ...when] = description.split(": ");
        return { status, code, when: when.join(": ") };
      }),
  };
}
