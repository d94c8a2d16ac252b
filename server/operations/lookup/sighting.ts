import { limits } from "#server/contracts/limits.ts";
import type { Transaction } from "#server/db/database.ts";
import { insertOccurrence, upsertSignature } from "#server/db/signatures.ts";
import type { Explanation } from "#server/domain/failure-signature/explain-failure.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import type { Access } from "#server/operations/access.ts";
import type { IdSource } from "#server/operations/ports.ts";

type Failure = Extract<Explanation, { kind: "failure" }>;

/** The primary signature first, then each part once: all of them are seen when the log is. */
export function signatureIdsOf(failure: Failure): string[] {
  return [...new Set([failure.id, ...failure.parts.map((part) => part.id)])];
}

export type SeenFailure = {
  workspaceId: string;
  failure: Failure;
  signatureKey: string | null;
  /** The log, secrets masked. */
  source: string;
  at: Date;
};

/** Stores the signatures of a log, its parts too, without counting a sighting. Answers their ids. */
export async function storeSignatures(tx: Transaction, seen: SeenFailure): Promise<string[]> {
  const { workspaceId, failure, at } = seen;
  const parts = failure.parts.filter((part) => part.id !== failure.id);
  const signatures = [
    { id: failure.id, tool: failure.tool, masked: failure.masked, masks: failure.masks },
    ...parts.map((part) => ({ id: part.id, tool: part.tool ?? failure.tool, masked: part.masked, masks: [] })),
  ];
  for (const { id, tool, masked, masks } of signatures) {
    await upsertSignature(tx, {
      workspaceId,
      signatureId: id,
      version: id.slice(0, id.indexOf(":")),
      tool,
      givenTool: failure.givenTool ?? null,
      signatureKey: seen.signatureKey,
      masked: cutText(masked, limits.maskedShownPoints),
      masks,
      rawExample: seen.source,
      createdAt: at,
    });
  }
  return signatures.map(({ id }) => id);
}

/** Stores the signatures of a log (its parts too) and one occurrence of each. */
export async function recordSighting(
  tx: Transaction,
  sighting: SeenFailure & {
    projectId: string | null;
    sessionId: string | null;
    requestId: string | null;
    sourceKind: "lookup" | "memory";
    sourceId: string;
    newId: IdSource;
  },
): Promise<void> {
  for (const signatureId of await storeSignatures(tx, sighting)) {
    await insertOccurrence(tx, {
      workspaceId: sighting.workspaceId,
      signatureId,
      occurrenceId: sighting.newId("occ"),
      projectId: sighting.projectId,
      sessionId: sighting.sessionId,
      requestId: sighting.requestId,
      sourceKind: sighting.sourceKind,
      sourceId: sighting.sourceId,
      occurredAt: sighting.at,
    });
  }
}

/** Request ids of different keys are independent, so an occurrence carries the key with the id. Null counts each call. */
export function occurrenceRequestId(context: { access: Access; requestId: string | null }): string | null {
  return context.requestId === null ? null : `${context.access.keyId} ${context.requestId}`;
}
