import { type Failure, fail } from "#server/contracts/failure-codes.ts";
import { damageOf } from "#server/db/damage-of.ts";
import { mayManage } from "./access.ts";
import type { OperationContext } from "./operation.ts";

/**
 * The refusal of a call that met a full disk, a damaged page or the like: with folder, likely cause and remedy for who may
 * manage this machine, and without them for callers elsewhere. Null when the error says nothing about the embedded store.
 */
export async function storeTrouble(
  { build, access, log }: Pick<OperationContext, "build" | "access" | "log">,
  error: unknown,
): Promise<{ ok: false; failure: Failure } | null> {
  const damage = build.store === "embedded" ? await damageOf(build.location, error) : undefined;
  if (!damage) return null;
  log.error({ kind: damage.kind }, "the store cannot be used");
  return fail(
    "UNAVAILABLE",
    mayManage(access)
      ? damage.message
      : "The store of this server cannot be used. Its operator finds the cause and the remedy with `whence doctor`.",
  );
}
