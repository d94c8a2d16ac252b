import type { Operation } from "#server/operations/operation.ts";
import { type PlainObjectSchema, plainInputSchema, plainOutputSchema } from "./plain-schema.ts";

export type ToolEntry = {
  name: string;
  title: string;
  description: string;
  inputSchema: PlainObjectSchema;
  outputSchema: PlainObjectSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

/** Levels of an answer's shape that the list shows: with more, 12 tools do not fit in 20,000 bytes. */
const outputDepth = 2;

/** The tools, in the order of the catalogue: whatever declares itself as one is listed, and nothing else. */
export function toolList(operations: readonly Operation[]): ToolEntry[] {
  return operations.flatMap(({ tool, input, output }) => {
    if (!tool) return [];
    return [
      {
        name: tool.name,
        title: tool.title,
        description: tool.description,
        inputSchema: plainInputSchema(input, tool.hides ?? []),
        outputSchema: plainOutputSchema(output, outputDepth),
        annotations: {
          readOnlyHint: tool.changes === "nothing",
          destructiveHint: tool.changes === "replaces",
          idempotentHint: tool.isRepeatable,
          // Every tool stays within this store.
          openWorldHint: false,
        },
      },
    ];
  });
}
