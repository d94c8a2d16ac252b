import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { readLookup } from "#server/operations/browse-lookups.ts";
import { browseMemories, readMemory } from "#server/operations/browse-memories.ts";
import type { OperationContext } from "#server/operations/operation.ts";
import { readSignature } from "#server/operations/read-signature.ts";
import { resourceInWords } from "#server/operations/words/answer-in-words.ts";

/** What can be read by address. Everything in them comes from other sessions, so each is text inside the untrusted block. */
const kinds = {
  memory: {
    operation: readMemory,
    title: "A memory",
    description: "A lesson or decision, with its chain and failures.",
  },
  signature: {
    operation: readSignature,
    title: "A failure",
    description: "A failure, how often and when it was seen.",
  },
  lookup: {
    operation: readLookup,
    title: "A lookup",
    description: "What a lookup saw and decided, with every factor.",
  },
} as const;

const mimeType = "text/plain";

export async function listResources(
  context: OperationContext,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const outcome = await browseMemories.call(context, cursor === undefined ? {} : { cursor });
  if (!outcome.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.failure.message);
  const { items, next_cursor } = outcome.value.body;
  return {
    // Ids and kinds only: a list is read without being asked for, so it carries no text of other sessions.
    resources: items.map(({ id, level, kind }) => ({
      uri: `whence://memory/${encodeURIComponent(id)}`,
      name: id,
      title: `${level} ${kind}`,
      mimeType,
    })),
    ...(next_cursor === null ? {} : { nextCursor: next_cursor }),
  };
}

export async function listResourceTemplates(): Promise<ListResourceTemplatesResult> {
  return {
    resourceTemplates: Object.entries(kinds).map(([kind, { title, description }]) => ({
      uriTemplate: `whence://${kind}/{id}`,
      name: kind,
      title,
      description,
      mimeType,
    })),
  };
}

export async function readResource(context: OperationContext, uri: string): Promise<ReadResourceResult> {
  const address = addressOf(uri);
  if (!address) throw new ResourceNotFoundError(uri);
  const { operation } = kinds[address.kind];
  const outcome = await operation.call(context, { id: address.id });
  if (!outcome.ok) {
    const { code, message } = outcome.failure;
    if (code === "NOT_FOUND" || code === "INVALID_INPUT") throw new ResourceNotFoundError(uri);
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${code}: ${message}`);
  }
  const text = await resourceInWords(context, address.kind, outcome.value.body);
  return { contents: [{ uri, mimeType, text }] };
}

function addressOf(uri: string): { kind: keyof typeof kinds; id: string } | null {
  const parts = /^whence:\/\/(memory|signature|lookup)\/([^/]{1,1000})$/.exec(uri);
  const kind = parts?.[1];
  if (kind !== "memory" && kind !== "signature" && kind !== "lookup") return null;
  try {
    return { kind, id: decodeURIComponent(parts?.[2] ?? "") };
  } catch {
    return null;
  }
}
