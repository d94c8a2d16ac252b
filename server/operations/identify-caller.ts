import { fail, type Outcome, succeed } from "#server/contracts/failure-codes.ts";
import { limits } from "#server/contracts/limits.ts";
import { type AccessKeyRow, findAccessKey, touchAccessKey } from "#server/db/access-keys.ts";
import { listAliasesAround } from "#server/db/project-aliases.ts";
import { readWorkspace } from "#server/db/workspaces.ts";
import { parseAccessKey } from "#server/domain/keys/access-key.ts";
import type { Access } from "./access.ts";
import { CallQuota } from "./call-quota.ts";
import type { OperationContext } from "./operation.ts";

/** Wrong keys of a workspace are counted together: a right key is never kept waiting by somebody else's guesses. */
const wrongKeys = new CallQuota(limits.wrongKeysPerMinute);
const lastUseMs = 60_000;

/**
 * The one place where a credential becomes what a caller may do, for every surface. Without a credential the context
 * stays as it was made: everything on loopback, nothing on a server that listens beyond it. A wrong credential is never
 * taken for none. Fails with UNAUTHENTICATED, the same for an unknown, revoked, expired or wrong key, or RATE_LIMITED.
 */
export async function identifyCaller(
  context: OperationContext,
  authorization: string | null,
): Promise<Outcome<OperationContext>> {
  if (authorization === null) return succeed(context);
  const given = /^Bearer[ ]+(\S{1,200})$/i.exec(authorization)?.[1];
  const key = given === undefined ? null : parseAccessKey(given);
  const row = key && (await findAccessKey(context.db, context.workspaceId, key.id));
  const workspaceSecret = (await readWorkspace(context.db, context.workspaceId))?.secret ?? "";
  // Compared in any case, so that the time does not tell a known id from an unknown one.
  const digest = context.keySecrets.digest(key?.secret ?? "", workspaceSecret);
  const isRight = context.keySecrets.isSame(digest, row?.secretHmac ?? "00".repeat(32));
  if (!row || !isRight || !isUsable(row, context.clock.now())) return refuse(context);
  await noteUse(context, row);
  return succeed({ ...context, access: await accessOf(context, row) });
}

function isUsable({ revokedAt, expiresAt }: AccessKeyRow, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/**
 * A key reaches its projects by their other names too. One of its names that has become an alias since it was made stands
 * for a project that it was never given, and is dropped.
 */
async function accessOf({ db, workspaceId }: OperationContext, row: AccessKeyRow): Promise<Access> {
  const { keyId, projects, canWrite } = row;
  if (projects === null) return { keyId, projects: "all", canWrite };
  const known = await listAliasesAround(db, workspaceId, projects);
  const others = new Set(known.map(({ alias }) => alias));
  const own = projects.filter((project) => !others.has(project));
  const aliases = known.filter(({ projectId }) => own.includes(projectId));
  return {
    keyId,
    projects: own,
    aliases: new Map(aliases.map(({ alias, projectId }) => [alias, projectId])),
    canWrite,
  };
}

function refuse({ clock, workspaceId }: OperationContext): Outcome<never> {
  const { isExceeded } = wrongKeys.take(workspaceId, clock.elapsed());
  if (!isExceeded) {
    return fail("UNAUTHENTICATED", "The key is not valid.", [
      { path: "Authorization", message: "Bearer and a key that is neither revoked nor expired" },
    ]);
  }
  const { failure } = fail("RATE_LIMITED", "Too many wrong keys.");
  return { ok: false, failure: { ...failure, retryAfterSeconds: Math.ceil(60 / limits.wrongKeysPerMinute) } };
}

/** Said on the settings page; a store that cannot write costs the note, never the call. */
async function noteUse(context: OperationContext, row: AccessKeyRow): Promise<void> {
  const at = context.clock.now();
  if (row.lastUsedAt !== null && at.getTime() - row.lastUsedAt.getTime() < lastUseMs) return;
  try {
    await touchAccessKey(context.db, { workspaceId: row.workspaceId, keyId: row.keyId, at });
  } catch {
    context.log.error({ key: row.keyId }, "the last use of a key was not written");
  }
}
