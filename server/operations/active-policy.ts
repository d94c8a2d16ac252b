import { readActivePolicy } from "#server/db/policies.ts";
import { defaultPolicy, type Policy } from "#server/domain/policy/policy.ts";
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
  if (read.status !== "answered" || read.result === null) return defaultPolicy;
  return { ...defaultPolicy, ...read.result.fields, version: read.result.version };
}
