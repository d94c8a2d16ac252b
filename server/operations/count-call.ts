import { limits } from "#server/contracts/limits.ts";
import { localAccess } from "./access.ts";
import { CallQuota, type QuotaState } from "./call-quota.ts";
import type { OperationContext } from "./operation.ts";

const calls = new CallQuota(limits.callsPerMinute);

type Caller = Pick<OperationContext, "workspaceId" | "access" | "clock">;

/** Counts one operation against the caller's quota; null for whoever sits at the machine, who has none. */
export function countCall({ workspaceId, access, clock }: Caller): QuotaState | null {
  return access.keyId === localAccess.keyId ? null : calls.take(`${workspaceId}/${access.keyId}`, clock.elapsed());
}

/** The caller's quota as it stands, for the headers of an answer. */
export function quotaOf({ workspaceId, access, clock }: Caller): QuotaState | null {
  return access.keyId === localAccess.keyId ? null : calls.peek(`${workspaceId}/${access.keyId}`, clock.elapsed());
}
