import { fail, type Outcome } from "#server/contracts/failure-codes.ts";
import { isIdentified, unidentified } from "#server/operations/access.ts";
import { identifyCaller } from "#server/operations/identify-caller.ts";
import type { OperationContext } from "#server/operations/operation.ts";

/**
 * The context of whoever sends a request, before anything of its body is read. A key is taken from its header only:
 * addresses end up in logs and histories.
 */
export async function findCaller(request: Request, base: OperationContext): Promise<Outcome<OperationContext>> {
  if (/whk_[a-z2-7]{16}/i.test(new URL(request.url).search)) {
    return fail("INVALID_INPUT", "A key does not belong into an address; take this one out of use.", [
      { path: "Authorization", message: "send the key as Bearer in this header" },
    ]);
  }
  const caller = await identifyCaller(base, request.headers.get("authorization"));
  return caller.ok && !isIdentified(caller.value.access) ? unidentified : caller;
}
