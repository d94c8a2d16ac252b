import { limits } from "#server/contracts/limits.ts";
import type { Transaction } from "#server/db/database.ts";
import { insertOccurrences, storeSignatures } from "#server/db/signatures.ts";
import type { Explanation } from "#server/domain/failure-signature/explain-failure.ts";
import { cutText } from "#server/domain/text/cut-text.ts";
import type { Access } from "#server/operations/access.ts";
import type { IdSource } from "#server/operations/ports.ts";
import { standingId } from "./standing-failure.ts";

type Failure = Extract<Explanation, { kind: "failure" }>;

export type SeenFailure = {
  workspaceId: string;
  failure: Failure;
  /** Where a split takes a part out of its signature: from the part's id to the variant's. */
  variants: ReadonlyMap<string, string>;
  signatureKey: string | null;
  /** The log, secrets masked. */
  source: string;
  at: Date;
};

/**
 * Stores the signatures of a log, its parts too, without counting a sighting. Answers for each part under which
 * signature it counts and which one its own words give, the primary one first.
 */
export async function storeFailure(
  tx: Transaction,
  seen: SeenFailure,
): Promise<{ signatureId: string; ownId: string }[]> {
  const { workspaceId, failure, at } = seen;
  const parts = new Map(failure.parts.map((part) => [standingId(part, seen.variants), part]));
  await storeSignatures(
    tx,
    workspaceId,
    [...parts].map(([signatureId, part]) => ({
      workspaceId,
      signatureId,
      version: signatureId.slice(0, signatureId.indexOf(":")),
      tool: part.tool ?? failure.tool,
      givenTool: failure.givenTool ?? null,
      signatureKey: seen.signatureKey,
      masked: cutText(part.masked, limits.maskedShownPoints),
      maskRules: [...new Set(part.masks.map(({ rule }) => rule))],
      variantOf: signatureId === part.id ? null : part.id,
      createdAt: at,
    })),
    { text: seen.source, at },
  );
  return failure.parts.map((part) => ({ signatureId: standingId(part, seen.variants), ownId: part.id }));
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
  const named = await storeFailure(tx, sighting);
  await insertOccurrences(
    tx,
    sighting.workspaceId,
    named.map(({ signatureId, ownId }) => ({
      signatureId,
      ownId,
      occurrenceId: sighting.newId("occ"),
      projectId: sighting.projectId,
      sessionId: sighting.sessionId,
      requestId: sighting.requestId,
      sourceKind: sighting.sourceKind,
      sourceId: sighting.sourceId,
      occurredAt: sighting.at,
    })),
  );
}

/** Request ids of different keys are independent, so an occurrence carries the key with the id. Null counts each call. */
export function occurrenceRequestId(context: { access: Access; requestId: string | null }): string | null {
  return context.requestId === null ? null : `${context.access.keyId} ${context.requestId}`;
}
