import type { Database, Transaction } from "#server/db/database.ts";
import { findPolicy, readActivePolicy } from "#server/db/policies.ts";
import { defaultPolicy, type Policy } from "#server/domain/policy/policy.ts";
import { validatePolicy } from "#server/domain/policy/validate-policy.ts";
import { runLeg } from "./lookup/run-leg.ts";
import type { OperationContext } from "./operation.ts";

/**
 * The policy a lookup is decided under: the project's, else the workspace's, else the defaults.
 * When the store does not answer in time the defaults hold, and the record names their version.
 */
export async function activePolicy(context: OperationContext, projectId: string | null): Promise<Policy> {
  const read = await runLeg(() => readActivePolicy(context.db, context.workspaceId, projectId), {
    timeoutMs: defaultPolicy.leg_timeout_ms,
    clock: context.clock,
  });
  return read.status === "answered" ? policyRead(read.result) : defaultPolicy;
}

/** The same policy for who would rather fail than go on under another one: what shows it, and what is measured under it. */
export async function storedPolicy(
  { db, workspaceId }: Pick<OperationContext, "db" | "workspaceId">,
  projectId: string | null,
): Promise<Policy> {
  return policyRead(await readActivePolicy(db, workspaceId, projectId));
}

function policyRead({ version, fields }: Awaited<ReturnType<typeof readActivePolicy>>): Policy {
  return fields === null ? defaultPolicy : policyOf(version, fields);
}

/** A stored version as a whole policy; null for a version that nobody saved. 0 is the built-in one. */
export async function policyVersion(
  db: Database | Transaction,
  workspaceId: string,
  version: number,
): Promise<Policy | null> {
  if (version === 0) return defaultPolicy;
  const stored = await findPolicy(db, workspaceId, version);
  return stored && policyOf(version, stored.fields);
}

/** Fields that a later build no longer knows or no longer allows fall back to its defaults. */
export function policyOf(version: number, fields: Record<string, number | null>): Policy {
  const valid = Object.entries(fields).filter(([field, value]) => validatePolicy({ [field]: value }).ok);
  const check = validatePolicy(Object.fromEntries(valid));
  return { ...defaultPolicy, ...(check.ok ? check.fields : {}), version };
}
