import { quotaOf } from "#server/operations/count-call.ts";
import type { OperationContext } from "#server/operations/operation.ts";

/** What is left of the caller's minute. Without a quota, nothing. */
export function quotaHeaders(caller: OperationContext): Record<string, string> {
  const quota = quotaOf(caller);
  if (!quota) return {};
  return {
    "ratelimit-policy": `"calls";q=${quota.limit};w=60`,
    ratelimit: `"calls";r=${quota.remaining};t=${quota.resetSeconds}`,
  };
}
