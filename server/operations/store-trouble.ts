import { type Failure, fail } from "#server/contracts/failure-codes.ts";
import { damageOf } from "#server/db/damage-of.ts";
import { describeLost } from "#server/db/describe-unreachable.ts";
import { mayManage } from "./access.ts";
import type { OperationContext } from "./operation.ts";

/**
 * The refusal of a call that met a full disk, a damaged page, a database that is gone or the like: with place, likely
 * cause and remedy for who may manage this machine, and without them for callers elsewhere. Null when the error says
 * nothing about the store.
 */
export async function storeTrouble(
  { build, access, log }: Pick<OperationContext, "build" | "access" | "log">,
  error: unknown,
): Promise<{ ok: false; failure: Failure } | null> {
  const trouble =
    build.store === "embedded" ? await damageOf(build.location, error) : describeLost(build.location, error);
  if (!trouble) return null;
  log.error({ trouble: trouble.message }, "the store cannot be used");
  return fail(
    "UNAVAILABLE",
    mayManage(access)
      ? trouble.message
      : "The store of this server cannot be used. Its operator finds the cause and the remedy with `whence doctor`.",
  );
}
