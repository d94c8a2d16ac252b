import { and, desc, eq, inArray, max } from "drizzle-orm";
import { policies, policyActivations } from "#drizzle/schema/schema.ts";
import type { Database, Transaction } from "./database.ts";

export type StoredPolicy = { version: number; fields: Record<string, number | null>; note: string; createdAt: Date };

/**
 * The version that is active for a project: its own, else the workspace's; 0, the built-in policy, where none was applied.
 * `fields` are null for the built-in one.
 */
export async function readActivePolicy(
  db: Database | Transaction,
  workspaceId: string,
  projectId: string | null,
): Promise<{ version: number; fields: Record<string, number | null> | null }> {
  const scopes = projectId === null ? [""] : [projectId, ""];
  const [row] = await db
    .select({ version: policyActivations.version, fields: policies.fields })
    .from(policyActivations)
    .leftJoin(
      policies,
      and(eq(policies.workspaceId, policyActivations.workspaceId), eq(policies.version, policyActivations.version)),
    )
    .where(and(eq(policyActivations.workspaceId, workspaceId), inArray(policyActivations.projectId, scopes)))
    // The empty scope of the workspace sorts last in descending order.
    .orderBy(
      desc(policyActivations.projectId),
      desc(policyActivations.activatedAt),
      desc(policyActivations.activationId),
    )
    .limit(1);
  return row ?? { version: 0, fields: null };
}

export async function findPolicy(
  db: Database | Transaction,
  workspaceId: string,
  version: number,
): Promise<StoredPolicy | null> {
  const [row] = await db
    .select()
    .from(policies)
    .where(and(eq(policies.workspaceId, workspaceId), eq(policies.version, version)));
  return row ?? null;
}

/** Newest first. */
export async function listPolicies(db: Database, workspaceId: string): Promise<StoredPolicy[]> {
  return db
    .select()
    .from(policies)
    .where(eq(policies.workspaceId, workspaceId))
    .orderBy(desc(policies.version))
    .limit(200);
}

/** The newest activation of each scope; the scope "" is the workspace. */
export async function listActivations(
  db: Database | Transaction,
  workspaceId: string,
): Promise<{ projectId: string; version: number }[]> {
  return db
    .selectDistinctOn([policyActivations.projectId], {
      projectId: policyActivations.projectId,
      version: policyActivations.version,
    })
    .from(policyActivations)
    .where(eq(policyActivations.workspaceId, workspaceId))
    .orderBy(policyActivations.projectId, desc(policyActivations.activatedAt), desc(policyActivations.activationId));
}

/** Appends a version. The caller holds the workspace's row, so no other writer takes the same number. */
export async function insertPolicy(
  tx: Transaction,
  policy: { workspaceId: string; fields: Record<string, number | null>; note: string; createdAt: Date },
): Promise<number> {
  const [row] = await tx
    .select({ newest: max(policies.version) })
    .from(policies)
    .where(eq(policies.workspaceId, policy.workspaceId));
  const version = (row?.newest ?? 0) + 1;
  await tx.insert(policies).values({ ...policy, version });
  return version;
}

export async function insertActivation(
  tx: Transaction,
  activation: { workspaceId: string; projectId: string; activationId: string; version: number; activatedAt: Date },
): Promise<void> {
  await tx.insert(policyActivations).values(activation);
}
