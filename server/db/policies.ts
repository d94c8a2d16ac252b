import { and, desc, eq, inArray } from "drizzle-orm";
import { policies, policyActivations } from "#drizzle/schema/schema.ts";
import type { Database } from "./database.ts";

/** The stored fields of the active policy: that of the project, else that of the workspace; null where none was ever applied. */
export async function readActivePolicy(
  db: Database,
  workspaceId: string,
  projectId: string | null,
): Promise<{ version: number; fields: Record<string, number | null> } | null> {
  const scopes = projectId === null ? [""] : [projectId, ""];
  const rows = await db
    .select({ projectId: policyActivations.projectId, version: policies.version, fields: policies.fields })
    .from(policyActivations)
    .innerJoin(
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
  return rows[0] ?? null;
}
